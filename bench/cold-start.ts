/**
 * Measures how long a start takes, up to the first 200: `npm run bench:start`. `-- --rounds 31` runs more rounds.
 *
 * It starts the built command with an empty compile cache and with a full one, the command from source, and a bundled
 * minimal server. Each round starts each of them; the first round warms up and does not count. CPU is the processor
 * time of all threads up to the answer. Other work on the machine affects it less than wall time.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { build } from "tsdown";

import { buildImage } from "../scripts/build-command.ts";
import { bundling, root } from "../scripts/bundling.ts";
import { median } from "./figures.ts";
import type { Command } from "./served.ts";
import { startServed } from "./served.ts";

interface Program {
  readonly file: string;
  readonly environment?: Readonly<Record<string, string>>;
}

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

const yardstick = "bare Hono, bundled";
const nothingKept = { NODE_DISABLE_COMPILE_CACHE: "1" };

const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });
const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-start-"));
try {
  report(await measure(await builtPrograms(), Number(values.rounds)));
} finally {
  rmSync(folder, { recursive: true });
}

/** The programs by name. Each reads its port from PORT. */
async function builtPrograms(): Promise<ReadonlyMap<string, Program>> {
  const image = join(folder, "image");
  await buildImage(image, process.arch);
  const entry = { bare: "bench/bare-hono.ts" };
  await build({ ...bundling(), outDir: folder, entry, format: "esm", dts: false });
  const command = join(image, "command/start.mjs");
  const kept = { NODE_COMPILE_CACHE: join(folder, "kept") };
  return new Map<string, Program>([
    [yardstick, { file: join(folder, "bare.mjs") }],
    ["lead-sandbox, the first start", { file: command, environment: nothingKept }],
    ["lead-sandbox, a later start", { file: command, environment: kept }],
    ["lead-sandbox, from source", { file: join(root, "src/start.mjs") }],
  ]);
}

async function measure(
  programs: ReadonlyMap<string, Program>,
  rounds: number,
): Promise<ReadonlyMap<string, readonly Start[]>> {
  const starts = new Map<string, Start[]>([...programs.keys()].map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, program] of programs) {
      // oxlint-disable-next-line no-await-in-loop -- one start at a time
      const start = await started(program);
      if (round > 0) starts.get(name)?.push(start);
    }
  }
  return starts;
}

/** Starts a program on all cores, polls it until it answers 200, and stops it. */
async function started({ file, environment }: Program): Promise<Start> {
  const command = (port: number): Command => ({
    line: [process.execPath, file],
    env: { ...environment, PORT: String(port) },
  });
  const served = await startServed(command, { method: "GET", path: "/readyz" }, false);
  const start = { wallMs: served.startMs, cpuMs: served.cpu() * 1_000 };
  await served.stop();
  return start;
}

function report(starts: ReadonlyMap<string, readonly Start[]>): void {
  const least = starts.get(yardstick) ?? [];
  print("| started | median ms | fastest ms | times | CPU ms | times |");
  print(`| --- |${" ---: |".repeat(5)}`);
  for (const [name, of] of starts) {
    const walls = of.map(({ wallMs }) => wallMs);
    const wall = median(walls);
    const cpu = median(of.map(({ cpuMs }) => cpuMs));
    const wallTimes = wall / median(least.map(({ wallMs }) => wallMs));
    const cpuTimes = cpu / median(least.map(({ cpuMs }) => cpuMs));
    const cells = [wall.toFixed(0), Math.min(...walls).toFixed(0), wallTimes.toFixed(2)];
    print(`| ${[name, ...cells, cpu.toFixed(0), cpuTimes.toFixed(2)].join(" | ")} |`);
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
