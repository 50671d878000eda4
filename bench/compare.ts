/**
 * Compares checkouts of this project: `node bench/compare.ts BEFORE [AFTER...]`, with `--rounds 9` and `--seconds 1`. One
 * server of each runs from source at the same time; they are loaded in turns, on a core of their own, and each round
 * gives a ratio of the processor time that an answer takes. A ratio below 1 is faster than BEFORE.
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
  path: `/v1/firms/${firmId}/leads?limit=20&withDeleted=true`,
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
    name: "filter by email",
    sent: [target.create, target.filter?.("new00000001@example.com") ?? deleted],
  },
  { name: "404", sent: [{ ...target.getOne, path: `/v1/leads/${knownLead.toLowerCase()}x` }] },
  { name: "POST", sent: [target.create] },
  { name: "POST in files", sent: [target.create], inFiles: true },
];

process.exitCode = await compare();

async function compare(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "9" },
      seconds: { type: "string", default: "1" },
      only: { type: "string", default: "" },
    },
  });
  if (positionals.length === 0) {
    process.stderr.write("Missing checkout. Usage: node bench/compare.ts BEFORE [AFTER...]\n");
    return 2;
  }
  const checkouts = (positionals.length === 1 ? [...positionals, "."] : positionals).map((one) =>
    resolve(one),
  );
  const folder = mkdtempSync(join(tmpdir(), "compare-"));
  const fixture = writeFixture(folder, leads);
  const load = startLoad();
  const chosen = measures.filter(({ name }) => name.includes(values.only));
  try {
    for (const inFiles of [false, true]) {
      const own = chosen.filter((measure) => (measure.inFiles ?? false) === inFiles);
      if (own.length === 0) continue;
      const servers = await Promise.all(
        checkouts.map((checkout, at) =>
          serve(checkout, fixture, inFiles ? join(folder, `data-${at}`) : null),
        ),
      );
      for (const { name, sent } of own) {
        const figures = await inTurns(
          load,
          servers,
          sent,
          Number(values.rounds),
          Number(values.seconds),
        );
        print(name, checkouts, figures);
      }
      await Promise.all(servers.map((server) => server.stop()));
    }
  } finally {
    await load.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
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

/** Microseconds of processor time an answer, by server and round. */
async function inTurns(
  load: Load,
  servers: readonly Served[],
  sent: readonly Sent[],
  rounds: number,
  seconds: number,
): Promise<readonly (readonly number[])[]> {
  const figures: number[][] = servers.map(() => []);
  for (let round = -1; round < rounds; round += 1) {
    const order = servers.map((_, at) => (at + Math.max(round, 0)) % servers.length);
    for (const at of order) {
      const server = servers[at];
      if (server === undefined) continue;
      const before = server.cpu();
      const { answers } = await load.run(server.port, sent, { connections, seconds });
      // The first round warms up.
      if (round >= 0) figures[at]?.push(((server.cpu() - before) * 1e6) / answers);
    }
  }
  return figures;
}

function print(
  name: string,
  checkouts: readonly string[],
  figures: readonly (readonly number[])[],
): void {
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
