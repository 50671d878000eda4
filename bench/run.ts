/**
 * The benchmarks: `npm run bench`, which takes about half an hour on two cores and writes `docs/performance.md` and
 * `docs/performance.json`. `-- --quick` takes a minute and writes nothing but what it prints, `-- --only NAME` runs one
 * measure (more with more of it), `-- --rounds 5`, `-- --seconds 4` and `-- --requests 100000` (of the measure of memory)
 * change its size, `-- --out FOLDER` writes the two files there, `-- --report FILE` writes the report
 * of figures that were measured before.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { root } from "../scripts/bundling.ts";
import type { Bench, Measure } from "./bench.ts";
import { canPin, pinThisProcess } from "./cores.ts";
import type { Figure } from "./figures.ts";
import { Results } from "./figures.ts";
import { startLoad } from "./load/load.ts";
import { measures } from "./measures/measures.ts";
import { reportOf } from "./report.ts";
import type { Targets } from "./targets/targets.ts";
import { prepareTargets } from "./targets/targets.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    rounds: { type: "string" },
    seconds: { type: "string" },
    requests: { type: "string" },
    out: { type: "string" },
    report: { type: "string" },
  },
});
const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
const seconds = Number(values.seconds ?? (values.quick ? 0.3 : 2));
const requests = Number(values.requests ?? (values.quick ? 20_000 : 1_000_000));
const chosen = measures.filter(({ name }) => values.only?.includes(name) ?? true);
const isWhole = !values.quick && values.only === undefined;

// An end by a signal is an exit too, at which the servers that still run are killed.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

if (values.report === undefined) {
  checkNames();
  await bench();
} else {
  const results = Results.parse(JSON.parse(readFileSync(values.report, "utf8")));
  say(reportOf(results));
}

function checkNames(): void {
  const known = measures.map(({ name }) => name);
  const unknown = values.only?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length === 0) return;
  throw new Error(`There is no measure ${unknown.join(", ")}; there are ${known.join(", ")}.`);
}

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-bench-"));
  const loadBefore = loadavg()[0] ?? 0;
  const targets = await prepareTargets(folder, values.quick);
  if (!canPin()) progress("Nothing can be pinned to a core here: figures may be off by two.");
  pinThisProcess();
  const load = startLoad();
  const skipped: { what: string; why: string }[] = [];
  const skip = (what: string, error: unknown): void => {
    const text = error instanceof Error ? error.message : String(error);
    const why = text.replaceAll(folder, "FOLDER").split("\n", 1)[0] ?? "";
    skipped.push({ what, why });
    progress(`SKIPPED ${what}: ${text}`);
  };
  if (targets.java === null) skip("WireMock", "it needs Java, and there is none");
  try {
    const sized = (quick: number, full: number): number => (values.quick ? quick : full);
    const size = { rounds, seconds, requests, sized };
    const shared: Bench = { folder, targets, load, ...size, say: progress, skip };
    const figures = await inTurn(chosen, shared);
    write({
      date: new Date().toISOString().slice(0, 10),
      machine: machine(targets, loadBefore),
      run: { rounds, seconds, size: values.quick ? "quick" : "full" },
      versions: targets.versions,
      figures: [...figures],
      skipped,
    });
  } finally {
    await load.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inTurn(all: readonly Measure[], shared: Bench): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const measure of all) {
    progress(`${new Date().toTimeString().slice(0, 8)} ${measure.name}`);
    try {
      figures.push(...(await measure.run(shared)));
    } catch (error) {
      shared.skip(measure.name, error);
      process.exitCode = 1;
    }
  }
  return figures;
}

function machine({ java }: Targets, loadBefore: number): Results["machine"] {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGiB: totalmem() / 1_024 ** 3,
    system: `${process.platform} ${release()}`,
    node: process.versions.node,
    java,
    isPinned: canPin(),
    loadBefore,
    loadAfter: loadavg()[0] ?? 0,
  };
}

function write(results: Results): void {
  const report = reportOf(results);
  const folder = values.out ?? (isWhole ? join(root, "docs") : null);
  if (folder === null) {
    say(report);
    return;
  }
  writeFileSync(join(folder, "performance.md"), report);
  writeFileSync(join(folder, "performance.json"), `${JSON.stringify(results, null, 1)}\n`);
  progress(`Written to ${folder}.`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
