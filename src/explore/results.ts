import type { TestOutcome } from "./model.ts";

/** The test results of a command, between its runs. */
export interface ReadResults {
  /** Deletes what an earlier run wrote. */
  readonly clear: () => Promise<void>;
  /** The outcome of each test; null when nothing was written. */
  readonly read: () => Promise<ReadonlyMap<string, TestOutcome> | null>;
}
