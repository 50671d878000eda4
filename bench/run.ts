/** Runs the benchmarks: `npm run bench`. See `options.ts` for the options. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";

import { root } from "../scripts/bundling.ts";
import type { Bench, Measure } from "./bench.ts";
import { canPin, pinThisProcess } from "./cores.ts";
import type { Figure } from "./figures.ts";
import { Results } from "./figures.ts";
import { startLoad } from "./load/load.ts";
import { measures } from "./measures/measures.ts";
import type { Options } from "./options.ts";
import { help, readOptions, InvalidOptions } from "./options.ts";
import { reportOf } from "./report.ts";
import type { Targets } from "./targets/targets.ts";
import { prepareTargets } from "./targets/targets.ts";

// Exit handlers kill the servers that still run. Without this, a signal would end the process without running them.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof InvalidOptions)) throw error;
  progress(`${error.message}\nSee npm run bench -- --help.`);
  process.exitCode = 2;
}

async function main(options: Options): Promise<void> {
  if (options.isHelp) say(help);
  else if (options.report === null) await bench(options);
  else say(reportOf(Results.parse(JSON.parse(readFileSync(options.report, "utf8")))));
}

async function bench(options: Options): Promise<void> {
  const { isQuick, rounds, seconds, requests } = options;
  if (options.out !== null) mkdirSync(options.out, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-bench-"));
  const loadBefore = loadavg()[0] ?? 0;
  const targets = await prepareTargets(folder, options.targets);
  if (!canPin())
    progress("Cannot pin processes to cores (taskset): figures may be wrong by a factor of two.");
  pinThisProcess();
  const load = startLoad();
  const skipped: { what: string; why: string }[] = [];
  const skip = (what: string, error: unknown): void => {
    const text = error instanceof Error ? error.message : String(error);
    const why = text.replaceAll(folder, "FOLDER").split("\n", 1)[0] ?? "";
    skipped.push({ what, why });
    progress(`SKIPPED ${what}: ${text}`);
  };
  if (targets.java === null && options.targets.includes("WireMock")) {
    skip("WireMock", "requires Java, which is not installed");
  }
  try {
    const sized = (quick: number, full: number): number => (isQuick ? quick : full);
    const size = { rounds, seconds, requests, sized };
    const shared: Bench = { folder, targets, load, ...size, say: progress, skip };
    const chosen = measures.filter(({ name }) => options.measures.includes(name));
    const figures = await inTurn(chosen, shared);
    write(options, {
      date: new Date().toISOString().slice(0, 10),
      machine: machine(targets, loadBefore),
      run: { rounds, seconds, size: isQuick ? "quick" : "full" },
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

function write({ out, isWhole }: Options, results: Results): void {
  const report = reportOf(results);
  const folder = out ?? (isWhole ? join(root, "docs") : null);
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
