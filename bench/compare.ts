/** Compares the processor time of requests: of commits or checkouts of this project, and of bare Hono. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Command, InvalidArgumentError } from "commander";

import { root } from "../scripts/bundling.ts";
import type { Ratios } from "./budget.ts";
import { lowerOf, overBudget, ratiosToBare, readBudget, tolerance, writeBudget } from "./budget.ts";
import { checkoutOf } from "./checkouts.ts";
import { compareCheckouts } from "./compare-checkouts.ts";
import { comparisonOf, requestComparisonOf } from "./comparison.ts";
import type { Load } from "./load/load.ts";
import { startLoad } from "./load/load.ts";
import { countOf } from "./options.ts";
import type { Extent, RequestName } from "./requests.ts";
import {
  bareContender,
  waitersName,
  checkoutContender,
  measureRequests,
  postName,
  requestNames,
} from "./requests.ts";

interface Options {
  readonly hono?: true;
  readonly budget?: true;
  readonly write?: true;
  readonly leads?: number;
  readonly only: string;
  readonly starts?: number;
  readonly rounds?: number;
  readonly seconds?: number;
  readonly files?: true;
}

const own = "this checkout";

// Exit handlers kill the servers that still run. Without this, a signal would end the process without running them.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

await new Command("npm run bench:compare --")
  .description(
    "Compares commits or folders with checkouts. Figures are the processor time of an answer at 10 connections. Those after a POST are the median time of the answer at 1 connection. Commits run with the packages of this checkout.",
  )
  .argument("[before]", "a commit, or a folder with a checkout")
  .argument("[after...]", "others to compare with it", ["."])
  .option(
    "--hono",
    "compares the requests of a suite with bare Hono, too: GET, list, POST, waiters",
  )
  .option("--budget", "compares this checkout with bare Hono; exits with 1 above bench/budget.json")
  .option("--write", "with --budget, records the measured ratios instead")
  .option("--leads <number>", "the number of Leads (default: 10000, with --hono 1000)", countOf)
  .option("--only <text>", "runs only measures whose name contains this text", "")
  .option("--starts <number>", "how often each server starts (default: 3)", countOf)
  .option("--rounds <number>", "the rounds of each start (default: 5, with --hono 12)", countOf)
  .option("--seconds <number>", "the seconds of a round (default: 1, with --hono 0.3)", secondsOf)
  .option("--files", "keeps workspaces in files (--data)")
  .showHelpAfterError("See --help.")
  .action(
    async (before: string | undefined, after: readonly string[], options: Options, command) => {
      if (options.budget === true)
        return withLoad((load, folder) => checkBudget(load, folder, options));
      if (before === undefined) return command.error("error: missing argument 'before'");
      return withLoad((load, folder) => compare(load, folder, [before, ...after], options));
    },
  )
  .parseAsync();

function secondsOf(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Expected a number above 0.");
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function withLoad(work: (load: Load, folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "compare-"));
  const load = startLoad();
  try {
    await work(load, folder);
  } finally {
    await load.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  load: Load,
  folder: string,
  names: readonly string[],
  options: Options,
): Promise<void> {
  const checkouts = names.map(
    (name, at) => [`${at}: ${name}`, checkoutOf(name, join(folder, `checkout-${at}`))] as const,
  );
  if (options.hono === true) {
    const extent = requestExtent(options, (name) => name.includes(options.only));
    const contenders = [
      ...checkouts.map(([name, checkout]) =>
        checkoutContender(name, checkout, folder, extent.leads),
      ),
      bareContender(folder, extent.leads),
    ];
    const figures = await measureRequests(load, contenders, extent, say);
    process.stdout.write(requestComparisonOf(figures));
    return;
  }
  const { leads = 10_000, starts = 3, rounds = 5, seconds = 1 } = options;
  const extent = { ...options, leads, starts, rounds, seconds };
  process.stdout.write(
    comparisonOf(await compareCheckouts(load, checkouts, extent, { folder, say })),
  );
}

/** Many short rounds, so that some of them meet a quiet machine. */
function requestExtent(
  { leads = 1_000, starts = 3, rounds = 12, seconds = 0.3 }: Options,
  includes: Extent["includes"],
): Extent {
  return { leads, starts, rounds, seconds, includes };
}

/** A request over budget is measured again, in new processes, before it counts. */
async function checkBudget(load: Load, folder: string, options: Options): Promise<void> {
  const measure = async (names: readonly string[]): Promise<Ratios> => {
    // A POST with waiters is compared with the POST of bare Hono.
    const all = new Set([...names, ...(names.includes(waitersName) ? [postName] : [])]);
    const extent = requestExtent({ starts: 2, ...options }, (name: RequestName) => all.has(name));
    const contenders = [
      checkoutContender(own, root, folder, extent.leads),
      bareContender(folder, extent.leads),
    ];
    return ratiosToBare(await measureRequests(load, contenders, extent, say), own);
  };
  let measured = await measure(requestNames);
  if (options.write === true) {
    writeBudget(measured);
    return;
  }
  const budget = readBudget();
  const suspects = overBudget(budget, measured).map(({ request }) => request);
  if (suspects.length > 0) {
    say(`Over budget, measured again: ${suspects.join(", ")}`);
    measured = lowerOf(measured, await measure(suspects));
  }
  for (const [name, ratio] of Object.entries(measured)) {
    process.stdout.write(`${name.padEnd(24)} ${ratio.toFixed(2)} (budget ${budget[name]})\n`);
  }
  for (const { request, ratio, limit } of overBudget(budget, measured)) {
    say(
      `Over budget: ${request} takes ${ratio.toFixed(2)} times the processor time of bare Hono. At most ${tolerance} times its recorded ratio is allowed: ${limit.toFixed(2)}.`,
    );
    process.exitCode = 1;
  }
}
