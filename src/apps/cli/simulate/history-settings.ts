/** Makes the settings of histories from the command line of `simulate` and `replay`. */
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";

import { Date } from "../../../base/values/native-timers.ts";
import type { LedgerSource } from "../../../harness/simulate/ledger/ledger.ts";
import type { HistorySettings } from "../../../harness/simulate/settings.ts";
import { execTicker } from "../../../harness/simulate/ticks/exec-ticker.ts";
import { stdinTicker } from "../../../harness/simulate/ticks/stdin-ticker.ts";
import type { JobOptions, NewTicker } from "../../../harness/simulate/ticks/ticker.ts";
import { urlTicker } from "../../../harness/simulate/ticks/url-ticker.ts";
import type { Config } from "../../../server/settings/config.ts";
import type { Interruption } from "../interruption.ts";
import type { SimulateOptions } from "../options/simulate.ts";
import { UsageError } from "../usage-error.ts";
import { isLoopbackUrl } from "./values.ts";

type Optional = "ledger" | "ledgerCommand" | "states" | "freshWithin" | "setup";

type HistoryOptions = Pick<
  SimulateOptions,
  "covers" | "every" | "tick" | "clockSkew" | "clock" | "start" | "timeout"
> & { readonly [Name in Optional]?: SimulateOptions[Name] | undefined } & {
  readonly keeps?: number | null | undefined;
};

/** What the command line says about a history. */
export interface GivenToHistory {
  readonly command: readonly string[];
  readonly config: Config;
  readonly options: HistoryOptions;
  readonly interruption: Pick<Interruption, "signal">;
  readonly stillRunning: Set<string>;
}

export function historySettings({
  command,
  config,
  options,
  interruption,
  stillRunning,
}: GivenToHistory): Omit<HistorySettings, "environmentOf"> {
  const { every, freshWithin = 2 * every, setup, tick, timeout } = options;
  if (freshWithin < every) {
    throw new UsageError("--fresh-within is shorter than --every. No schedule can be that fresh.");
  }
  const ledger = ledgerIn(options);
  const { signal } = interruption;
  const job: JobOptions = {
    timeoutMs: timeout,
    signal,
    onStillRunning: (processes) => processes.forEach((one) => stillRunning.add(one)),
  };
  return {
    command,
    config,
    worlds: [],
    every,
    freshWithin,
    covers: options.covers,
    keepsMs: options.keeps ?? null,
    states: options.states ?? new Map(),
    isSeen: ledger.kind === "none",
    ledger,
    clockSkew: options.clockSkew,
    fakeTime: options.clock === "faketime" ? fakeTimeLibrary() : null,
    startsAt: Date.parse(options.start),
    signal,
    setup,
    newTicker: tickerFor(tick, job),
  };
}

function tickerFor(tick: string, job: JobOptions): NewTicker {
  if (tick === "exec") return execTicker(job);
  return tick === "stdin" ? stdinTicker(job) : urlTicker(job, tick);
}

/** How many histories may run at once: copies of a client that share a port, a database or a file run one by one. */
export function historiesAtOnce({
  tick,
  setup,
  ledger,
  ledgerCommand,
}: Pick<HistoryOptions, "tick" | "setup" | "ledger" | "ledgerCommand">): number {
  const sharesPort = tick !== "exec" && tick !== "stdin";
  const sharesQuery = ledgerCommand !== undefined && !ledgerCommand.includes("LEAD_SANDBOX_STATE");
  const sharesUrl = ledger !== undefined && isLoopbackUrl(ledger);
  return sharesPort || sharesQuery || sharesUrl || setup !== undefined ? 1 : availableParallelism();
}

/** Where the ledger is. Throws `UsageError` for a URL of another machine. */
export function ledgerIn({
  ledger,
  ledgerCommand,
}: Pick<HistoryOptions, "ledger" | "ledgerCommand">): LedgerSource {
  if (ledgerCommand !== undefined) return { kind: "command", text: ledgerCommand };
  if (ledger === undefined) return { kind: "none" };
  if (!/^https?:/i.test(ledger)) return { kind: "file", file: ledger };
  if (isLoopbackUrl(ledger)) return { kind: "url", url: ledger };
  throw new UsageError(
    `Invalid --ledger: ${JSON.stringify(ledger.slice(0, 200))}. Expected a file, or a URL on loopback, such as http://127.0.0.1:8080/ledger.`,
  );
}

const places = [
  "/usr/lib/*/faketime/libfaketimeMT.so.1",
  "/usr/lib/faketime/libfaketimeMT.so.1",
  "/usr/lib64/faketime/libfaketimeMT.so.1",
  "/usr/local/lib/faketime/libfaketimeMT.so.1",
  "/opt/homebrew/lib/faketime/libfaketimeMT.1.dylib",
];

/** The library of libfaketime. Throws `UsageError` if it is not installed. */
function fakeTimeLibrary(): string {
  const [library] = places.flatMap((place) => globSync(place));
  if (library !== undefined) return library;
  throw new UsageError(
    "--clock faketime requires libfaketime, which was not found. Install it, such as with apt-get install libfaketime.",
  );
}
