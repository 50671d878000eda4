/** Runs suites of Vitest, Jest and Node's own runner in a project that has the package. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

import * as z from "zod";

import type { Project } from "../project.ts";

/** A suite for one runner, with the imports of the runner and of the package's entry. */
export interface Runner {
  readonly name: string;
  /** The name of a file in which the runner finds tests. */
  readonly file: (name: string) => string;
  /** Imports `test`, `describe` and the hooks of the runner, under the names of Vitest and Jest. */
  readonly head: string;
  /** Defines `withWorkspace`, which makes a test of a function with a workspace and a sandbox. */
  readonly entry: string;
  /** The configuration that shares one sandbox in the run; null if the runner has none. */
  readonly setup: { readonly file: string; readonly text: string } | null;
  readonly args: (files: readonly string[], report: string) => readonly string[];
}

const ofContext = `
const lead = useWorkspace(typeof testOptions === "undefined" ? {} : testOptions);
const withWorkspace = (body) => async () => body(lead.workspace, lead.sandbox);
`;

export const runners: readonly Runner[] = [
  {
    name: "Vitest",
    file: (name) => `${name}.test.mjs`,
    head: 'import { afterAll, afterEach, beforeAll, beforeEach, describe, test as base, vi } from "vitest";',
    entry: `
import { testWith } from "lead-sandbox/vitest";
const test = testWith(typeof testOptions === "undefined" ? {} : testOptions);
const withWorkspace = (body) => async ({ workspace, sandbox }) => body(workspace, sandbox);
`,
    setup: {
      file: "vitest.shared.mjs",
      text: 'export default { test: { globalSetup: "lead-sandbox/vitest/setup" } };',
    },
    args: (files, report) => [
      resolve("node_modules/vitest/vitest.mjs"),
      "run",
      ...files,
      "--reporter=default",
      "--reporter=json",
      `--outputFile=${report}`,
    ],
  },
  {
    name: "Jest",
    file: (name) => `${name}.test.js`,
    head: 'const { test: base } = require("@jest/globals");',
    entry: `const { useWorkspace } = require("lead-sandbox/jest");
const test = base;${ofContext}`,
    setup: {
      file: "jest.shared.cjs",
      text: 'module.exports = { globalSetup: "lead-sandbox/jest/setup" };',
    },
    args: (files, report) => [
      resolve("node_modules/jest/bin/jest.js"),
      "--rootDir=.",
      ...files,
      "--json",
      `--outputFile=${report}`,
    ],
  },
  {
    name: "node:test",
    file: (name) => `${name}.mjs`,
    head: `
import { after, afterEach, before, beforeEach, describe, mock, test as base } from "node:test";
const [beforeAll, afterAll] = [before, after];
`,
    entry: `
import { useWorkspace } from "lead-sandbox/node-test";
const test = base;${ofContext}`,
    setup: null,
    args: (files, report) => [
      "--test-reporter=./node-reporter.mjs",
      `--test-reporter-destination=${report}`,
      ...files,
    ],
  },
];

/**
 * The files that a runner runs at a time: all of them, as a run takes longer to start than its tests. Without `--test`,
 * Node runs one file.
 */
export function runsOf<File>(
  { name }: Runner,
  files: readonly File[],
): readonly (readonly File[])[] {
  return name === "node:test" ? files.map((file) => [file]) : [files];
}

/** Writes a report of Node's runner in the form of the others. */
export const nodeReporter = `
export default async function* report(events) {
  const assertionResults = [];
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { error } = data.details;
    assertionResults.push({
      fullName: data.name,
      status: data.skip === undefined ? type.slice(5) + "ed" : "skipped",
      failureMessages: error === undefined ? [] : [String(error.cause?.message ?? error.message)],
    });
  }
  yield JSON.stringify({ testResults: [{ assertionResults }] });
}
`;

const Report = z.object({
  testResults: z.array(
    z.object({
      /** The file. */
      name: z.string().default(""),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

/** The outcome of suites as their runner reports it. */
export interface SuiteOutcome {
  /** Null for a run that did not end. */
  readonly code: number | null;
  /** Each test with its status and the first lines of its failures, in the order of the names of the files. */
  readonly tests: readonly string[];
  readonly output: string;
}

export interface SuiteRun {
  readonly files: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs suites and ends them after a minute. */
export async function runSuites(
  { folder }: Project,
  runner: Runner,
  { files, args = [], env = {} }: SuiteRun,
): Promise<SuiteOutcome> {
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const { VITEST: _vitest, NODE_TEST_CONTEXT: _context, ...environment } = process.env;
  const child = spawn(process.execPath, [...runner.args(files, report), ...args], {
    cwd: folder,
    env: { ...environment, NO_COLOR: "1", ...env },
    timeout: 60_000,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code]: (number | null)[] = await once(child, "close");
  return { code: code ?? null, tests: testsIn(report), output: stripVTControlCharacters(output) };
}

function testsIn(report: string): readonly string[] {
  const { testResults } = Report.parse(JSON.parse(readFileSync(report, "utf8")));
  return testResults
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, status, failureMessages }) => {
      const lines = failureMessages.map((text) => stripVTControlCharacters(text).split("\n", 1)[0]);
      return [`${status} ${fullName.trim()}`, ...lines].join(" | ");
    });
}

/** Writes what the runners need into a project. */
export function prepareRunners({ folder }: Project): void {
  const setups = runners.flatMap(({ setup }) => (setup === null ? [] : [setup]));
  for (const { file, text } of [...setups, { file: "node-reporter.mjs", text: nodeReporter }]) {
    writeFileSync(join(folder, file), text);
  }
}
