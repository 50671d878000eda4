import { readTextFile } from "../../../base/texts/text-file.ts";
import { singleLine } from "../../../base/texts/visible.ts";
import { picked } from "../../../base/values/picked.ts";
import { BundleError, openBundle } from "../../../harness/bundle/bundle-file.ts";
import type { BundleContent } from "../../../harness/explore/bundle/bundle-content.ts";
import { trialBundle } from "../../../harness/explore/bundle/bundle.ts";
import type { Replayed } from "../../../harness/explore/bundle/replay.ts";
import { replay } from "../../../harness/explore/bundle/replay.ts";
import { variedCallAt } from "../../../harness/explore/bundle/replayed.ts";
import {
  bundledCallName,
  newRunTime,
  stateBefore,
} from "../../../harness/explore/bundle/state-before.ts";
import { isTested } from "../../../harness/explore/report/coverage.ts";
import { stillRunningNote } from "../../../harness/explore/report/notes.ts";
import { problemMessage } from "../../../harness/explore/report/problem.ts";
import type { RunSettings } from "../../../harness/explore/run/run-settings.ts";
import { resultFiles } from "../../../harness/runs/test-results.ts";
import { historyBundle, isHistoryBundle } from "../../../harness/simulate/bundle/history-bundle.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import { announcedBy } from "../check/announced-in.ts";
import { clientEnvironments } from "../client-command/client-environment.ts";
import { newInterruption } from "../interruption.ts";
import type { ReplayOptions } from "../options/replay.ts";
import { printAdoptLine } from "../serve/adopt-line.ts";
import { serveUntilStopped } from "../serve/serve.ts";
import { UsageError } from "../usage-error.ts";
import {
  bundledSandbox,
  commandToReplay,
  envToReplay,
  hostOptions,
  resultsToReplay,
} from "./replayed-command.ts";
import type { ReplayResult } from "./result.ts";
import { printReplay, replayFormat } from "./result.ts";

/**
 * Replays the bundle in `file`: 1 when its finding still shows, 0 when it is gone, 3 when the command fails without
 * any variation.
 */
export async function replayBundle(
  file: string,
  given: readonly string[],
  options: ReplayOptions,
): Promise<number> {
  const opened = openBundle(await bundleFileText(file), file);
  if (!isHistoryBundle(opened)) return replayTrial(trialBundle(opened), given, options);
  const bundle = historyBundle(opened);
  if (options.serve) {
    const { serveHistory } = await import("./serve-history.ts");
    return serveHistory(bundle, options);
  }
  const { replayHistory } = await import("./history.ts");
  return replayHistory(bundle, given, options);
}

async function replayTrial(
  bundle: BundleContent,
  given: readonly string[],
  options: ReplayOptions,
): Promise<number> {
  const { serve, at, port } = options;
  const asked = { ...options, command: given };
  if (serve) {
    return serveBundle(bundle, at ?? variedCallAt(bundle), { port, ...picked(options, "adopt") });
  }
  const results = resultsToReplay(bundle, asked);
  const env = envToReplay(bundle, asked);
  // Only the command line names hosts. Without `--adopt` and its variable, the bundle says what its sandbox adopted.
  const world = worldOf(bundle, picked(options, ...hostOptions, "adopt"));
  // A fixture that this version lacks is an error before anyone is asked.
  openSandbox(world.config, {}, world.worlds).close();
  const announced = await announcedAgain(bundle);
  const command = await commandToReplay(bundle, asked);
  printAdoptLine(world.config);
  const interruption = newInterruption();
  const environments = await clientEnvironments({ ...options, env, command }, world.config);
  try {
    const replayed = await replay(bundle, {
      command,
      ...world,
      environmentOf: environments.of,
      startsAt: bundle.startsAt,
      results: results === null ? null : resultFiles(results),
      setup: options.setup,
      rerun: bundle.settings.rerun,
      timeoutMs: bundle.settings.timeoutMs,
      signal: interruption.signal,
      ...announced,
      onStillRunning: (processes) =>
        void process.stderr.write(`${singleLine(stillRunningNote(processes))}\n`),
    });
    const interrupted = interruption.code();
    if (interrupted !== null) return interrupted;
    process.stderr.write(await environments.interceptedText(replayed.problem));
    return printReplay(resultOf(bundle, replayed), options);
  } finally {
    await environments.end();
    interruption.end();
  }
}

/** The announced changes of a bundle, read like a list: they come from outside. */
async function announcedAgain({
  variation,
}: BundleContent): Promise<Pick<RunSettings, "announced">> {
  const { announced } = variation ?? {};
  if (announced === undefined) return {};
  const text = announced.changes.map((one) => JSON.stringify(one)).join("\n");
  return { announced: await announcedBy({ name: "The list in the bundle", text }, null) };
}

function resultOf({ sentence }: BundleContent, replayed: Replayed): ReplayResult {
  const about = { format: replayFormat, kind: "trial", finding: sentence } as const;
  if (replayed.problem !== null) {
    const reason = problemMessage(replayed.problem);
    return { ...about, result: "invalid", verdict: null, reason, exitCode: null };
  }
  const { judgement, shows, observation } = replayed;
  const { code } = observation.exit;
  const provesNothing = judgement !== null && !isTested(judgement);
  return {
    ...about,
    result: provesNothing ? "invalid" : shows ? "shows" : "gone",
    verdict: judgement?.verdict ?? null,
    reason: judgement?.reason ?? `The command ends with ${code}.`,
    exitCode: code,
  };
}

async function bundleFileText(file: string): Promise<string> {
  try {
    return await readTextFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BundleError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

/** The sandbox of the run of a bundle. */
function worldOf({ settings }: BundleContent, more: Readonly<Record<string, unknown>>) {
  const { seed, fixture, quota, assumptions, https, adopt = false } = settings;
  const own = { seed, assumptions, https, adopt, ...(quota === undefined ? {} : { quota }) };
  return bundledSandbox(fixture, { port: 0, ...own, ...more });
}

/** Serves the world just before call number `at`, with the choices of the run, until stopped. */
async function serveBundle(
  bundle: BundleContent,
  at: number,
  more: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { calls, variation, settings, startsAt } = bundle;
  if (at > calls.length + 1) {
    throw new UsageError(`--at is ${at}. Expected a number from 1 to ${calls.length + 1}.`);
  }
  const assumptions = { ...settings.assumptions, ...variation?.choices };
  const { config, worlds } = worldOf(bundle, { ...more, assumptions });
  const next = calls[at - 1];
  const time = newRunTime(startsAt);
  return serveUntilStopped(
    config,
    async (sandbox) => {
      await stateBefore(sandbox, bundle, { at, time });
      process.stderr.write(
        `${singleLine(bundle.sentence)}\n${next === undefined ? "Every call was made" : `Next call, ${at} of ${calls.length}: ${singleLine(bundledCallName(next))}`}\n`,
      );
      return async () => {};
    },
    { systemNow: time.now },
    worlds,
  );
}
