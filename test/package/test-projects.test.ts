import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { isLong, sized } from "../long/size.ts";
import { referSource } from "../support/refer-source.ts";
import type { Project } from "./project.ts";
import { newProject } from "./project.ts";

const testsPerFile = sized(6, 50);
const files = ["one", "two", "three", "four"].slice(0, sized(2, 4));
const allTests = testsPerFile * files.length;

/** The program under test, configured with a URL, a key and a Firm, and the calls of its tests. */
const program = `${referSource}
async function useOwnWorkspace(workspace) {
  expect(await workspace.client.requests.count()).toBe(0);
  expect(await refer(workspace, "maya@example.com")).toBe(201);
  const { leads } = await workspace.client.signUp({ email: "maya@example.com" });
  expect(leads.map(({ state }) => state)).toEqual(["Converted"]);
  expect(await workspace.client.requests.count()).toBe(1);
}
`;

const vitestFile = `
import { expect } from "vitest";
import { test } from "lead-sandbox/vitest";
${program}
test.for(Array.from({ length: ${testsPerFile} }, (_, row) => row))("test %i", async (_row, { workspace }) => {
  await useOwnWorkspace(workspace);
});
`;

const jestFile = `
const { useWorkspace } = require("lead-sandbox/jest");
${program}
const lead = useWorkspace();
test.each(Array.from({ length: ${testsPerFile} }, (_, row) => [row]))("test %i", async () => {
  await useOwnWorkspace(lead.workspace);
});
`;

const jestFailing = `
const { useWorkspace } = require("lead-sandbox/jest");
${program}
const lead = useWorkspace();
let ofHook;
afterEach(() => {
  ofHook = lead.workspace.id;
});
afterAll(async () => {
  const { data } = await lead.sandbox.client.workspaces.list();
  console.log([ofHook, ...data.map(({ id }) => id)].join(" "));
});
test("passes", () => useOwnWorkspace(lead.workspace));
test("sends it twice", async () => {
  await refer(lead.workspace, "maya@example.com");
  expect(await refer(lead.workspace, "maya@example.com")).toBe(201);
});
`;

/** Runs a command of a package in the project's folder. */
async function runIn(
  project: Project,
  file: string,
  args: readonly string[],
): Promise<readonly [code: number, output: string]> {
  const command = resolve("node_modules", file);
  const { code, stdout, stderr } = await project.run(process.execPath, command, ...args);
  return [code, stripVTControlCharacters(stdout + stderr)];
}

/** The guide's program, on top of the one above. */
const leadProgram = `
class LeadProgram {
  constructor(to) {
    this.to = to;
  }
  async refer({ firmId, email }) {
    await refer({ ...this.to, firmId }, email);
  }
}
`;

/**
 * The JavaScript examples of docs/test.md: configurations that share a sandbox for a run, and a
 * Jest test.
 */
function guideExamples(): readonly string[] {
  const guide = readFileSync("docs/test.md", "utf8");
  return Array.from(guide.matchAll(/```js\n([^]*?)\n```/g), ([, example = ""]) => example);
}

/** The common part of the JSON reports of Vitest and Jest. */
const Report = z.object({
  numPassedTests: z.int(),
  numTotalTests: z.int(),
  startTime: z.number(),
  testResults: z.array(
    z.object({
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ duration: z.number().nullish() })),
    }),
  ),
});

/** The part of an `explore` report that the tests read. */
const Explored = z.object({
  findings: z.array(z.unknown()),
  trials: z.array(
    z.object({
      workspace: z.string().nullable(),
      verdict: z.string(),
      variation: z.object({ id: z.string() }),
    }),
  ),
});

function reportIn({ folder }: Project): z.infer<typeof Report> {
  return Report.parse(JSON.parse(readFileSync(join(folder, "report.json"), "utf8")));
}

/** Logs the duration of a test with and without its hooks. */
function tell(runner: string, { testResults, startTime }: z.infer<typeof Report>): void {
  const durations = testResults
    .flatMap(({ assertionResults }) => assertionResults.map(({ duration }) => duration ?? 0))
    .toSorted((one, other) => one - other);
  const wall = Math.max(...testResults.map(({ endTime }) => endTime)) - startTime;
  const median = durations[Math.floor(durations.length / 2)] ?? 0;
  process.stdout.write(
    `${runner}: ${durations.length} tests from the tarball, median ${median.toFixed(1)} ms a test, ` +
      `${(wall / durations.length).toFixed(1)} ms a test of the whole run\n`,
  );
}

describe("the tarball in user projects", () => {
  let project: Project;
  beforeAll(async () => {
    project = await newProject();
    project.add("vitest", "jest", "@jest/globals");
    for (const name of files) {
      project.write(`${name}.test.mjs`, vitestFile);
      project.write(`${name}.jest.js`, jestFile);
    }
    project.write("failing.js", jestFailing);
    project.write("one.config.mjs", "export default {};");
    const [jestExample = "", , vitestConfig = "", jestConfig = ""] = guideExamples();
    project.write("shared.config.mjs", vitestConfig);
    project.write("shared.config.cjs", jestConfig);
    project.write("guide.js", `${program}\n${leadProgram}\n${jestExample}`);
  }, 120_000);
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

  it.each([
    ["a file", "one.config.mjs"],
    ["the run", "shared.config.mjs"],
  ])(
    "gives each of many Vitest tests its own workspace, with one sandbox per %s",
    async (_of, config) => {
      const [code, output] = await runIn(project, "vitest/vitest.mjs", [
        "run",
        `--config=${config}`,
        "--reporter=json",
        "--outputFile=report.json",
      ]);
      expect([code, output]).toEqual([0, expect.any(String)]);
      const report = reportIn(project);
      expect([report.numPassedTests, report.numTotalTests]).toEqual([allTests, allTests]);
      tell(`Vitest, ${config}`, report);
    },
    120_000,
  );

  it.each([
    ["a file", []],
    ["the run", ["--config=shared.config.cjs"]],
  ])(
    "gives each of many Jest tests its own workspace, in CommonJS without flags, with one sandbox per %s",
    async (of, setup) => {
      const [code, output] = await runIn(project, "jest/bin/jest.js", [
        ...setup,
        "--rootDir=.",
        "--json",
        "--outputFile=report.json",
        "--testMatch=**/*.jest.js",
      ]);
      expect([code, output]).toEqual([0, expect.any(String)]);
      const report = reportIn(project);
      expect([report.numPassedTests, report.numTotalTests]).toEqual([allTests, allTests]);
      tell(`Jest, a sandbox of ${of}`, report);
    },
    120_000,
  );

  it("explores Vitest tests, without findings for tests that notice every fault", async (context) => {
    context.skip(!isLong, "only npm run test:long");
    const command = join(project.folder, "node_modules/lead-sandbox/dist/command/start.mjs");
    const settings = ["--only", "faults", "--operations", "post-leads-for-firm", "--budget", "20s"];
    // So short a budget leaves some of the core out.
    const reports = ["--results", "results/*.xml", "--out", "explored", "--min-explored", "none"];
    const vitest = [resolve("node_modules/vitest/vitest.mjs"), "run", "one", "-t", "test [0-9]$"];
    const results = ["--sequence.concurrent", "--reporter=junit", "--outputFile=results/one.xml"];
    const line = [...settings, ...reports, "--", process.execPath, ...vitest, ...results];
    const { code, stderr } = await project.run(process.execPath, command, "explore", ...line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    const { trials, findings } = Explored.parse(
      JSON.parse(readFileSync(join(project.folder, "explored/report.json"), "utf8")),
    );
    expect(findings).toEqual([]);
    expect(new Set(trials.map(({ workspace }) => workspace)).size).toBe(10);
    expect(trials.map(({ variation }) => variation.id)).toContain("fault:reset-after");
    // A broken response still has status 201. Which of the parallel tests gets a kept connection is chance.
    const expected =
      /:(?:malformed|empty) tolerated$|:(?!malformed|empty)\S+ reported$|-idle not-reached$/;
    const verdicts = trials.map(({ variation, verdict }) => `${variation.id} ${verdict}`);
    expect(verdicts.filter((one) => !expected.test(one))).toEqual([]);
  }, 120_000);

  it("prints the requests of a failing Jest test, and none of a passing one", async () => {
    const [code, output] = await runIn(project, "jest/bin/jest.js", [
      "--rootDir=.",
      "--testMatch=**/failing.js",
    ]);
    expect(code).toBe(1);
    expect(output).toMatch(/sends it twice\n +Requests to the workspace ws-2 of the sandbox: 2\n/);
    expect(output).toMatch(/-> 201 [^]*-> 409 [^]*lead\.unique/);
    expect(output).not.toContain("workspace ws-1");
    expect(output).not.toContain("/_sandbox/#/");
    // The afterEach hooks still use the test's workspace; it is dropped after all of them.
    expect(output).toMatch(/^ +ws-2 default$/m);
  }, 60_000);

  it("runs the Jest example of docs/test.md unchanged", async () => {
    const [code, output] = await runIn(project, "jest/bin/jest.js", [
      "--rootDir=.",
      "--testMatch=**/guide.js",
    ]);
    expect([code, output]).toEqual([0, expect.stringMatching(/Tests: +1 passed, 1 total/)]);
  }, 60_000);
});
