import { readFile } from "node:fs/promises";

import * as z from "zod";

import type { Config } from "../config.ts";
import { readConfig } from "../config.ts";
import type { BundleContent } from "../explore/bundle.ts";
import { BundleError, readBundle } from "../explore/bundle.ts";
import { replay } from "../explore/replay.ts";
import { problemMessage } from "../explore/report/problem.ts";
import { resultFiles } from "../explore/results.ts";
import { bundledCallName, newRunTime, stateBefore, variedCallAt } from "../explore/state-before.ts";
import { clientEnvironments } from "./client-environment.ts";
import { exitCodes } from "./exit-codes.ts";
import { newInterruption } from "./interruption.ts";
import { serveUntilStopped } from "./serve.ts";
import { UsageError } from "./usage-error.ts";

const Options = z.looseObject({
  serve: z.boolean().default(false),
  at: z.number().optional(),
  port: z.string(),
});

const baselineCode = 3;

/**
 * Replays the bundle in `file`: 1 when its finding still shows, 0 when it is gone, 3 when the command fails without
 * any variation.
 */
export async function replayBundle(
  file: string,
  given: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { serve, at, port } = Options.parse(options);
  const bundle = readBundle(await textOf(file), file);
  if (serve) return serveBundle(bundle, at ?? variedCallAt(bundle), port);
  if (at !== undefined) throw new UsageError("--at requires --serve.");
  const command = given.length === 0 ? bundle.command : given;
  const { settings } = bundle;
  const interruption = newInterruption();
  const environments = await clientEnvironments(settings.env ?? undefined);
  try {
    const replayed = await replay(bundle, {
      command,
      ...worldOf(bundle, {}),
      environmentOf: environments.of,
      startsAt: bundle.startsAt,
      results: settings.results === null ? null : resultFiles(settings.results),
      rerun: settings.rerun,
      timeoutMs: settings.timeoutMs,
      signal: interruption.signal,
    });
    const interrupted = interruption.code();
    if (interrupted !== null) return interrupted;
    if (replayed.problem !== null) {
      process.stderr.write(`${problemMessage(replayed.problem)}\n`);
      return baselineCode;
    }
    const { judgement, shows, observation } = replayed;
    const reason = judgement?.reason ?? `The command ends with ${observation.exit.code}.`;
    const verdict = judgement === null ? "" : ` (${judgement.verdict})`;
    process.stderr.write(
      `${bundle.sentence}\n${shows ? "The finding shows" : "The finding is gone"}${verdict}: ${reason}\n`,
    );
    return shows ? exitCodes.failed : exitCodes.ok;
  } finally {
    await environments.end();
    interruption.end();
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BundleError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

/** The settings of the bundle's run, and its world unless that is built in. */
function worldOf(
  { settings }: BundleContent,
  more: Readonly<Record<string, unknown>>,
): { readonly config: Config; readonly worlds: readonly unknown[] } {
  const { seed, fixture, quota, assumptions, https } = settings;
  const isNamed = typeof fixture === "string";
  const flags = {
    port: 0,
    seed,
    fixture: isNamed ? fixture : "given-1",
    ...(quota === undefined ? {} : { quota }),
    assumptions,
    https,
    ...more,
  };
  return { config: readConfig({ flags }), worlds: isNamed ? [] : [fixture] };
}

/** Serves the world just before call number `at`, with the choices of the run, until stopped. */
async function serveBundle(bundle: BundleContent, at: number, port: string): Promise<number> {
  const { calls, variation, settings, startsAt } = bundle;
  if (at > calls.length + 1) {
    throw new UsageError(`--at is ${at}. Expected a number from 1 to ${calls.length + 1}.`);
  }
  const assumptions = { ...settings.assumptions, ...variation?.choices };
  const { config, worlds } = worldOf(bundle, { port, assumptions });
  const next = calls[at - 1];
  const time = newRunTime(startsAt);
  return serveUntilStopped(
    config,
    async (sandbox) => {
      await stateBefore(sandbox, bundle, { at, time });
      process.stderr.write(
        `${bundle.sentence}\n${next === undefined ? "Every call was made" : `Next call, ${at} of ${calls.length}: ${bundledCallName(next)}`}\n`,
      );
      return async () => {};
    },
    { systemNow: time.now },
    worlds,
  );
}
