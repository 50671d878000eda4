import { readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";

import { numberedLabels, testLabel } from "../../src/domain/test-label.ts";
import type { Outcome, Project } from "./project.ts";
import { newProject } from "./project.ts";

/** The program under test; a test notes the label of its workspace, which it asks the sandbox of exec for. */
const program = `
const { appendFileSync } = require("node:fs");
const { newSandboxClient } = require("lead-sandbox/client");

async function refer({ url, apiKey, firmId }, email) {
  const sent = await fetch(url + "/v1/firms/" + firmId + "/leads", {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ email, firstName: "Maya", lastName: "Moreau" }),
  });
  return sent.status;
}

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

const Summary = z.object({ code: z.int(), requests: z.int() });

describe("the tests of a project under lead-sandbox exec", () => {
  let project: Project;
  beforeAll(async () => {
    project = await newProject();
    project.add("vitest", "jest", "@jest/globals");
    project.write("leads.test.mjs", vitestFile);
    project.write("leads.jest.js", jestFile);
  }, 120_000);
  beforeEach(() => project.write("noted.txt", ""));
  afterAll(() => rmSync(dirname(project.packed), { recursive: true, force: true }));

  const read = (name: string): string => readFileSync(join(project.folder, name), "utf8");
  const noted = (): readonly unknown[] =>
    read("noted.txt")
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));

  /** Runs a command of a package under exec, whose sandbox asks for a token. */
  function underExec(file: string, ...args: readonly string[]): Promise<Outcome> {
    const exec = ["exec", "--json", "exec.json", "--control-token", "secret", "--"];
    const runner = [process.execPath, resolve("node_modules", file), ...args];
    return project.run(join("node_modules", ".bin", "lead-sandbox"), ...exec, ...runner);
  }

  it("has the calls of Vitest, in workspaces that are labelled as its JUnit file names the tests", async () => {
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

  it("has those of Jest, labelled as jest-junit names them by default", async () => {
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
      // jest-junit puts titles into a template by replace(), to which $& is what it replaces.
      twice('Leads of a Firm has <odd> "words", {title} and two lines'),
      twice("Leads of a Firm has this title"),
      `${twice("Leads of a Firm has this title")} #2`,
      twice("Leads is tried again"),
      twice("Leads is tried again"),
    ]);
  }, 60_000);
});

/** A label of jest-junit, whose two attributes are the same. */
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
