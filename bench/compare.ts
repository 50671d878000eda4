/**
 * Compares commits or checkouts of this project. One server of each runs from source, and the load visits them in
 * turns, on its own core. Each round gives a ratio; below 1 is faster than the first. Each start has new servers: a
 * process can be 5 % slower than another one with the same code.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { Command } from "commander";

import { root } from "../scripts/bundling.ts";
import type { Row } from "./bench.ts";
import { inTurns } from "./bench.ts";
import type { Figure } from "./figures.ts";
import { median } from "./figures.ts";
import { idOf, knownLead, writeFixture } from "./leads.ts";
import type { Load } from "./load/load.ts";
import { startLoad } from "./load/load.ts";
import { countOf } from "./options.ts";
import type { Sent } from "./sent.ts";
import type { Served } from "./served.ts";
import { startServed } from "./served.ts";
import { create, getOne, listsOf, reset, sandboxEnvironment } from "./targets/sandbox.ts";

interface Options {
  readonly leads: number;
  readonly only: string;
  readonly starts: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly files?: true;
}

const newWorkspace = {
  ...create,
  path: "/_sandbox/workspaces",
  headers: {},
  body: '{"id":"w{n}"}',
};

await new Command("npm run bench:compare --")
  .description(
    "Compares commits or folders with checkouts. Figures are the processor time of an answer at 10 connections. Those after a POST are the median time of the answer at 1 connection.",
  )
  .argument("<before>", "a commit, or a folder with a checkout")
  .argument("[after...]", "others to compare with it", ["."])
  .option("--leads <number>", "the number of Leads", countOf, 10_000)
  .option("--only <text>", "runs only measures whose name contains this text", "")
  .option("--starts <number>", "how often each server starts", countOf, 3)
  .option("--rounds <number>", "the rounds of each start", countOf, 5)
  .option("--seconds <number>", "the seconds of a round", countOf, 1)
  .option("--files", "keeps workspaces in files (--data)")
  .action((before: string, after: readonly string[], options: Options) =>
    compare([before, ...after], options),
  )
  .parseAsync();

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function compare(names: readonly string[], options: Options): Promise<void> {
  const { leads, starts, files } = options;
  const folder = mkdtempSync(join(tmpdir(), "compare-"));
  const load = startLoad();
  const figures: Figure[] = [];
  try {
    const checkouts = names.map((name, at) => checkoutOf(name, join(folder, `checkout-${at}`)));
    const fixture = writeFixture(folder, leads);
    for (let start = 0; start < starts; start += 1) {
      const data = files === true ? join(folder, `data-${start}`) : null;
      const servers: (readonly [string, Served])[] = [];
      try {
        for (const [at, checkout] of checkouts.entries()) {
          const server = await serve(checkout, fixture, data === null ? null : `${data}-${at}`);
          servers.push([`${at}: ${names[at]}`, server]);
        }
        // Another server goes first in every other start.
        const inOrder = start % 2 === 0 ? servers : servers.toReversed();
        figures.push(...(await measureAll(load, inOrder, options)));
      } finally {
        await Promise.all(servers.map(([, server]) => server.stop()));
      }
    }
    print(figures);
  } finally {
    await load.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder of a checkout. That of a commit is made in `folder`. */
function checkoutOf(name: string, folder: string): string {
  if (existsSync(name)) return resolve(name);
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", name], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

function serve(checkout: string, fixture: string, data: string | null): Promise<Served> {
  const program = [process.execPath, join(checkout, "src/start.mjs")] as const;
  const env = sandboxEnvironment(fixture);
  const command = (port: number) => ({
    line: data === null ? program : ([...program, "--data", data] as const),
    cwd: checkout,
    env: env(port),
  });
  return startServed(command, getOne(knownLead));
}

async function measureAll(
  load: Load,
  servers: readonly (readonly [name: string, server: Served])[],
  { leads, only, rounds, seconds }: Options,
): Promise<readonly Figure[]> {
  const all: Figure[] = [];
  const rowsOf = (visit: (server: Served) => Promise<number>): readonly Row[] =>
    servers.map(([name, server]) => [name, () => visited(server, visit)]);
  const measure = async (name: string, visit: (server: Served) => Promise<number>) => {
    if (!name.includes(only)) return;
    // The first round only warms up.
    all.push(...(await inTurns({ say, rounds }, name, rowsOf(visit), { warmUps: 1 })));
  };
  const requests = (sent: readonly Sent[]) => async (server: Served) => {
    const before = server.cpu();
    const job = { port: server.port, requests: sent, connections: 10, isRandom: true, seconds };
    const { answers } = await load.run(job);
    return ((server.cpu() - before) * 1e6) / answers;
  };
  const afterPost = (sent: Sent) => async (server: Served) => {
    const job = { port: server.port, requests: [create, sent], connections: 1, countsLast: true };
    return (await load.run({ ...job, seconds })).medianMs * 1e3;
  };
  const lists = listsOf(leads);
  const random = Array.from({ length: leads }, (_, number) => getOne(idOf(number)));
  await measure("GET one", requests([getOne(knownLead)]));
  await measure("GET a random Lead", requests(random));
  await measure("list, first page", requests([lists["first page"]]));
  await measure("list, deep page", requests([lists["deep page"]]));
  await measure("POST", requests([create]));
  for (const [name, list] of Object.entries(lists)) {
    await measure(`${name}, after a POST`, afterPost(list));
  }
  await measure("reset, after a POST", afterPost(reset));
  await measure("new workspace", requests([newWorkspace]));
  return all;
}

async function visited(server: Served, visit: (server: Served) => Promise<number>) {
  // Otherwise the POSTs of earlier measures would make lists longer.
  await fetch(`http://127.0.0.1:${server.port}${reset.path}`, { method: reset.method });
  return { median: [await visit(server), "µs"] } as const;
}

/** Prints the median of each checkout, and its ratios to the first one over all starts. */
function print(figures: readonly Figure[]): void {
  const found = (measure: string, target: string): readonly number[] =>
    figures
      .filter((one) => one.measure === measure && one.target === target)
      .flatMap((one) => one.rounds);
  const targets = [...new Set(figures.map(({ target }) => target))];
  for (const measure of new Set(figures.map((one) => one.measure))) {
    const before = found(measure, targets[0] ?? "");
    for (const target of targets) {
      const own = found(measure, target);
      const ratios = own.map((value, round) => value / (before[round] ?? Number.NaN));
      const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
      const ratio = target === targets[0] ? "" : `${median(ratios).toFixed(2)} (${range})`;
      const time = `${median(own).toFixed(1).padStart(9)} µs`;
      process.stdout.write(`${measure.padEnd(38)} ${target.padEnd(20)} ${time}  ${ratio}\n`);
    }
  }
}
