import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import type { Project } from "./project.ts";
import { newProject } from "./project.ts";

const testsPerFile = 50;
const files = ["one", "two", "three", "four"];

/** The program under test, which knows a URL, a key and a Firm, and what the tests of it do. */
const program = `
async function refer({ url, apiKey, firmId }, email) {
  const sent = await fetch(url + "/v1/firms/" + firmId + "/leads", {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ email, firstName: "Maya", lastName: "Moreau" }),
  });
  return sent.status;
}

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

/** Runs a command of a package, as a user in the project's shell would. */
async function runIn(
  project: Project,
  file: string,
  args: readonly string[],
): Promise<readonly [code: number, output: string]> {
  const command = resolve("node_modules", file);
  const { code, stdout, stderr } = await project.run(process.execPath, command, ...args);
  return [code, stripVTControlCharacters(stdout + stderr)];
}

/** The program of the guide, on top of the one above. */
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

/** The examples in JavaScript of docs/testing.md: the configurations of a sandbox for a run, and a test of Jest. */
function guideExamples(): readonly string[] {
  const guide = readFileSync("docs/testing.md", "utf8");
  return Array.from(guide.matchAll(/```js\n([^]*?)\n```/g), ([, example = ""]) => example);
}

/** What the JSON reporters of Vitest and Jest have in common. */
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

/** What `explore` reports of them. */
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

/** Says how long a test took, with its hooks and without, for the reader of the run. */
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

describe("the tarball in projects of its users", () => {
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
    const [vitestConfig = "", jestConfig = "", jestExample = ""] = guideExamples();
    project.write("shared.config.mjs", vitestConfig);
    project.write("shared.config.cjs", jestConfig);
    project.write("guide.js", `${program}\n${leadProgram}\n${jestExample}`);
  }, 120_000);
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

  it.each([
    ["a file", "one.config.mjs"],
    ["the run", "shared.config.mjs"],
  ])(
    "gives each of 200 tests of Vitest a workspace of its own, in a sandbox of %s",
    async (_of, config) => {
      const [code, output] = await runIn(project, "vitest/vitest.mjs", [
        "run",
        `--config=${config}`,
        "--reporter=json",
        "--outputFile=report.json",
      ]);
      expect([code, output]).toEqual([0, expect.any(String)]);
      const report = reportIn(project);
      expect([report.numPassedTests, report.numTotalTests]).toEqual([200, 200]);
      tell(`Vitest, ${config}`, report);
    },
    120_000,
  );

  it.each([
    ["a file", []],
    ["the run", ["--config=shared.config.cjs"]],
  ])(
    "gives each of 200 tests of Jest a workspace of its own, in CommonJS with no flag, in a sandbox of %s",
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
      expect([report.numPassedTests, report.numTotalTests]).toEqual([200, 200]);
      tell(`Jest, a sandbox of ${of}`, report);
    },
    120_000,
  );

  it("has the command that explores its tests of Vitest: no finding in tests that notice every fault", async () => {
    const command = resolve(project.folder, "node_modules/lead-sandbox/dist/command/start.mjs");
    const settings = ["--only", "faults", "--operations", "post-leads-for-firm", "--budget", "40s"];
    const reports = ["--results", "results/*.xml", "--out", "explored"];
    const vitest = [resolve("node_modules/vitest/vitest.mjs"), "run", "one", "-t", "test [0-9]$"];
    const results = ["--sequence.concurrent", "--reporter=junit", "--outputFile=results/one.xml"];
    const line = [...settings, ...reports, "--", process.execPath, ...vitest, ...results];
    const { code, stderr } = await project.run(process.execPath, command, "explore", ...line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    const { trials, findings } = Explored.parse(
      JSON.parse(readFileSync(join(project.folder, "explored/report.json"), "utf8")),
    );
    expect(findings).toEqual([]);
    const labels = new Set(trials.map(({ workspace }) => workspace));
    expect(labels.size).toBe(10);
    const faults = new Set(trials.map(({ variation }) => variation.id));
    expect(faults.has("fault:reset-after")).toBe(true);
    for (const { variation, verdict } of trials) {
      // A broken answer still says 201, which is all that these tests look at.
      const expected = /malformed|empty/.test(variation.id) ? "tolerated" : "reported";
      expect(`${variation.id} ${verdict}`).toBe(`${variation.id} ${expected}`);
    }
  }, 120_000);

  it("shows what a failing test of Jest sent, and nothing of one that passes", async () => {
    const [code, output] = await runIn(project, "jest/bin/jest.js", [
      "--rootDir=.",
      "--testMatch=**/failing.js",
    ]);
    expect(code).toBe(1);
    expect(output).toMatch(/sends it twice\n +Requests to the workspace ws-2 of the sandbox: 2\n/);
    expect(output).toMatch(/→ 201 [^]*→ 409 [^]*lead\.unique/);
    expect(output).not.toContain("workspace ws-1");
    // The hooks after a test still have its workspace; when all are over, none is left.
    expect(output).toMatch(/^ +ws-2 default$/m);
  }, 60_000);

  it("runs the example of Jest in docs/testing.md as written there", async () => {
    const [code, output] = await runIn(project, "jest/bin/jest.js", [
      "--rootDir=.",
      "--testMatch=**/guide.js",
    ]);
    expect([code, output]).toEqual([0, expect.stringMatching(/Tests: +1 passed, 1 total/)]);
  }, 60_000);
});
