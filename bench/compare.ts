/**
 * Compares checkouts of this project: `node bench/compare.ts BEFORE [AFTER...]`, with `--starts 3`, `--rounds 5` and
 * `--seconds 1`. One server per checkout runs from source. The load visits them in turn, on its own core. Each round
 * gives a ratio of the processor time per answer; below 1 is faster than BEFORE. Of several requests, only the last one
 * counts, by its median time at one connection. Each start has new servers: a process can be 5 % slower than another
 * one with the same code.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { firmId, key, knownLead, writeFixture } from "./leads-made.ts";
import { startLoad } from "./load/load.ts";
import type { Load } from "./load/load.ts";
import type { Sent } from "./sent.ts";
import { startServed } from "./served.ts";
import type { Served } from "./served.ts";
import { sandbox } from "./targets/sandbox.ts";

const leads = 10_000;
const connections = 10;
const headers = { "x-api-key": key };
const target = sandbox("");
const deleted: Sent = {
  method: "GET",
  path: `/v1/firms/${firmId}/leads?limit=20&scope=withDeleted`,
  headers,
};
const measures: readonly {
  readonly name: string;
  readonly sent: readonly Sent[];
  readonly inFiles?: true;
}[] = [
  { name: "GET one", sent: [target.getOne] },
  { name: "list of 20", sent: [target.list(0)] },
  { name: "list at offset 9000", sent: [target.list(9_000)] },
  { name: "list with deleted", sent: [deleted] },
  { name: "list after each POST", sent: [target.create, target.list(0)] },
  {
    name: "filter after each POST",
    sent: [target.create, target.filter?.("new00000001@example.com") ?? deleted],
  },
  { name: "404", sent: [{ ...target.getOne, path: `/v1/leads/${knownLead.toLowerCase()}x` }] },
  { name: "POST", sent: [target.create] },
  {
    name: "reset after each POST",
    sent: [target.create, { method: "POST", path: "/_sandbox/reset" }],
  },
  {
    name: "new workspace",
    sent: [{ ...target.create, path: "/_sandbox/workspaces", headers: {}, body: '{"id":"w{n}"}' }],
  },
  { name: "POST in files", sent: [target.create], inFiles: true },
];

/** Values by checkout and round. */
type Figures = readonly (readonly number[])[];

interface Run {
  readonly checkouts: readonly string[];
  readonly folder: string;
  readonly fixture: string;
  readonly load: Load;
  readonly starts: number;
  readonly rounds: number;
  readonly seconds: number;
}

process.exitCode = await compare();

async function compare(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      starts: { type: "string", default: "3" },
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "1" },
      only: { type: "string", default: "" },
    },
  });
  if (positionals.length === 0) {
    process.stderr.write("Missing checkout. Usage: node bench/compare.ts BEFORE [AFTER...]\n");
    return 2;
  }
  const paths = positionals.length === 1 ? [...positionals, "."] : positionals;
  const folder = mkdtempSync(join(tmpdir(), "compare-"));
  const run: Run = {
    checkouts: paths.map((path) => resolve(path)),
    folder,
    fixture: writeFixture(folder, leads),
    load: startLoad(),
    starts: Number(values.starts),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
  };
  const chosen = measures.filter(({ name }) => name.includes(values.only));
  try {
    await measureAll(run, chosen, false);
    await measureAll(run, chosen, true);
    if ("start".includes(values.only)) print("start", run.checkouts, await starts(run));
  } finally {
    await run.load.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

/** Runs the measures that use servers in memory, or in files, all on the same servers. */
async function measureAll(run: Run, chosen: typeof measures, inFiles: boolean): Promise<void> {
  const own = chosen.filter((measure) => (measure.inFiles ?? false) === inFiles);
  if (own.length === 0) return;
  const figures = own.map(() => run.checkouts.map((): number[] => []));
  /* oxlint-disable no-await-in-loop -- one after the other, as they share a core */
  for (let start = 0; start < run.starts; start += 1) {
    const servers = await Promise.all(
      run.checkouts.map((checkout, at) =>
        serve(checkout, run.fixture, inFiles ? join(run.folder, `data-${start}-${at}`) : null),
      ),
    );
    for (const [measure, { sent }] of own.entries()) {
      const seen = await inTurns(run, servers, sent);
      for (const [at, values] of seen.entries()) figures[measure]?.[at]?.push(...values);
    }
    await Promise.all(servers.map((server) => server.stop()));
  }
  /* oxlint-enable no-await-in-loop */
  for (const [measure, { name }] of own.entries())
    print(name, run.checkouts, figures[measure] ?? []);
}

function serve(checkout: string, fixture: string, data: string | null): Promise<Served> {
  const line = [
    process.execPath,
    join(checkout, "src/main.ts"),
    ...(data === null ? [] : ["--data", data]),
  ];
  const [program = "", ...args] = line;
  const command = (port: number) => ({
    line: [program, ...args] as const,
    cwd: checkout,
    env: {
      LEAD_SANDBOX_PORT: String(port),
      LEAD_SANDBOX_QUOTA: "off",
      LEAD_SANDBOX_FIXTURE: fixture,
    },
  });
  return startServed(command, target.getOne);
}

/** Processor time of a start in microseconds, by checkout and round. */
async function starts({ checkouts, fixture, rounds }: Run): Promise<Figures> {
  const figures: number[][] = checkouts.map(() => []);
  /* oxlint-disable no-await-in-loop -- one after the other, as they share a core */
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, checkout] of checkouts.entries()) {
      const server = await serve(checkout, fixture, null);
      figures[at]?.push(server.cpu() * 1e6);
      await server.stop();
    }
  }
  /* oxlint-enable no-await-in-loop */
  return figures;
}

/** Microseconds by server and round. */
async function inTurns(
  { load, rounds, seconds }: Run,
  servers: readonly Served[],
  sent: readonly Sent[],
): Promise<Figures> {
  const figures: number[][] = servers.map(() => []);
  /* oxlint-disable no-await-in-loop -- one after the other, as they share a core */
  for (let round = -1; round < rounds; round += 1) {
    for (const at of servers.keys()) {
      const turn = (at + Math.max(round, 0)) % servers.length;
      const server = servers[turn];
      if (server === undefined) continue;
      const figure = await (sent.length > 1 ? lastOf : eachOf)(load, server, sent, seconds);
      // The first round only warms up.
      if (round >= 0) figures[turn]?.push(figure);
    }
  }
  /* oxlint-enable no-await-in-loop */
  return figures;
}

/** Processor time per answer in microseconds. */
async function eachOf(load: Load, server: Served, sent: readonly Sent[], seconds: number) {
  const before = server.cpu();
  const { answers } = await load.run(server.port, sent, { connections, seconds });
  return ((server.cpu() - before) * 1e6) / answers;
}

/** Median time of the last of several requests in microseconds, at one connection. */
async function lastOf(load: Load, server: Served, sent: readonly Sent[], seconds: number) {
  const job = { connections: 1, countsLast: true, seconds };
  const { p50Ms } = await load.run(server.port, sent, job);
  return p50Ms * 1e3;
}

function print(name: string, checkouts: readonly string[], figures: Figures): void {
  const [before = []] = figures;
  for (const [at, own] of figures.entries()) {
    const ratios = own.map((value, round) => value / (before[round] ?? Number.NaN));
    const [least, middle, most] = [0, 0.5, 1].map((part) => quantile(ratios, part).toFixed(2));
    const ratio = at === 0 ? "" : `${middle} (${least} to ${most})`;
    process.stdout.write(
      `${name.padEnd(22)} ${basename(checkouts[at] ?? "").padEnd(14)} ${quantile(own, 0.5).toFixed(1).padStart(8)} µs  ${ratio}\n`,
    );
  }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}
