/** The data of a simulation: histories of a world, ticks of a polling job, and what they show. */
import type { Run } from "../runs/run.ts";
import type { Call } from "../traffic/call.ts";

export const eventKinds = [
  "create",
  "burst",
  "twin",
  "convert",
  "archive",
  "patch",
  "plan",
  "fail",
  "crash",
  "missed",
  "overlap",
] as const;
export type EventKind = (typeof eventKinds)[number];

/** The kinds without `--changes`: two processes at once are a question of their own. */
export const usualChanges = eventKinds.filter((kind) => kind !== "overlap");

const dayMs = 86_400_000;

/** The ticks that do not run after an event `missed`: those of a day, and three at least. `every` is in milliseconds. */
export function missedTicks(every: number): number {
  return Math.max(3, Math.ceil(dayMs / every));
}

export interface HistoryEvent {
  readonly id: string;
  readonly kind: EventKind;
  /** The name of its Lead: `lead7` of the start, or the id of the event that created it. Null for an event without one. */
  readonly lead: string | null;
  readonly tick: number;
  /** 0 before the first call of the tick; `k` after the answer of call `k`, before the next call. */
  readonly gap: number;
}

/** A number of Leads at the start and the events that follow. The same seed makes the same world of it. */
export interface History {
  readonly leads: number;
  readonly events: readonly HistoryEvent[];
}

/** A call that the job made. Times are epoch milliseconds on the workspace's clock. Headers and bodies are not kept. */
export interface SeenCall extends Call {
  readonly run: number;
  readonly tick: number;
  /** 1, or 2 for the second process of an overlap. */
  readonly process: number;
  /** Counted from 1 in its tick and process. */
  readonly call: number;
  /** The number of records in a list of the answer; null for another answer. */
  readonly records: number | null;
  /** The ids of the rules that the answer cited. */
  readonly rules: readonly string[];
  /** Whether an event answered it with 503. */
  readonly failed: boolean;
}

/** A call whose answer had a Lead. */
export type Read = Pick<SeenCall, "tick" | "process" | "call">;

export interface TickEnd extends Pick<Run<SeenCall>, "output"> {
  readonly ok: boolean;
  /** Whether it was killed, by an event or at the time limit, so that its ledger may be half written. */
  readonly killed: boolean;
  /** Why it failed, such as an exit code; null if it did not. */
  readonly why: string | null;
}

export interface SeenTick extends TickEnd, Pick<Run<SeenCall>, "calls"> {
  readonly tick: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly events: readonly HistoryEvent[];
}

export interface HappenedEvent {
  readonly event: HistoryEvent;
  readonly at: number;
  /** The ids of the rules with a choice that it looked up. */
  readonly rules: readonly string[];
  /** False if it had no effect, such as the conversion of an archived Lead. */
  readonly applied: boolean;
}

export const findingKinds = [
  "missing",
  "stale",
  "wrong",
  "duplicate",
  "ghost",
  "quota",
  "unreadable",
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** A difference between the ledger and the world. */
export interface Discrepancy {
  readonly kind: FindingKind;
  readonly column: string | null;
  /** The name of the Lead, or the id or email in a row without one; null for the whole ledger. */
  readonly lead: string | null;
  readonly ledger: string | null;
  readonly world: string | null;
  /** The id of the event that made the ledger wrong, if one did. */
  readonly event: string | null;
}

/** A discrepancy that lasted longer than `--fresh-within` allows. */
export interface Discovery extends Discrepancy {
  /** The tick after which it showed. */
  readonly tick: number;
  /** The kind of its event; `start` for a Lead of the start, `none` without an event. */
  readonly cause: string;
  /** The most harmful of `overlap`, `crash`, `fail`, `missed` and `burst` in the tick of its event, if there is one. */
  readonly disturbance: string | null;
  readonly lasting: boolean;
  /** The first call since the change whose answer had the row; null if none had. */
  readonly read: Read | null;
  /** The tick after which the ledger had the row right since the change, for the last time; null if it never had. */
  readonly heldAfter: number | null;
}
