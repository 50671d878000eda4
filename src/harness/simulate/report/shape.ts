/** The shape of `report.json`; `contracts/schemas/simulate.schema.json` is the published schema. */
import * as z from "zod";

import type { DeepReadonly } from "../../../base/values/deep-readonly.ts";
import { DocumentShape } from "../../report/document.ts";
import { eventKinds, findingKinds } from "../model.ts";

export const reportFormat = "lead-sandbox-simulate/1";

const StoryLine = z.strictObject({
  /** The workspace's time, ISO 8601. */
  at: z.string(),
  tick: z.int(),
  /** The number of the call in its tick; null for an event. */
  call: z.int().nullable(),
  text: z.string(),
});
export type StoryLine = DeepReadonly<z.infer<typeof StoryLine>>;

export const HistoryEventShape = z.strictObject({
  id: z.string(),
  kind: z.enum(eventKinds),
  lead: z.string().nullable(),
  tick: z.int().min(0),
  gap: z.int().min(0),
});

const Finding = z.strictObject({
  id: z.string(),
  kind: z.enum(findingKinds),
  column: z.string().nullable(),
  /** The kind of the causing event; `start`, `none`, or for a quota `leads`. */
  cause: z.string(),
  severity: z.enum(["high", "medium"]),
  lasting: z.boolean(),
  count: z.int(),
  accepted: z.boolean(),
  /** Why it was accepted, and until when; null if it was not. */
  acceptance: z.strictObject({ reason: z.string(), expires: z.string().nullable() }).nullable(),
  title: z.string(),
  explanation: z.string(),
  advice: z.string(),
  /** Whether an answer since the change had the row; null where that says nothing. */
  reading: z.enum(["never", "not-stored"]).nullable(),
  rules: z.array(z.string()),
  /** Choices under which it disappears, such as `state.convert=updated-at-moves`. */
  alternatives: z.array(z.string()),
  history: z.strictObject({
    leads: z.int(),
    events: z.array(HistoryEventShape),
    minimal: z.boolean(),
  }),
  story: z.array(StoryLine),
  ledger: z.string().nullable(),
  world: z.string().nullable(),
  /** The file that `replay` takes; null without `--out`. */
  bundle: z.string().nullable(),
});
export type ReportedFinding = DeepReadonly<z.infer<typeof Finding>>;

const perQuota = z.record(z.string(), z.int().nullable());

export const SimulationReport = z.strictObject({
  format: z.literal(reportFormat),
  version: z.string(),
  command: z.array(z.string()),
  seed: z.int(),
  every: z.string(),
  freshWithin: z.string(),
  ledger: z.enum(["file", "url", "command", "none"]),
  covers: z.enum(["all", "active"]),
  /** How long the ledger keeps a Lead after its creation; null without a limit. */
  keeps: z.string().nullable(),
  /** Why the client could not be simulated; null if it was. */
  problem: z.string().nullable(),
  interrupted: z.boolean(),
  /** What the comparison left out, and other remarks. */
  notes: z.array(z.string()),
  rehearsal: z
    .strictObject({
      ticks: z.int(),
      callsPerTick: z.int(),
      pageSizes: z.array(z.int()),
      columns: z.array(z.string()),
    })
    .nullable(),
  capacity: z
    .strictObject({
      measured: z.array(z.strictObject({ leads: z.int(), calls: z.int() })),
      leadsAt: perQuota,
      burstLeadsAt: perQuota,
    })
    .nullable(),
  histories: z.array(
    z.strictObject({
      leads: z.int(),
      events: z.int(),
      ticks: z.int(),
      skipped: z.int(),
      failedTicks: z.int(),
      calls: z.int(),
      durationMs: z.int(),
    }),
  ),
  findings: z.array(Finding),
  summary: z.strictObject({
    findings: z.int(),
    accepted: z.int(),
    /** The events that happened and had an effect, by kind. */
    events: z.record(z.string(), z.int()),
    /** The kinds of `--changes` that never happened: the run did not test them. */
    neverHappened: z.array(z.enum(eventKinds)),
    runs: z.int(),
    ticks: z.int(),
    durationMs: z.int(),
    notExplored: z.array(z.string()),
  }),
  document: DocumentShape.exactOptional().describe("Missing in reports of earlier versions."),
});
export type SimulationReport = DeepReadonly<z.infer<typeof SimulationReport>>;
