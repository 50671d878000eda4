/** Runs the `explore` command as users do. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers";

import * as z from "zod";

import type { Bench } from "../bench.ts";

const Report = z.object({
  summary: z.object({ runs: z.int(), trials: z.int(), durationMs: z.number() }),
  trials: z.array(
    z.object({ variation: z.object({ id: z.string() }), workspace: z.string().nullable() }),
  ),
});

/** The result of an exploration. */
export interface Explored extends z.infer<typeof Report> {
  /** The time of the process, including its start and reports. */
  readonly tookMs: number;
  /** The RSS of the exploring process without its children, sampled four times a second; empty except on Linux. */
  readonly rss: readonly number[];
}

/** The path of a program to explore. */
export const program = (name: "client" | "suite"): string =>
  join(import.meta.dirname, `${name}.mjs`);

/** Explores the faults of a program under `env`, in a separate folder. */
export async function explored(
  { targets, folder }: Bench,
  name: "client" | "suite",
  env: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<Explored> {
  const cwd = mkdtempSync(join(folder, "explored-"));
  const settings = ["explore", "--only", "faults", "--out", "out", "--budget", "30m", ...options];
  const command = ["--", process.execPath, program(name)];
  const { line } = targets.sandbox([...settings, ...command]).command(null, folder)(0);
  const [file, ...args] = line;
  const began = performance.now();
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: "ignore" });
  const rss: number[] = [];
  const sampling = setInterval(() => rss.push(...memoryOf(child.pid ?? 0)), 250);
  await once(child, "exit");
  clearInterval(sampling);
  const tookMs = performance.now() - began;
  if (child.exitCode !== 0) throw new Error(`explore ended with ${child.exitCode}.`);
  const report = Report.parse(JSON.parse(readFileSync(join(cwd, "out/report.json"), "utf8")));
  return { ...report, tookMs, rss };
}

/** The RSS of a process in bytes. */
function memoryOf(pid: number): readonly number[] {
  if (process.platform !== "linux") return [];
  try {
    const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kibibytes === undefined ? [] : [Number(kibibytes) * 1_024];
  } catch {
    return []; // The process has ended.
  }
}
