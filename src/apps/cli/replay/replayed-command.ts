/** What a replay takes from a bundle, which may come from a stranger, and what only its user can give. */
import { once } from "node:events";
import { createInterface } from "node:readline";

import * as z from "zod";

import { usualNames } from "../../../domain/model/client-variables.ts";
import type { BundleContent } from "../../../harness/explore/bundle/bundle-content.ts";
import { shellLine } from "../../../harness/explore/report/commands.ts";
import type { Config } from "../../../server/settings/config.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { InterceptBy } from "../client-command/intercept-by.ts";
import { UsageError } from "../usage-error.ts";

/** The options that a trial and a history share. */
export const ReplayOptions = z.looseObject({
  at: z.number().optional(),
  run: z.boolean().default(false),
  env: z.string().optional(),
  setup: z.string().optional(),
  surfaceHosts: z.string().optional(),
  intercept: z.union([z.literal(true), z.string()]).optional(),
  otherHosts: z.string().optional(),
  interceptBy: InterceptBy.optional(),
  json: z.boolean().default(false),
});

/** What the command line of `replay` says about the command. */
export interface GivenToReplay {
  readonly command: readonly string[];
  readonly run: boolean;
  readonly results?: string | undefined;
  readonly env?: string | undefined;
  /** Runs code, so it never comes from a bundle. */
  readonly setup?: string | undefined;
}

/**
 * The command to run: the given one, or that of the bundle, which is printed and needs `--run` or a yes on a terminal.
 */
export async function commandToReplay(
  { command }: Pick<BundleContent, "command">,
  { command: given, run }: GivenToReplay,
): Promise<readonly string[]> {
  if (given.length > 0 && run) {
    throw new UsageError(
      "--run runs the command of the bundle. Leave it out, or the command after --.",
    );
  }
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

/** The options that only a command needs. */
const ofCommand =
  "results env setup ledger ledgerCommand tick surfaceHosts intercept otherHosts interceptBy".split(
    " ",
  );

/** Refuses with `--serve` what is about a command. */
export function refuseWithServe(
  command: readonly string[],
  options: Readonly<Record<string, unknown>>,
): void {
  if (options["json"] === true) {
    throw new UsageError("--serve has no result to print. Leave out --json, or --serve.");
  }
  const isBare = ofCommand.every((name) => options[name] === undefined);
  if (command.length === 0 && options["run"] !== true && isBare) return;
  throw new UsageError(
    "--serve runs no command. Leave out the command, --run, --results, --env, --setup, --ledger, --tick and the flags of interception, or --serve.",
  );
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

/** The options that name hosts. */
interface GivenHosts {
  readonly surfaceHosts?: string | undefined;
  readonly intercept?: true | string | undefined;
  readonly otherHosts?: string | undefined;
}

/** Only the command line names hosts: a bundle of a stranger must not. */
export function hostsGiven({ surfaceHosts, intercept, otherHosts }: GivenHosts) {
  const given = Object.entries({ surfaceHosts, intercept, otherHosts });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
