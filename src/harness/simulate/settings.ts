/** The settings of a simulation. */
import type { Client } from "../runs/client.ts";
import type { Judging } from "./judge/watcher.ts";
import type { LedgerSource } from "./ledger/ledger.ts";
import type { EventKind } from "./model.ts";
import type { NewTicker } from "./ticks/ticker.ts";

/** What all histories of a simulation share. Durations are in milliseconds. */
export interface HistorySettings extends Judging, Client {
  readonly newTicker: NewTicker;
  readonly ledger: LedgerSource;
  /** How far the client's clock is ahead of the server's. */
  readonly clockSkew: number;
  /** Whether the client sees the workspace's time as its own, by libfaketime. */
  readonly fakeTime: string | null;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
}

export interface SimulationSettings extends HistorySettings {
  readonly leads: readonly number[];
  readonly changes: ReadonlySet<EventKind>;
  /** The kinds that must happen, since the user asked for them. */
  readonly wanted: ReadonlySet<EventKind>;
  /** Random life after the systematic part; null for none. */
  readonly life: { readonly forMs: number; readonly activityPerDay: number } | null;
  /** Requests an hour of the client's key. */
  readonly quota: number;
  readonly everyTick: boolean;
  readonly jobs: number;
  readonly shard: { readonly part: number; readonly of: number };
  readonly budgetMs: number;
  /** Whether a smallest history is looked for that shows each finding. */
  readonly shrinks: boolean;
  readonly onProgress: (progress: SimulationProgress) => void;
}

/** The progress of a simulation: a phase that begins, or the ticks and findings of one so far. */
export interface SimulationProgress {
  readonly phase: "rehearsal" | "capacity" | "systematic" | "random" | "shrinking";
  readonly leads: number | null;
  readonly ticks: number;
  readonly findings: number;
}

/** Why a client cannot be simulated; exit code 3. */
export class SimulationProblem extends Error {}
