/** The settings of a simulation. */
import type { ListeningSandbox, Sandbox } from "../../server/sandbox/sandbox.ts";
import type { Config } from "../../server/settings/config.ts";
import type { Judging } from "./judge/watcher.ts";
import type { LedgerSource } from "./ledger/ledger.ts";
import type { EventKind } from "./model.ts";
import type { JobEnvironment, NewTicker } from "./ticks/ticker.ts";

/** The variables of a job, and the cleanup after its history. */
export interface SimulatedEnvironment {
  /** With `LEAD_SANDBOX_STATE`, an empty folder. */
  readonly variables: JobEnvironment;
  /** The command as it is started; by default it stays as it is. */
  readonly commandOf?: (command: readonly string[]) => readonly string[];
  readonly end: () => Promise<void>;
}

/** What all histories of a simulation share. Durations are in milliseconds. */
export interface HistorySettings extends Judging {
  readonly command: readonly string[];
  /** Without `data`, and with port 0. */
  readonly config: Config;
  /** Worlds that the sandbox has as fixtures, named `given-1`, `given-2` and so on. */
  readonly worlds: readonly unknown[];
  readonly environmentOf: (
    sandbox: Sandbox,
    listening: ListeningSandbox,
  ) => Promise<SimulatedEnvironment>;
  /** Empties what the client keeps elsewhere, before each history. */
  readonly setUp: (env: JobEnvironment) => Promise<void>;
  readonly newTicker: NewTicker;
  readonly ledger: LedgerSource;
  /** How far the client's clock is ahead of the server's. */
  readonly clockSkew: number;
  /** Whether the client sees the workspace's time as its own, by libfaketime. */
  readonly fakeTime: string | null;
  readonly startsAt: number;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
}

/** The settings of a simulation. */
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
