/**
 * The shape of `report.json`, from which every other form of the report is made: the schema, and the types that follow from it.
 * `contracts/explore/report.schema.json` publishes it.
 */
import * as z from "zod";

import { verdicts } from "../model.ts";
import { families } from "../variations/variation.ts";

/** The format of `report.json`; an incompatible change gets another number. */
export const reportFormat = "lead-sandbox-report/1";

/** `T` without a way to write to it, however deep. */
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** A whole number that is not negative. */
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
    description: "What tells a call from all others, and finds it again in another run.",
  });

const ReportedCall = z
  .object({
    id: CallId,
    method: z.string(),
    path: z.string(),
    query: z.string(),
    status: Count.describe("0 where the client got no answer."),
    sentAtMs: z.number(),
    answeredAtMs: z.number(),
    variation: z.string().nullable().describe("The variation that changed this call."),
    body: z.string().nullable(),
    answer: z.string().nullable(),
  })
  .meta({ id: "Call", description: "A call with its bodies, each cut to 64 KiB." });
export type ReportedCall = DeepReadonly<z.infer<typeof ReportedCall>>;

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
export type ReportedRecord = DeepReadonly<z.infer<typeof RecordDifference>>;

const ReportedVariation = z.object({
  family: Family,
  variation: z.string(),
  sentence: z.string().describe("What the variation does."),
  rules: z.array(z.string()),
  workspace: z.string().nullable().describe("The label of the test, in a packed run."),
  call: CallId.extend({
    name: z.string(),
    bestEffort: z.boolean().describe("Whether it is told from others by its order alone."),
  })
    .nullable()
    .describe("The varied call, for faults."),
});
export type ReportedVariation = DeepReadonly<z.infer<typeof ReportedVariation>>;

const ReportedTrial = ReportedVariation.extend({
  trial: z.string(),
  verdict: Verdict,
  reason: z.string(),
});
export type ReportedTrial = DeepReadonly<z.infer<typeof ReportedTrial>>;

const Accepted = z.object({
  reason: z.string(),
  expires: z.string().nullable().describe("The last day, such as 2026-12-31."),
});
/** Why a finding is accepted, and until when. */
export type Accepted = DeepReadonly<z.infer<typeof Accepted>>;

const Finding = ReportedTrial.extend({
  id: z.string().describe("The same in every run of the same client; --accept files name it."),
  severity: z.enum(["high", "medium", "low"]),
  advice: z.string().describe("What to change in the client."),
  alsoSeen: z.array(Verdict),
  records: z.array(RecordDifference),
  claim: z.object({
    exitCode: z.int(),
    timedOut: z.boolean(),
    test: z.string().nullable().describe("The outcome of the test, where results were read."),
  }),
  calls: z.array(ReportedCall).describe("In the order in which they were sent."),
  output: z.string().describe("The end of what the command printed."),
  bundle: z.string().nullable().describe("Its bundle, as a path from the folder of the report."),
  accepted: Accepted.nullable(),
});
export type Finding = DeepReadonly<z.infer<typeof Finding>>;

const ReportSummary = z.object({
  trials: Count,
  findings: Count.describe("Accepted ones are not counted."),
  accepted: Count,
  leftOut: Count,
  verdicts: z.partialRecord(z.enum(verdicts), Count),
  score: z
    .object({ caught: Count, missed: Count })
    .nullable()
    .describe("How many violations the client's tests noticed; null when none was tried."),
});
export type ReportSummary = DeepReadonly<z.infer<typeof ReportSummary>>;

const ReportedProblem = z.object({
  kind: z.enum(["fails", "timed-out", "no-calls", "no-results", "dropped-workspace", "differs"]),
  message: z.string(),
  output: z.string().nullable().describe("The end of what the command printed."),
});
export type ReportedProblem = DeepReadonly<z.infer<typeof ReportedProblem>>;

const ReportedBaseline = z.object({
  durationMs: Count,
  calls: z.array(ReportedCall),
  choices: z.array(z.string()).describe("The rules whose choice the baseline rested on."),
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
