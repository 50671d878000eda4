import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";

import { numberedLabels, testLabel } from "../../src/domain/model/test-label.ts";
import { isLong } from "../long/size.ts";
import { referSource } from "../support/refer-source.ts";
import type { Outcome, Project } from "./project.ts";
import { newProject } from "./project.ts";

/**
 * The program under test. Each test writes down its workspace label, which it queries from the
 * sandbox of exec.
 */
const program = `
const { appendFileSync } = require("node:fs");
const { newSandboxClient } = require("lead-sandbox/client");
${referSource}
async function useAndNote({ workspace }) {
  expect(await refer(workspace, "maya@example.com")).toBe(201);
  const ofExec = newSandboxClient({
    url: process.env.LEAD_SANDBOX_URL,
    token: process.env.LEAD_SANDBOX_CONTROL_TOKEN,
  });
  const { label } = await ofExec.workspaces.get(workspace.id);
  appendFileSync("noted.txt", JSON.stringify(label) + "\\n");
}
`;

const odd = JSON.stringify('has <odd> "words", $& and\ttwo\nlines');
const settings = "{ sandbox: { port: 4711, https: true, seed: 7 } }";

const vitestFile = `
import { createRequire } from "node:module";
import { describe, expect } from "vitest";
import { testWith } from "lead-sandbox/vitest";
const require = createRequire(import.meta.url);
${program}
const test = testWith(${settings});
let attempts = 0;
test("stands alone", useAndNote);
describe("Leads", () => {
  describe("of a Firm", () => {
    test(${odd}, useAndNote);
    test.for([1, 2])("has this title", (_row, { workspace }) => useAndNote({ workspace }));
  });
  test("is tried again", { retry: 1 }, async ({ workspace }) => {
    await useAndNote({ workspace });
    attempts += 1;
    expect(attempts).toBe(2);
  });
});
`;

const jestFile = `
const { useWorkspace } = require("lead-sandbox/jest");
${program}
const lead = useWorkspace(${settings});
let attempts = 0;
jest.retryTimes(1);
test("stands alone", () => useAndNote(lead));
describe("Leads", () => {
  describe("of a Firm", () => {
    test(${odd}, () => useAndNote(lead));
    test.each([1, 2])("has this title", () => useAndNote(lead));
  });
  test("is tried again", async () => {
    await useAndNote(lead);
    attempts += 1;
    expect(attempts).toBe(2);
  });
});
`;

/** Three tests of a client that retries, and one of a client that ignores errors. */
const explored = `
const { useWorkspace } = require("lead-sandbox/jest");
const lead = useWorkspace();

function post(email) {
  const { url, apiKey, firmId } = lead.workspace;
  return fetch(url + "/v1/firms/" + firmId + "/leads", {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    signal: AbortSignal.timeout(800),
    body: JSON.stringify({ email, firstName: "Maya", lastName: "Moreau" }),
  });
}

async function refer(email) {
  const status = await post(email).then((answer) => answer.status, () => 0);
  if (status === 201 || status === 409) return;
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  expect([201, 409]).toContain((await post(email)).status);
}

describe("Leads", () => {
  test.each(["kim@example.com", "lee@example.com"])("are referred", refer);
  test("are forgotten", () => post("maya@example.com").catch(() => {}));
});
`;

/** Writes a JUnit file as jest-junit does by default. */
const junitOfJest = `
const { writeFileSync } = require("node:fs");
module.exports = class {
  onRunComplete(_contexts, { testResults }) {
    const cases = testResults.flatMap(({ testResults }) => testResults).map((test) => {
      const name = [test.ancestorTitles.join(" "), test.title].join(" ");
      const failure = test.status === "failed" ? "<failure/>" : "";
      return '<testcase classname="' + name + '" name="' + name + '">' + failure + "</testcase>";
    });
    writeFileSync("junit-of-jest.xml", "<testsuites><testsuite>" + cases.join("") + "</testsuite></testsuites>");
  }
};
`;

const Explored = z.looseObject({
  summary: z.looseObject({ runs: z.int() }),
  findings: z.array(z.looseObject({ verdict: z.string(), workspace: z.string() })),
  trials: z.array(z.looseObject({ verdict: z.string(), workspace: z.string() })),
});

const Summary = z.object({ code: z.int(), requests: z.int() });

describe("tests of a project under lead-sandbox exec", () => {
  let project: Project;
  beforeAll(async () => {
    project = await newProject();
    project.add("vitest", "jest", "@jest/globals");
    project.write("leads.test.mjs", vitestFile);
    project.write("leads.jest.js", jestFile);
    project.write("explored.js", explored);
    project.write("junit-of-jest.cjs", junitOfJest);
  }, 120_000);
  beforeEach(() => project.write("noted.txt", ""));
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

  const read = (name: string): string => readFileSync(join(project.folder, name), "utf8");
  const noted = (): readonly unknown[] =>
    read("noted.txt")
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));

  /** Runs a command of a package under exec. The sandbox requires a token. */
  function underExec(file: string, ...args: readonly string[]): Promise<Outcome> {
    const exec = ["exec", "--json", "exec.json", "--control-token", "secret", "--"];
    const runner = [process.execPath, resolve("node_modules", file), ...args];
    return project.run(join("node_modules", ".bin", "lead-sandbox"), ...exec, ...runner);
  }

  it("send Vitest's calls to workspaces with the same labels as the tests in its JUnit file", async () => {
    const { code, stderr } = await underExec(
      "vitest/vitest.mjs",
      "run",
      "leads.test.mjs",
      "--reporter=junit",
      "--outputFile=junit.xml",
    );
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(Summary.parse(JSON.parse(read("exec.json")))).toEqual({ code: 0, requests: 6 });
    expect(stderr.match(/not applied: port, https\./g)).toHaveLength(1);
    expect(noted()).toEqual([
      "leads.test.mjs > stands alone",
      'leads.test.mjs > Leads > of a Firm > has <odd> "words", $& and two lines',
      "leads.test.mjs > Leads > of a Firm > has this title",
      "leads.test.mjs > Leads > of a Firm > has this title #2",
      "leads.test.mjs > Leads > is tried again",
      "leads.test.mjs > Leads > is tried again",
    ]);
    expect(labelsOf(read("junit.xml"))).toEqual([...new Set(noted())]);
  }, 60_000);

  it("send Jest's calls to workspaces with the default jest-junit labels", async () => {
    const { code, stderr } = await underExec(
      "jest/bin/jest.js",
      "--rootDir=.",
      "--testMatch=**/leads.jest.js",
    );
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(Summary.parse(JSON.parse(read("exec.json")))).toEqual({ code: 0, requests: 6 });
    expect(stderr.match(/not applied: port, https\./g)).toHaveLength(1);
    expect(noted()).toEqual([
      twice(" stands alone"),
      // jest-junit inserts titles with replace(), which expands $&.
      twice('Leads of a Firm has <odd> "words", {title} and two lines'),
      twice("Leads of a Firm has this title"),
      `${twice("Leads of a Firm has this title")} #2`,
      twice("Leads is tried again"),
      twice("Leads is tried again"),
    ]);
  }, 60_000);

  it("are explored, with Jest too: one run carries a fault for each test", async (context) => {
    context.skip(!isLong, "only npm run test:long");
    // Half of the runs, with faults of both kinds of outcome.
    const options = "--only faults --shard 1/2 --results junit-of-jest.xml --out out".split(" ");
    const jest = [process.execPath, resolve("node_modules/jest/bin/jest.js"), "--rootDir=."];
    const reporters = ["--testMatch=**/explored.js", "--reporters=<rootDir>/junit-of-jest.cjs"];
    const command = join("node_modules", ".bin", "lead-sandbox");
    const { code } = await project.run(command, "explore", ...options, "--", ...jest, ...reporters);
    expect(code).toBe(1);
    const { summary, findings, trials } = Explored.parse(JSON.parse(read("out/report.json")));
    // One run for each fault, the baselines, and a run of its own for each finding.
    expect(summary.runs).toBe(8 + findings.length);
    expect(trials).toHaveLength(3 * 6);
    expect(new Set(findings.map(({ verdict, workspace }) => `${verdict} in ${workspace}`))).toEqual(
      new Set([`lost in ${twice("Leads are forgotten")}`]),
    );
    const second = trials.filter(
      ({ workspace }) => workspace === `${twice("Leads are referred")} #2`,
    );
    expect(new Set(second.map(({ verdict }) => verdict))).toEqual(
      new Set(["tolerated", "reported"]),
    );
  }, 240_000);
});

/** A jest-junit label, whose two attributes are the same. */
function twice(name: string): string {
  return `${name} > ${name}`;
}

/** The labels of the tests in a JUnit file. */
function labelsOf(junit: string): readonly string[] {
  const cases = junit.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"/g);
  return numberedLabels(
    Array.from(cases, ([, classname = "", name = ""]) => testLabel(text(classname), text(name))),
  );
}

function text(attribute: string): string {
  return attribute
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
