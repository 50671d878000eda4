import { counted } from "../../../base/values/counted.ts";
import { Date } from "../../../base/values/native-timers.ts";
import { picked } from "../../../base/values/picked.ts";
import type { HistoryBundle } from "../../../harness/simulate/bundle/history-bundle.ts";
import type { HistoryRun } from "../../../harness/simulate/history/run-history.ts";
import { runHistory } from "../../../harness/simulate/history/run-history.ts";
import { fixedScript, lastTicksOf } from "../../../harness/simulate/history/script.ts";
import { UnknownWord } from "../../../harness/simulate/judge/values.ts";
import { historyProblem } from "../../../harness/simulate/rehearsal.ts";
import { SimulationProblem } from "../../../harness/simulate/settings.ts";
import { clientEnvironments } from "../client-command/client-environment.ts";
import { newInterruption } from "../interruption.ts";
import type { ReplayOptions } from "../options/replay.ts";
import { historySettings } from "../simulate/history-settings.ts";
import { isLoopbackUrl } from "../simulate/values.ts";
import { UsageError } from "../usage-error.ts";
import { bundledSandbox, commandToReplay, envToReplay, hostOptions } from "./replayed-command.ts";
import type { ReplayResult } from "./result.ts";
import { printReplay, replayFormat } from "./result.ts";

/**
 * Replays the history of a bundle: 1 when its finding still shows, 0 when it is gone, 3 when the comparison means
 * nothing.
 */
export async function replayHistory(
  bundle: HistoryBundle,
  given: readonly string[],
  options: ReplayOptions,
): Promise<number> {
  refuseMissing(bundle, options);
  const { history, finding } = bundle;
  const asked = { ...options, command: given };
  const env = envToReplay(bundle, asked);
  const command = await commandToReplay(bundle, asked);
  const interruption = newInterruption();
  const settings = settingsOf(bundle, options, command, interruption);
  const environments = await clientEnvironments({ ...options, env, command }, settings.config);
  try {
    const { signal } = interruption;
    const run = await runHistory(
      {
        ...settings,
        environmentOf: environments.of,
        setup: options.setup,
      },
      {
        run: 1,
        leads: history.leads,
        script: fixedScript(history.events, { everyTick: false, lastTicks: lastTicksOf(settings) }),
        judges: true,
        mustEnd: () => signal.aborted,
      },
    );
    const interrupted = interruption.code();
    if (interrupted !== null) return interrupted;
    return printReplay(resultOf(run, finding), options);
  } catch (error) {
    if (!(error instanceof SimulationProblem) && !(error instanceof UnknownWord)) throw error;
    return printReplay(replayed(finding, "invalid", error.message), options);
  } finally {
    await environments.end();
    interruption.end();
  }
}

type Finding = HistoryBundle["finding"];

function resultOf(run: HistoryRun, finding: Finding): ReplayResult {
  const shows = run.discoveries.some(
    ({ kind, column, lasting }) =>
      kind === finding.kind && column === finding.column && lasting === finding.lasting,
  );
  const reason = `after ${counted(run.ticks.length, "tick")}.`;
  if (shows) return replayed(finding, "shows", reason);
  const problem = historyProblem(run);
  return problem === null
    ? replayed(finding, "gone", reason)
    : replayed(finding, "invalid", problem);
}

function replayed(
  { kind, column }: Finding,
  result: ReplayResult["result"],
  reason: string,
): ReplayResult {
  const about = [kind, column].filter((one) => one !== null).join(" ");
  return {
    format: replayFormat,
    kind: "history",
    finding: about,
    result,
    verdict: null,
    reason,
    exitCode: null,
  };
}

/** Where the ledger is and how a tick starts can run code or open a URL, so only the command line says it. */
function refuseMissing(
  { options }: HistoryBundle,
  { ledger, ledgerCommand, tick }: ReplayOptions,
): void {
  if (options.ledger !== "none" && ledger === undefined && ledgerCommand === undefined) {
    throw new UsageError(
      "The finding was judged by a ledger. Name it with --ledger or --ledger-command.",
    );
  }
  if (options.tick === "url" && tick === undefined) {
    throw new UsageError("Its ticks started by a URL. Name it with --tick.");
  }
  if (tick !== undefined && tick !== "exec" && tick !== "stdin" && !isLoopbackUrl(tick)) {
    throw new UsageError("Invalid --tick. Expected exec, stdin, or a URL on loopback.");
  }
}

function settingsOf(
  { settings, options, startsAt }: HistoryBundle,
  given: ReplayOptions,
  command: readonly string[],
  interruption: ReturnType<typeof newInterruption>,
) {
  const { config, worlds } = historyWorld(settings, { port: 0, ...picked(given, ...hostOptions) });
  const asked = historySettings({
    command,
    config,
    options: {
      ...options,
      ledger: given.ledger,
      ledgerCommand: given.ledgerCommand,
      states: new Map(Object.entries(options.states)),
      setup: given.setup,
      tick: given.tick ?? options.tick,
      start: new Date(startsAt).toISOString(),
    },
    interruption,
    stillRunning: new Set(),
  });
  return { ...asked, worlds };
}

export function historyWorld(
  { seed, fixture, assumptions, https }: HistoryBundle["settings"],
  more: Readonly<Record<string, unknown>>,
) {
  return bundledSandbox(fixture, { seed, assumptions, https, quota: null, ...more });
}
