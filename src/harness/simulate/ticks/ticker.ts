/** Runs the ticks of a polling job. */
import type { ClientProcess } from "../../runs/process.ts";
import type { TickEnd } from "../model.ts";

/** The start of a tick: its number, and its time on the client's clock in epoch milliseconds. */
export interface TickStart {
  readonly tick: number;
  readonly now: number;
}

/** Runs ticks of the job of one history. */
export interface Ticker {
  readonly run: (start: TickStart) => Promise<TickEnd>;
  /** Kills the process of the tick in progress, with SIGKILL. */
  readonly kill: () => void;
  /** Runs a tick to its end in a second process, while another is in progress. */
  readonly overlap: (start: TickStart) => Promise<TickEnd>;
  readonly end: () => Promise<void>;
}

/** Starts to run the ticks of a job. */
export type NewTicker = (job: ClientProcess) => Ticker;

export interface JobOptions {
  /** The time that a tick may take, in milliseconds of real time. */
  readonly timeoutMs: number;
  /** When it aborts, the job ends. */
  readonly signal: AbortSignal;
  /** Called with the processes that held the output of a job after its end. */
  readonly onStillRunning: (processes: readonly string[]) => void;
}

/** A tick that ended well. */
export const done: TickEnd = { ok: true, killed: false, why: null, output: "" };

export function failed(why: string, output = ""): TickEnd {
  return { ok: false, killed: false, why, output };
}

/** A tick that was killed at its time limit. */
export function late(what: string, timeoutMs: number, output = ""): TickEnd {
  return { ...failed(`no ${what} within ${timeoutMs / 1_000} s`, output), killed: true };
}
