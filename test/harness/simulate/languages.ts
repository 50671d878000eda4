/** Runs the pollers of `docs/polling` in their languages. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

import type { SimulationSettings } from "../../../src/harness/simulate/settings.ts";
import { execTicker } from "../../../src/harness/simulate/ticks/exec-ticker.ts";
import { stdinTicker } from "../../../src/harness/simulate/ticks/stdin-ticker.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";
import { java, javac } from "../../support/jvm.ts";

export const strategies = ["full_scan", "incremental", "newest_first"] as const;
export type Strategy = (typeof strategies)[number];

const runners = resolve("test/harness/simulate/runners");
const options = {
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  onStillRunning: () => {},
};

/** What simulates a program: its command, and how its ticks start. */
export type Job = Pick<SimulationSettings, "command" | "newTicker" | "ledger">;

const json = { kind: "file", file: "ledger.json" } as const;
const csv = { kind: "file", file: "ledger.csv" } as const;
const eachLine = (...command: readonly string[]): Omit<Job, "ledger"> => ({
  command,
  newTicker: stdinTicker(options),
});

/** A Python program, in one process. */
export function pythonJob(file: string): Job {
  return { ...eachLine("python3", join(runners, "each_line.py"), file), ledger: json };
}

const jobs = {
  Python: (strategy: Strategy): Job => pythonJob(resolve(`docs/polling/${strategy}.py`)),
  Node(strategy: Strategy): Job {
    const file = resolve(`docs/polling/${strategy}.mjs`);
    return { ...eachLine(process.execPath, join(runners, "each-line.mjs"), file), ledger: json };
  },
  Go(strategy: Strategy): Job {
    const binary = join(temporaryFolder(), strategy);
    execFileSync("go", ["build", "-o", binary, resolve(`docs/polling/${strategy}.go`)]);
    return { command: [binary], newTicker: execTicker(options), ledger: json };
  },
  Java(strategy: Strategy): Job {
    const name = javaNames[strategy];
    const classes = temporaryFolder();
    const sources = [resolve(`docs/polling/${name}.java`), join(runners, "EachLine.java")];
    execFileSync("javac", [...javac.slice(1), "-d", classes, ...sources]);
    return { ...eachLine(...java, "-cp", classes, "EachLine", name), ledger: csv };
  },
};
export type Language = keyof typeof jobs;

export const javaNames: Readonly<Record<Strategy, string>> = {
  full_scan: "FullScan",
  incremental: "Incremental",
  newest_first: "NewestFirst",
};

/** The poller of a strategy in a language. */
export function jobOf(language: Language, strategy: Strategy): Job {
  return jobs[language](strategy);
}

const needs: Readonly<Record<Language, string>> = {
  Python: "python3",
  Node: "",
  Go: "go",
  Java: "javac",
};

/** Whether a language cannot run here. LEAD_SANDBOX_TEST_LANGUAGES=required makes its tests fail instead. */
export function isMissing(language: Language): boolean {
  if (process.env["LEAD_SANDBOX_TEST_LANGUAGES"] === "required") return false;
  const folders = (process.env["PATH"] ?? "").split(":");
  return !folders.some((folder) => existsSync(join(folder, needs[language])));
}

/** A Python poller of the documentation with some of its lines replaced; each must be there exactly once. */
export function brokenPython(
  strategy: Strategy,
  changes: readonly (readonly [string, string])[],
): Job {
  let text = readFileSync(`docs/polling/${strategy}.py`, "utf8");
  for (const [line, replacement] of changes) {
    if (text.split(line).length !== 2) throw new Error(`${strategy}.py has not once: ${line}`);
    text = text.replace(line, () => replacement);
  }
  const file = join(temporaryFolder(), basename(`${strategy}.py`));
  writeFileSync(file, text);
  return pythonJob(file);
}
