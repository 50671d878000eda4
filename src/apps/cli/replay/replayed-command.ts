/** What a replay takes from a bundle, which may come from a stranger, and what only its user can give. */
import { once } from "node:events";
import { createInterface } from "node:readline";

import { usualNames } from "../../../domain/model/client-variables.ts";
import type { BundleContent } from "../../../harness/explore/bundle/bundle-content.ts";
import { shellLine } from "../../../harness/explore/report/commands.ts";
import type { Config } from "../../../server/settings/config.ts";
import { readConfig } from "../../../server/settings/config.ts";
import type { ReplayOptions } from "../options/replay.ts";
import { UsageError } from "../usage-error.ts";

/** What the command line of `replay` says about the command. */
export interface GivenToReplay extends Pick<ReplayOptions, "run" | "results" | "env"> {
  readonly command: readonly string[];
}

/**
 * The command to run: the given one, or that of the bundle, which is printed and needs `--run` or a yes on a terminal.
 */
export async function commandToReplay(
  { command }: Pick<BundleContent, "command">,
  { command: given, run }: GivenToReplay,
): Promise<readonly string[]> {
  if (given.length > 0) return given;
  process.stderr.write(`The command of the bundle:\n  ${shellLine(command)}\n`);
  if (run || (await isConfirmed())) return command;
  throw new UsageError(
    "The command was not run. Pass --run if you trust this bundle, or your own command after --.",
  );
}

/** Asks on a terminal; false without one. */
async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  process.stderr.write("Run it? [y/N] ");
  const input = createInterface({ input: process.stdin });
  const ended = once(input, "close").then(() => [""]);
  const [answer]: readonly unknown[] = await Promise.race([once(input, "line"), ended]);
  input.close();
  return /^y(?:es)?$/i.test(String(answer).trim());
}

/** The pattern of the result files. Only the command line can name it. */
export function resultsToReplay(
  { settings, variation }: Pick<BundleContent, "settings" | "variation">,
  { results }: GivenToReplay,
): string | null {
  if (results !== undefined) return results;
  if (settings.results === null || variation === null) return null;
  throw new UsageError(
    `The finding was judged by test results. Name the files that the command writes: ${option("--results", settings.results)}`,
  );
}

/** The names of the variables. Those of a bundle must be the usual ones: any other could make a program load code. */
export function envToReplay(
  { settings }: { readonly settings: Pick<BundleContent["settings"], "env"> },
  { env }: GivenToReplay,
): string | undefined {
  if (env !== undefined || settings.env === null) return env;
  if (settings.env.split(",").every(isUsual)) return settings.env;
  throw new UsageError(
    `The bundle names variables of the client. Check the names and pass them: ${option("--env", settings.env)}`,
  );
}

/** Addresses and other values do not take each other's names, so that no client calls an address of the bundle. */
function isUsual(pair: string): boolean {
  const [value = "", name = ""] = pair.split("=", 2);
  const [usual] = Object.entries(usualNames).find(([, one]) => one === name) ?? [];
  const isKnown = usual !== undefined && Object.hasOwn(usualNames, value);
  return isKnown && isAddress(value) === isAddress(usual);
}

function isAddress(value: string): boolean {
  return value === "url" || value === "control";
}

function option(name: string, value: string): string {
  return shellLine([name, value]);
}

/** The sandbox of a bundle's run: its settings, and its world unless that is built in. */
export function bundledSandbox(
  fixture: BundleContent["settings"]["fixture"],
  flags: Readonly<Record<string, unknown>>,
): { readonly config: Config; readonly worlds: readonly unknown[] } {
  const isNamed = typeof fixture === "string";
  const named = { fixture: isNamed ? fixture : "given-1", ...flags };
  return { config: readConfig({ flags: named }), worlds: isNamed ? [] : [fixture] };
}

/** The options that name hosts: a bundle of a stranger must not. */
export const hostOptions = ["surfaceHosts", "intercept", "otherHosts"] as const;
