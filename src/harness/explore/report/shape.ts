/**
 * The schema and types of `report.json`, which is the source of all other report formats.
 * `contracts/schemas/explore.schema.json` is the published schema.
 */
import * as z from "zod";

import type { DeepReadonly } from "../../../base/values/deep-readonly.ts";
import { DocumentShape } from "../../report/document.ts";
import { verdicts } from "../model.ts";
import { families } from "../variations/variation.ts";
import { AnnouncedReport } from "./announced-shape.ts";
import { CallId, Evidence, ReportedCall } from "./call-shape.ts";
import { HazardCounts, MinExplored, ReportedHazard } from "./hazard-shape.ts";
import { Count, RecordCount, RecordDifference } from "./record-shape.ts";

export type { Evidence, ReportedCall } from "./call-shape.ts";
export type { RecordCount, ReportedChange } from "./record-shape.ts";

/** The format of `report.json`. An incompatible change requires a new number. */
export const reportFormat = "lead-sandbox-explore/1";

const Family = z.enum(families).meta({ id: "Family" });

const Verdict = z.enum(verdicts).meta({ id: "Verdict" });

const Severity = z.enum(["high", "medium", "low"]);

const Variation = z
  .object({
    id: z.string().describe("Family and id, such as fault:reset-after."),
    family: Family,
    callId: z
      .string()
      .nullable()
      .describe("The baseline call that the fault changes; null for other families."),
    operation: z
      .string()
      .exactOptional()
      .describe("The operation whose calls a violation changes; missing in other families."),
    rules: z.array(z.string()),
    choice: z
      .record(z.string(), z.string())
      .nullable()
      .describe("The alternatives that the trial uses, by rule; only for unknowns."),
  })
  .meta({ id: "Variation" });

const ReportedVariation = z.object({
  variation: Variation,
  sentence: z.string().describe("What the variation does."),
  workspace: z
    .string()
    .nullable()
    .describe("The label of the test, if one run packs several trials."),
  call: CallId.extend({
    name: z.string(),
    bestEffort: z.boolean().describe("Whether only the order distinguishes the call from others."),
  })
    .nullable()
    .describe("The call that the fault changes; null for other families."),
});
export type ReportedVariation = DeepReadonly<z.infer<typeof ReportedVariation>>;

const ReportedTrial = ReportedVariation.extend({
  id: z.string(),
  exitCode: z.int(),
  durationMs: Count,
  calls: Count,
  fired: z.boolean().describe("Whether the variation took effect."),
  verdict: Verdict,
  alsoSeen: z.array(Verdict),
  tests: z.array(z.object({ name: z.string(), outcome: z.string() })),
  noticedBy: z
    .array(z.string())
    .exactOptional()
    .describe(
      "The tests that fail only under a violation or an announced change; missing in other families.",
    ),
  reason: z.string(),
  seen: Verdict.exactOptional().describe("The finding that the run had no time to confirm."),
  ending: z
    .string()
    .exactOptional()
    .describe("What the client did last in a run that did not end."),
  labels: z
    .object({ asked: Count, tested: Count })
    .exactOptional()
    .describe("How many labels its run varied, and how many of them it tested; only if packed."),
});
export type ReportedTrial = DeepReadonly<z.infer<typeof ReportedTrial>>;

const Acceptance = z.object({
  reason: z.string(),
  expires: z
    .string()
    .nullable()
    .describe("The last day on which the finding is accepted, such as 2026-12-31."),
});
/** Why a finding is accepted, and until when. */
export type Acceptance = DeepReadonly<z.infer<typeof Acceptance>>;

const Finding = ReportedVariation.extend({
  id: z.string().describe("Equal in every run of the same client; files for --accept use it."),
  group: z.string().describe("The id of the group of findings with the same cause."),
  verdict: Verdict,
  severity: Severity,
  trials: z.array(z.string()).min(1).describe("The ids of the trials with this finding."),
  accepted: z.boolean(),
  acceptance: Acceptance.nullable(),
  known: z.boolean().describe("Whether the report of --baseline has its group."),
  test: z
    .string()
    .exactOptional()
    .describe("The label of the varied workspace, which names a test; missing without one."),
  title: z.string().describe("What happened, in order."),
  explanation: z.string().describe("The conclusion, and the rules of the interface."),
  advice: z.string().describe("What to change in the client."),
  rules: z.array(z.string()),
  reason: z.string(),
  alsoSeen: z.array(Verdict),
  records: z.array(RecordCount),
  changes: z.array(RecordDifference).describe("The records that differ from the baseline."),
  claim: z.object({
    exitCode: z.int(),
    timedOut: z.boolean(),
    test: z.string().nullable().describe("The outcome of the test, if --results is given."),
  }),
  evidence: z.array(Evidence).describe("The calls in the order in which they were sent."),
  seenBy: z
    .array(z.string())
    .exactOptional()
    .describe("The labels of the tests whose calls a violation changed."),
  at: z
    .object({ call: z.string(), status: Count })
    .exactOptional()
    .describe("The call that an announced change refused, else the last one that it changed."),
  output: z.string().describe("The end of the output of the command."),
  bundle: z.string().nullable().describe("The path of the bundle, relative to the report."),
});
export type Finding = DeepReadonly<z.infer<typeof Finding>>;

const FindingGroup = z
  .object({
    id: z.string().describe("Equal in every run of the same client."),
    family: Family,
    verdict: Verdict,
    operation: z
      .string()
      .nullable()
      .describe("The operation; null if the findings share a variation of the whole run."),
    severity: Severity,
    count: z.int().min(1),
    findings: z.array(z.string()).min(1).describe("The ids of the findings."),
  })
  .meta({ id: "FindingGroup", description: "Findings that probably have one cause." });
export type FindingGroup = DeepReadonly<z.infer<typeof FindingGroup>>;

const ReportedQuestion = z
  .object({
    rule: z.string(),
    choice: z.string().describe("The alternative under which the call is refused."),
    request: z.string().describe("Method and path, with an ellipsis for each id."),
    status: z.int(),
    field: z.string().nullable().describe("The first field that the answer names."),
    trial: z.string().describe("The id of the trial that showed it."),
  })
  .meta({ id: "ReportedQuestion", description: "Something to ask the provider." });
export type ReportedQuestion = DeepReadonly<z.infer<typeof ReportedQuestion>>;

const ReportSummary = z.object({
  runs: Count.describe("The number of runs of the command, including baselines."),
  trials: Count,
  tested: Count.describe("The number of trials that show anything about the client."),
  planned: Count.describe("The number of planned variations, including those that did not run."),
  findings: Count.describe("The number of findings that are neither accepted nor known."),
  accepted: Count,
  known: Count.describe("The number of known findings that are not accepted."),
  byVerdict: z.partialRecord(z.enum(verdicts), Count),
  violations: z
    .object({ caught: Count, missed: Count })
    .describe("The number of violations that the client's tests noticed and missed."),
  notExplored: z.array(Variation).describe("The planned variations that did not run."),
  hazards: HazardCounts.exactOptional().describe("Missing in reports of earlier versions."),
  durationMs: Count,
});
export type ReportSummary = DeepReadonly<z.infer<typeof ReportSummary>>;

const ReportedProblem = z.object({
  kind: z.enum([
    "fails",
    "timed-out",
    "no-calls",
    "no-results",
    "tests-fail",
    "dropped-workspace",
    "differs",
    "too-little-tested",
  ]),
  message: z.string(),
  output: z.string().nullable().describe("The end of the output of the command."),
});
export type ReportedProblem = DeepReadonly<z.infer<typeof ReportedProblem>>;

const ReportedBaseline = z.object({
  exitCode: z.int(),
  deterministic: z.boolean().describe("Whether the two baselines were equal."),
  durationMs: Count,
  calls: z.array(ReportedCall),
  choices: z.array(z.string()).describe("The rules whose choice the baseline depended on."),
  tests: z.record(z.string(), z.string()).nullable(),
});
export type ReportedBaseline = DeepReadonly<z.infer<typeof ReportedBaseline>>;

export const Report = z.object({
  format: z.literal(reportFormat),
  version: z.string().describe("The version of lead-sandbox."),
  command: z.array(z.string()),
  startedAt: z.iso.datetime(),
  durationMs: Count,
  seed: z.int(),
  fixture: z.string(),
  results: z.string().exactOptional().describe("The pattern of --results, if given."),
  env: z.string().exactOptional().describe("The names of --env, if given."),
  setup: z.string().exactOptional().describe("The command of --setup, if given."),
  flags: z
    .array(z.string())
    .exactOptional()
    .describe("Further settings that the command line gave, as words."),
  replayFlags: z
    .array(z.string())
    .exactOptional()
    .describe("Those of them that a replay of a bundle needs."),
  families: z.array(Family),
  shard: z.object({ part: z.int().min(1), of: z.int().min(1) }),
  problem: ReportedProblem.nullable().describe(
    "The reason why the exploration could not run, or why it proves too little.",
  ),
  interrupted: z.boolean(),
  summary: ReportSummary,
  baseline: ReportedBaseline.nullable(),
  findings: z.array(Finding),
  groups: z.array(FindingGroup).describe("The groups of the findings, the most severe first."),
  unmatchedAccepted: z
    .array(z.string())
    .describe("The ids of --accept that match no finding here; another shard may have them."),
  trials: z
    .array(ReportedTrial)
    .describe("Every variation that ran, including those with findings."),
  leftOut: z.array(ReportedVariation).describe("The planned variations that did not run."),
  questions: z
    .array(ReportedQuestion)
    .exactOptional()
    .describe("What to ask the provider; missing in reports of earlier versions."),
  minExplored: MinExplored.exactOptional().describe("What --min-explored requires."),
  hazards: z
    .array(ReportedHazard)
    .exactOptional()
    .describe("The kinds of trouble that the trials test; missing in reports of earlier versions."),
  hazardsElsewhere: z
    .array(z.string())
    .exactOptional()
    .describe("The ids of the hazards that other shards have trials of."),
  next: AnnouncedReport.exactOptional().describe("Only with --next."),
  notes: z.array(z.string()),
  document: DocumentShape.exactOptional().describe("Missing in reports of earlier versions."),
});
export type Report = DeepReadonly<z.infer<typeof Report>>;
