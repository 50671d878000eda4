/** What one run of a client shows: its calls, its claims, and the worlds that it left. Judging needs no sandbox. */
import type { JsonObject } from "../../base/values/json.ts";
import type { Busyness } from "./busyness.ts";

/** One run of a client, or one recording. Times are milliseconds since the run began. */
export interface Run<Call> {
  /** How each process of the client ended, in order; empty for a recording. */
  readonly exits: readonly Exit[];
  /** The outcome of each test by its name; null without test results. */
  readonly tests: ReadonlyMap<string, TestOutcome> | null;
  readonly calls: readonly Call[];
  readonly worlds: readonly FinalWorld[];
  /** When the sandbox's timer was late; null where nothing measured it, so that no pause counts. */
  readonly stalls: readonly Stall[] | null;
  readonly machine: Busyness;
  readonly durationMs: number;
  /** The end of its output; empty for a recording. */
  readonly output: string;
  /** What its whole output had; null where nothing watched it. */
  readonly outputSeen: OutputSeen | null;
  /** The rows of what the client believes at the end, as texts in order; null without a readable ledger. */
  readonly ledger: readonly string[] | null;
  /** The connections that it closed because of an unknown certificate; null where the certificate was known. */
  readonly refusedCertificates: number | null;
}

/** How a process ended. */
export interface Exit {
  /** 128 plus the number of the signal that ended it. */
  readonly code: number;
  readonly timedOut: boolean;
}

export type TestOutcome = "passed" | "failed" | "skipped" | "flaky";

/** Whether the client is a test suite, whose tests may repeat a request on purpose. */
export function isTestSuite({ tests }: Pick<Run<unknown>, "tests">): boolean {
  return tests !== null;
}

/** An interval in which the sandbox's own timer was late, so that times in it say nothing about the client. */
export interface Stall {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A stream of a process, counted from 1, that had a key. */
export interface KeyInOutput {
  readonly process: number;
  readonly stream: "stdout" | "stderr";
}

/** What the whole output of a run had. */
export interface OutputSeen {
  readonly bytes: number;
  readonly keys: readonly KeyInOutput[];
}

/** The records of a workspace at the end of one of its worlds. */
export interface FinalWorld {
  readonly workspace: string;
  /** The number of earlier worlds of this workspace. A reset, a restore or a replacement ends a world. */
  readonly turn: number;
  readonly records: readonly PersonRecord[];
}

/** A record of a person at the end of a world, or a captured mail to them, without ids and times. */
export interface PersonRecord {
  readonly kind: "Lead" | "ClientProfile" | "Plan" | "Mail";
  /** In lower case. */
  readonly email: string;
  /** Type and name of the owner, or null. */
  readonly parent: string | null;
  /** For a mail, its kind. */
  readonly state: string;
  readonly content: JsonObject;
}
