/** Runs the benchmarks: `npm run bench`. See `options.ts` for the options. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";

import type { Bench } from "./bench.ts";
import { canPin, pinThisProcess } from "./cores.ts";
import type { Results } from "./figures.ts";
import { startLoad } from "./load/load.ts";
import { measures } from "./measures/measures.ts";
import type { Options } from "./options.ts";
import { newBenchCommand } from "./options.ts";
import { reportOf } from "./report.ts";
import { prepareTargets } from "./targets/targets.ts";

// Exit handlers kill the servers that still run. Without this, a signal would end the process without running them.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

await newBenchCommand(bench).parseAsync();

async function bench(options: Options): Promise<void> {
  const { isQuick, only, rounds } = options;
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-bench-"));
  const [before = 0] = loadavg();
  const targets = await prepareTargets(folder);
  if (!canPin())
    say("Cannot pin processes to cores (taskset): figures may be wrong by a factor of two.");
  pinThisProcess();
  const load = startLoad();
  const sized = (quick: number, full: number): number => (isQuick ? quick : full);
  try {
    const measured = await measureAll({ folder, targets, load, rounds, sized, say }, only);
    write(options, {
      date: new Date().toISOString().slice(0, 10),
      machine: machine(),
      isPinned: canPin(),
      load: { before, after: loadavg()[0] ?? 0 },
      run: { rounds, size: isQuick ? "quick" : "full" },
      versions: targets.versions,
      ...measured,
    });
  } finally {
    await load.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(
  shared: Bench,
  only: Options["only"],
): Promise<Pick<Results, "figures" | "skipped">> {
  const measured: Pick<Results, "figures" | "skipped"> = { figures: [], skipped: [] };
  for (const { name, run } of measures) {
    if (only?.includes(name) === false) continue;
    try {
      measured.figures.push(...(await run(shared)));
    } catch (error) {
      const why = String(error).replaceAll(shared.folder, "FOLDER");
      measured.skipped.push({ what: name, why: why.split("\n", 1).join("") });
      say(`SKIPPED ${name}: ${why}`);
      process.exitCode = 1;
    }
  }
  return measured;
}

function machine(): string {
  const [first, ...others] = cpus();
  const memory = `${(totalmem() / 1_024 ** 3).toFixed(0)} GiB`;
  const system = `${process.platform} ${release()}, Node ${process.versions.node}`;
  return `${first?.model}, ${others.length + 1} cores, ${memory}, ${system}`;
}

/** Only a whole run replaces the report of the repository. */
function write({ isQuick, only }: Options, results: Results): void {
  const report = reportOf(results);
  if (isQuick || only !== null) {
    process.stdout.write(`${report}\n`);
    return;
  }
  const file = join(import.meta.dirname, "report");
  writeFileSync(`${file}.md`, report);
  writeFileSync(`${file}.json`, `${JSON.stringify(results, null, 1)}\n`);
  say("Written to bench/report.md and bench/report.json.");
}

function say(text: string): void {
  process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${text}\n`);
}
