/** Simulates the polling job of a client that `assess` judges. */
import { visible } from "../../../base/texts/visible.ts";
import type { PollingResult } from "../../../harness/assess/run.ts";
import { usualChanges } from "../../../harness/simulate/model.ts";
import { simulate } from "../../../harness/simulate/simulate.ts";
import type { Config } from "../../../server/settings/config.ts";
import type { ClientEnvironments } from "../client-command/client-environment.ts";
import type { Interruption } from "../interruption.ts";
import type { AssessOptions } from "../options/assess.ts";
import { historiesAtOnce, historySettings, ledgerIn } from "../simulate/history-settings.ts";
import { simulationProgress } from "../simulate/progress.ts";
import { UsageError } from "../usage-error.ts";

/** The defaults of `simulate`. */
const [everyMs, leads, start] = [900_000, [3, 25, 105], "2026-03-02T09:00:00.000Z"] as const;
const timeoutMs = 60_000;

/** What the simulation found; null with a note if it could not run. */
export interface Polled {
  readonly polling: PollingResult | null;
  readonly notes: readonly string[];
}

/** Without a ledger, or after an interruption, nothing is simulated. */
export const noSimulation: Polled = { polling: null, notes: [] };

export function hasLedger({ ledger, ledgerCommand }: AssessOptions): boolean {
  return ledger !== undefined || ledgerCommand !== undefined;
}

/** Throws `UsageError` for a ledger that cannot be one, or a schedule that a simulation cannot keep. */
export function refuseLedger(options: AssessOptions): void {
  const { every } = options;
  if (!hasLedger(options)) return;
  ledgerIn(options);
  if (every === undefined || (every >= 1_000 && every <= everyMsMax)) return;
  throw new UsageError("With a ledger, --every is from 1s to 366d.");
}

const everyMsMax = 366 * 86_400_000;

/** Simulates `command` if the options name a ledger. */
export async function pollingOf(
  command: readonly string[],
  config: Config,
  options: AssessOptions,
  run: { readonly environments: ClientEnvironments; readonly interruption: Interruption },
): Promise<Polled> {
  const { ledger, ledgerCommand, tick = "exec", setup, keeps, every, budget } = options;
  if (!hasLedger(options)) return noSimulation;
  const stillRunning = new Set<string>();
  const given = {
    ledger,
    ledgerCommand,
    states: options.states,
    tick,
    setup,
    covers: "all",
    keeps,
    every: every ?? everyMs,
    clockSkew: 0,
    clock: "variables",
    start,
    timeout: timeoutMs,
  } as const;
  const { interruption, environments } = run;
  const progress = simulationProgress(process.stderr, config.logLevel === "silent");
  const simulation = await simulate({
    ...historySettings({ command, config, options: given, interruption, stillRunning }),
    environmentOf: environments.of,
    leads,
    changes: new Set(usualChanges),
    wanted: new Set(),
    life: null,
    quota: Number.POSITIVE_INFINITY,
    everyTick: false,
    jobs: historiesAtOnce({ tick, setup, ledger, ledgerCommand }),
    shard: { part: 1, of: 1 },
    budgetMs: budget,
    // The page says how many there are; simulate shows each.
    shrinks: false,
    onProgress: progress.show,
  });
  progress.end();
  const { problem, findings, ticks, interrupted } = simulation;
  if (problem !== null) return notSimulated(problem);
  if (interrupted) return noSimulation;
  const lasting = findings.filter(({ discovery }) => discovery.lasting).length;
  return { polling: { lasting, late: findings.length - lasting, ticks }, notes: [] };
}

/** It may quote the client's output and rows of the ledger, so it stays with the person at the terminal. */
function notSimulated(problem: string): Polled {
  process.stderr.write(
    `lead-sandbox: The polling job could not be simulated: ${visible(problem)}\n`,
  );
  const note = "The polling job could not be simulated: the output of the command has the reason.";
  return { polling: null, notes: [note] };
}
