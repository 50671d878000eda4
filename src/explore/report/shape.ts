/**
 * The schema and types of `report.json`, which is the source of all other report formats.
 * `contracts/explore/report.schema.json` is the published schema.
 */
import * as z from "zod";

import { verdicts } from "../model.ts";
import { families } from "../variations/variation.ts";

/** The format of `report.json`. An incompatible change requires a new number. */
export const reportFormat = "lead-sandbox-explore/1";

/** `T`, read-only at every depth. */
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** A non-negative integer. */
const Count = z.int().min(0);

const Family = z.enum(families).meta({ id: "Family" });

const Verdict = z.enum(verdicts).meta({ id: "Verdict" });

const CallId = z
  .object({
    workspace: z.string(),
    operation: z
      .string()
      .describe("The id of the operation, or method and path where there is none."),
    subject: z.string().nullable().describe("The email of the record, or where it was created."),
    ordinal: z.int().min(1).describe("1 for the first such call of the workspace."),
  })
  .meta({
    id: "CallId",
    description: "What identifies a call, also in another run.",
  });

const ReportedCall = z
  .object({
    id: z.string().describe("The same for the same call in every run."),
    label: z.string().nullable().describe("The label of the workspace."),
    operationId: z
      .string()
      .describe("The id of the operation, or method and path where there is none."),
    method: z.string(),
    path: z.string(),
    query: z.string(),
    status: Count.describe("The status of the answer; 0 without one."),
    rules: z.array(z.string()).describe("The rules that the answer cited."),
    sentAtMs: z.number(),
    answeredAtMs: z.number(),
    variation: z.string().nullable().describe("The variation that changed this call."),
    body: z.string().nullable(),
    answer: z.string().nullable(),
  })
  .meta({ id: "Call", description: "A call with its bodies, each cut to 64 KiB." });
export type ReportedCall = DeepReadonly<z.infer<typeof ReportedCall>>;

const Evidence = ReportedCall.extend({
  call: z.int().min(1).describe("Its number in the order in which the calls were sent."),
  received: z.boolean().describe("Whether the client got an answer."),
}).meta({ id: "Evidence" });
export type Evidence = DeepReadonly<z.infer<typeof Evidence>>;

const Kind = z.enum(["Lead", "ClientProfile", "Plan"]);

const PersonRecord = z
  .object({
    kind: Kind,
    email: z.string(),
    parent: z.string().nullable().describe("Type and name of the owner."),
    state: z.string(),
    content: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "PersonRecord", description: "A record at the end, without ids and times." });

const RecordDifference = z
  .object({
    change: z.enum(["missing", "added", "changed"]),
    kind: Kind,
    email: z.string(),
    workspace: z.string(),
    baseline: PersonRecord.nullable().describe("What the world should hold."),
    trial: PersonRecord.nullable().describe("What it holds."),
  })
  .meta({ id: "RecordDifference", description: "A record that differs from the baseline." });
export type ReportedChange = DeepReadonly<z.infer<typeof RecordDifference>>;

const RecordCount = z
  .object({
    kind: Kind,
    parent: z.string().nullable().describe("Type and name of the owner."),
    email: z.string(),
    expected: Count.describe("How many such records the baseline has."),
    found: Count.describe("How many the trial has."),
  })
  .meta({ id: "RecordCount" });
export type RecordCount = DeepReadonly<z.infer<typeof RecordCount>>;

const Variation = z
  .object({
    id: z.string().describe("Family and id, such as fault:reset-after."),
    family: Family,
    callId: z.string().nullable().describe("The varied call of the baseline, for faults."),
    rules: z.array(z.string()),
    choice: z
      .record(z.string(), z.string())
      .nullable()
      .describe("The choices of unknowns, by rule."),
  })
  .meta({ id: "Variation" });

const ReportedVariation = z.object({
  variation: Variation,
  sentence: z.string().describe("What the variation does."),
  workspace: z.string().nullable().describe("The label of the test, in a packed run."),
  call: CallId.extend({
    name: z.string(),
    bestEffort: z.boolean().describe("Whether only its order distinguishes it from others."),
  })
    .nullable()
    .describe("The varied call, for faults."),
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
  reason: z.string(),
});
export type ReportedTrial = DeepReadonly<z.infer<typeof ReportedTrial>>;

const Acceptance = z.object({
  reason: z.string(),
  expires: z.string().nullable().describe("The last day, such as 2026-12-31."),
});
/** Why a finding is accepted, and until when. */
export type Acceptance = DeepReadonly<z.infer<typeof Acceptance>>;

const Finding = ReportedVariation.extend({
  id: z.string().describe("The same in every run of the same client; --accept files name it."),
  verdict: Verdict,
  severity: z.enum(["high", "medium", "low"]),
  trials: z.array(z.string()).min(1).describe("The ids of the trials that show it."),
  accepted: z.boolean(),
  acceptance: Acceptance.nullable(),
  title: z.string().describe("What happened, in order."),
  explanation: z.string().describe("What was concluded, and what the interface says."),
  advice: z.string().describe("What to change in the client."),
  rules: z.array(z.string()),
  reason: z.string(),
  alsoSeen: z.array(Verdict),
  records: z.array(RecordCount),
  changes: z.array(RecordDifference).describe("The records that differ from the baseline."),
  claim: z.object({
    exitCode: z.int(),
    timedOut: z.boolean(),
    test: z.string().nullable().describe("The outcome of the test, where results were read."),
  }),
  evidence: z.array(Evidence).describe("The calls in the order in which they were sent."),
  output: z.string().describe("The end of what the command printed."),
  bundle: z.string().nullable().describe("Its bundle, as a path from the folder of the report."),
});
export type Finding = DeepReadonly<z.infer<typeof Finding>>;

const ReportSummary = z.object({
  runs: Count.describe("How often the command ran, baselines among them."),
  trials: Count,
  findings: Count.describe("Accepted ones are not counted."),
  accepted: Count,
  byVerdict: z.partialRecord(z.enum(verdicts), Count),
  violations: z
    .object({ caught: Count, missed: Count })
    .describe("How many violations the client's tests noticed."),
  notExplored: z.array(Variation).describe("What was planned and not run."),
  durationMs: Count,
});
export type ReportSummary = DeepReadonly<z.infer<typeof ReportSummary>>;

const ReportedProblem = z.object({
  kind: z.enum(["fails", "timed-out", "no-calls", "no-results", "dropped-workspace", "differs"]),
  message: z.string(),
  output: z.string().nullable().describe("The end of what the command printed."),
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
  families: z.array(Family),
  shard: z.object({ part: z.int().min(1), of: z.int().min(1) }),
  problem: ReportedProblem.nullable().describe("Why nothing could be explored."),
  interrupted: z.boolean(),
  summary: ReportSummary,
  baseline: ReportedBaseline.nullable(),
  findings: z.array(Finding),
  trials: z.array(ReportedTrial).describe("Every variation that was run, findings among them."),
  leftOut: z.array(ReportedVariation).describe("What was planned and not run."),
  notes: z.array(z.string()),
});
export type Report = DeepReadonly<z.infer<typeof Report>>;
