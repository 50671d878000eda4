/** Runs Vitest in a project with the package installed. */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import * as z from "zod";

import { unpinned } from "./cores.ts";
import { median } from "./figures.ts";

const run = promisify(execFile);
const suites = join(import.meta.dirname, "suites");

/** The number of test files in every run. */
export const fileCount = 8;

const Report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ duration: z.number() })) })),
});

/** The result of a Vitest run. */
export interface VitestRun {
  /** The duration of the whole process. */
  readonly seconds: number;
  /** The median duration of its tests, as Vitest reports it. */
  readonly testMs: number;
}

/** A set of identical test files. */
export interface Suite {
  /** The file in `bench/suites`. */
  readonly file: "empty" | "one-test" | "opened" | "by-http";
  /** Whether the run shares one sandbox through `lead-sandbox/vitest/setup`. */
  readonly isShared?: boolean;
}

/** Writes the files of a suite into the project. Returns how to run them. */
export function writeSuite(project: string, { file, isShared = false }: Suite) {
  const folder = join(project, `${file}${isShared ? "-shared" : ""}`);
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(suites, "small-test.mjs"), join(folder, "small-test.mjs"));
  for (let number = 0; number < fileCount; number += 1) {
    copyFileSync(join(suites, `${file}.mjs`), join(folder, `suite-${number}.test.mjs`));
  }
  const settings = isShared ? { globalSetup: "lead-sandbox/vitest/setup" } : {};
  const config = join(folder, "vitest.config.mjs");
  writeFileSync(config, `export default ${JSON.stringify({ test: settings })};\n`);
  return async (env: Readonly<Record<string, string>> = {}): Promise<VitestRun> => {
    const vitest = join(project, "node_modules/vitest/vitest.mjs");
    const report = join(folder, "report.json");
    const began = performance.now();
    await unpinned(() =>
      run(process.execPath, [vitest, "run", "--reporter=json", `--outputFile=${report}`], {
        cwd: folder,
        env: { ...process.env, ...env },
      }),
    );
    const seconds = (performance.now() - began) / 1_000;
    const { testResults } = Report.parse(JSON.parse(readFileSync(report, "utf8")));
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return { seconds, testMs: median(tests.map(({ duration }) => duration)) };
  };
}
