/**
 * The schema and types of `report.json`, which is the source of all other report formats.
 * `contracts/schemas/assess.schema.json` is the published schema.
 */
import * as z from "zod";

import type { DeepReadonly } from "../../../base/values/deep-readonly.ts";
import { DocumentShape } from "../../report/document.ts";
import { sources, verdicts } from "../run.ts";

/** The format of `report.json`. An incompatible change requires a new number. */
export const reportFormat = "lead-sandbox-assess/1";

const Count = z.number().min(0);

const Evidence = z
  .object({
    run: z.int().min(1),
    trial: z.string().describe("What the run tried, such as fault:reset-after or again."),
    call: z.int().min(1).describe("The position of the call in its run."),
    requestId: z.string().nullable(),
    method: z.string(),
    path: z.string(),
    status: z.int().min(0).describe("The status of the answer; 0 if there was none."),
  })
  .meta({ id: "Evidence" });

const CheckResult = z
  .object({
    id: z.string(),
    clause: z.array(z.string()).describe("The clauses of the interface; empty if it says nothing."),
    title: z.string(),
    verdict: z.enum(verdicts),
    required: z.boolean().describe("Whether --require names it."),
    reason: z.string(),
    advice: z.string().nullable().describe("What to change; null if there is nothing to change."),
    evidence: z.array(Evidence).describe("Empty only for not-exercised."),
  })
  .meta({ id: "Check" });
export type ReportedCheck = DeepReadonly<z.infer<typeof CheckResult>>;

const ReportedQuestion = z
  .object({
    rule: z.string(),
    statement: z.string(),
    breaks: z
      .array(z.string())
      .describe("The answers under which the client fails or does something else."),
    basis: z
      .enum(["trial", "traffic"])
      .describe("Whether a trial showed it, or the traffic depends on it."),
    request: z.string().describe("Method and path; questions.http has it to run."),
    answers: z.array(z.string()).describe("The possible answers, the assumed one first."),
  })
  .meta({ id: "Question" });
export type ReportedQuestion = DeepReadonly<z.infer<typeof ReportedQuestion>>;

const ReportedUse = z
  .object({
    operations: z.record(z.string(), Count).describe("Calls of a run by operation."),
    pageSizes: z.array(z.int()),
    callsPerRun: Count,
    callsPerHour: Count.nullable().describe("Null without --every."),
    retries: z.object({
      pausesMs: z.array(Count).describe("The pauses before repetitions of a request after a 429."),
      givesUpAfterMs: Count.nullable().describe("How long the client tries in an outage."),
    }),
    userAgents: z.array(z.string()),
    outputNamesPeopleIn: Count.nullable().describe(
      "The first run whose output has an email or a phone of a person; null if none has.",
    ),
    optsOutOfMail: z
      .boolean()
      .nullable()
      .describe("Whether every create disables the welcome mail; null without a create."),
    everyMs: Count.nullable().describe("The schedule of --every."),
    quotaPerHour: Count,
    also: Count.describe("The calls an hour of other jobs with the same key, by --also."),
    leads: Count.nullable().describe("The number of --leads."),
    violations: z
      .object({ caught: Count, missed: Count })
      .nullable()
      .describe("Broken rules that the tests of --results noticed and missed."),
  })
  .meta({ id: "Use" });
export type ReportedUse = DeepReadonly<z.infer<typeof ReportedUse>>;

export const Report = z.object({
  format: z.literal(reportFormat),
  version: z.string().describe("The version of lead-sandbox."),
  date: z.iso.datetime(),
  command: z.array(z.string()).describe("Empty for recorded traffic."),
  source: z.enum(sources),
  client: z.object({ name: z.string(), revision: z.string().nullable() }),
  problem: z
    .object({ kind: z.string(), message: z.string(), output: z.string().nullable() })
    .nullable()
    .describe("Why the client could not be assessed."),
  interrupted: z.boolean(),
  use: ReportedUse,
  checks: z.array(CheckResult),
  questions: z.array(ReportedQuestion),
  notCovered: z.object({
    operations: z.array(z.string()),
    statuses: z.record(z.string(), z.array(z.int())),
    transitions: z.array(z.string()),
    trials: z.array(z.string()).describe("Planned trials that did not run."),
  }),
  notes: z.array(z.string()),
  summary: z.object({
    answer: z
      .enum(["not-yet", "with-questions", "nothing-against"])
      .describe(
        "Whether it is ready: something is violated; attention, or a check that these runs could have exercised and did not; else.",
      ),
    shown: Count,
    violated: Count,
    attention: Count,
    notExercised: Count,
    runs: Count,
    durationMs: Count,
  }),
  document: DocumentShape.exactOptional().describe("Missing in reports of earlier versions."),
});
export type Report = DeepReadonly<z.infer<typeof Report>>;
