/** The schema and types of the report of `check-har`; `contracts/schemas/check-har.schema.json` is the published one. */
import * as z from "zod";

import type { DeepReadonly } from "../../../base/values/deep-readonly.ts";
import { standings } from "../../../domain/rules/rule.ts";
import { DocumentShape } from "../../report/document.ts";
import { skippedReasons } from "../../traffic/recording.ts";
import { undecidedReasonNames } from "../replay/undecided.ts";

/** The format of `report.json`. An incompatible change requires a new number. */
export const harReportFormat = "lead-sandbox-har/1";

const Count = z.int().min(0);

const Place = z
  .object({
    file: z.int().min(1).describe("The place of the file on the command line, from 1."),
    entry: z.int().min(1).describe("The place of the call in log.entries, from 1."),
    date: z.string().describe("When the call was sent, in ISO 8601."),
  })
  .meta({ id: "Place" });

const Choice = z.object({ rule: z.string(), choice: z.string() }).meta({ id: "Choice" });

const Values = z.record(z.string(), z.string()).describe("Values by feature; people are made up.");

const Rule = z.object({
  rule: z.string(),
  standing: z.enum(standings),
  verdict: z
    .enum(["confirmed", "denied", "partly", "unknown"])
    .describe(
      "confirmed or denied: some call agrees only under the choice. partly: some call refutes an alternative.",
    ),
  choice: z.string().describe("The choice under which the recording is explained best."),
  default: z.string(),
  evidence: z.array(Place).describe("The first calls that show it."),
  evidenceCalls: Count,
});

const Unexplained = Place.extend({
  request: z.string(),
  expected: Values,
  recorded: Values,
  rules: z.array(z.string()).describe("The rules that the sandbox cites for its answer."),
});

/** `report.json` of `check-har`. */
export const HarReport = z.object({
  format: z.literal(harReportFormat),
  version: z.string().describe("The version of lead-sandbox."),
  files: Count,
  period: z.object({ from: z.string(), to: z.string() }),
  calls: z.object({
    total: Count,
    judged: Count,
    undecided: z.partialRecord(z.enum(undecidedReasonNames), Count),
  }),
  skipped: z.object(Object.fromEntries(skippedReasons.map((reason) => [reason, Count]))),
  adopted: z
    .array(Choice)
    .describe("The choices under which the calls were judged, in addition to the defaults."),
  unexplained: z.array(Unexplained).describe("Calls that no choice explains, at most 1,000."),
  undecidedChoices: z
    .array(z.object({ choices: z.array(z.array(Choice)), calls: z.array(Place) }))
    .describe("Calls that several choices explain equally well."),
  rules: z.array(Rule),
  summary: z.object({
    confirmed: Count,
    denied: Count,
    partly: Count,
    unknown: Count,
    unexplained: Count,
    replays: Count,
    durationMs: Count,
    interrupted: z.boolean(),
  }),
  document: DocumentShape.exactOptional().describe("Missing in reports of earlier versions."),
});
export type HarReport = DeepReadonly<z.infer<typeof HarReport>>;
