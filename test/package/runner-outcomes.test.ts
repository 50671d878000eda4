import { rmSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { isLong } from "../long/size.ts";
import { listeningSandbox } from "../support/sandbox.ts";
import type { Project } from "./project.ts";
import { newProject } from "./project.ts";
import type { Runner, SuiteOutcome, SuiteRun } from "./runners/runner.ts";
import { prepareRunners, runners, runsOf, runSuites } from "./runners/runner.ts";

/** A file of tests; `first` stands before the names of the package. */
interface Written {
  readonly name: string;
  readonly first?: string;
  readonly tests: string;
}

/** The same names without the package: its tests have no workspace, so they make no calls. */
const withoutPackage = `
const test = base;
const withWorkspace = (body) => async () => body(null, null);
`;

const broke = `const broke = (what) => { throw new Error("broke: " + what); };
`;

/** Tests that fail in every way that a runner knows, after no call or calls of each plane. */
const outcomes = `${broke}
async function callApi(workspace) {
  if (workspace === null) return;
  const headers = { "x-api-key": workspace.apiKey };
  await (await fetch(workspace.url + "/v1/leads", { headers })).text();
}
async function callControl(workspace) {
  await workspace?.client.requests.count();
}

test("fails without a call", withWorkspace(() => broke("without a call")));
test("passes", withWorkspace(() => {}));
test("fails after a call of the API", withWorkspace(async (workspace) => {
  await callApi(workspace);
  broke("after a call of the API");
}));
test("passes after calls", withWorkspace(async (workspace) => {
  await callApi(workspace);
  await callControl(workspace);
}));
test("fails after a control call", withWorkspace(async (workspace) => {
  await callControl(workspace);
  broke("after a control call");
}));
test.skip("is skipped", withWorkspace(() => broke("skipped")));
describe("beforeAll", () => {
  beforeAll(() => broke("beforeAll"));
  test("is not run", withWorkspace(() => {}));
});
describe("beforeEach", () => {
  beforeEach(() => broke("beforeEach"));
  test("is not run, either", withWorkspace(() => {}));
});
describe("afterEach", () => {
  afterEach(() => broke("afterEach"));
  test("would pass", withWorkspace(() => {}));
  test("fails, and its hook, too", withWorkspace(callApi));
});
describe("afterAll", () => {
  afterAll(() => broke("afterAll"));
  test("would pass alone", withWorkspace(callApi));
});
test("fails when it dropped its workspace", withWorkspace(async (workspace) => {
  await workspace?.drop();
  broke("dropped");
}));
`;

const timeout = `{ timeout: 250 }`;

/** What the runners write differently: time limits and retries. */
const ofRunner: Readonly<Record<string, string>> = {
  Vitest: `
let attempts = 0;
test("passes on a retry", { retry: 2 }, withWorkspace(() => { if ((attempts += 1) < 2) broke("attempt"); }));
test("fails on each retry", { retry: 1 }, withWorkspace(() => broke("attempt")));
test("has a time limit", ${timeout}, withWorkspace(() => new Promise(() => {})));
`,
  Jest: `
test("has a time limit", withWorkspace(() => new Promise(() => {})), 250);
describe("retries", () => {
  jest.retryTimes(1);
  let attempts = 0;
  test("passes on a retry", withWorkspace(() => { if ((attempts += 1) < 2) broke("attempt"); }));
  test("fails on each retry", withWorkspace(() => broke("attempt")));
});
`,
  "node:test": `
test("has a time limit", ${timeout}, withWorkspace(() => new Promise((end) => setTimeout(end, 500))));
test("has a subtest", async (t) => {
  await t.test("which fails", withWorkspace(() => broke("subtest")));
});
test("is to do", { todo: true }, withWorkspace(() => broke("to do")));
`,
};

/** Nothing answers when the helpers report this failure. */
const closed = `
test("fails when it closed the sandbox", withWorkspace(async (_workspace, sandbox) => {
  await sandbox?.close();
  broke("closed");
}));
`;

/** A hook of the whole file that throws before the hooks of the package run. */
const hooks = ["beforeAll", "beforeEach", "afterEach", "afterAll"].map((name) => ({
  name,
  first: `${name}(() => { throw new Error("broke: ${name}"); });`,
}));

/** All hooks in a long run, otherwise one before and one after the tests, in turn for each runner. */
function hooksFor(runner: Runner): typeof hooks {
  const turn = runners.indexOf(runner);
  return hooks.filter((_hook, index) => isLong || (index + turn) % 2 === 0);
}

const twoTests = `
test("passes", withWorkspace(async (workspace) => {
  if (workspace === null) return;
  const headers = { "x-api-key": workspace.apiKey };
  await (await fetch(workspace.url + "/v1/leads", { headers })).text();
}));
test("fails", withWorkspace(() => { throw new Error("broke: fails"); }));
`;

describe.each(runners)("the package in $name", (runner) => {
  let project: Project;
  beforeAll(async () => {
    project = await newProject();
    project.add("vitest", "jest", "@jest/globals");
    prepareRunners(project);
  }, 120_000);
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

  const outcomesAlone = new Map<string, Promise<SuiteOutcome>>();

  /** The outcome without the package, for which the same files run once. */
  function outcomeAlone(files: readonly Written[]): Promise<SuiteOutcome> {
    const key = JSON.stringify(files);
    const known =
      outcomesAlone.get(key) ??
      runSuites(project, runner, { files: written(files, withoutPackage) });
    outcomesAlone.set(key, known);
    return known;
  }

  /** Writes the files with `names`, and returns what the runner calls them. */
  function written(files: readonly Written[], names: string): readonly string[] {
    return files.map(({ name, first = "", tests }) => {
      const file = runner.file(name);
      project.write(file, [runner.head, first, names, tests].join("\n"));
      return file;
    });
  }

  /** Runs tests without the package, and with it in files of the same names. */
  async function bothWays(
    files: readonly Written[],
    options: Omit<SuiteRun, "files"> = {},
  ): Promise<{ readonly alone: SuiteOutcome; readonly helped: SuiteOutcome }> {
    const without = await outcomeAlone(files);
    const names = written(files, runner.entry);
    return {
      alone: without,
      helped: await runSuites(project, runner, { files: names, ...options }),
    };
  }

  const tests = [outcomes, ofRunner[runner.name]].join("\n");
  const file = { name: "outcomes", tests };

  const hookFiles = hooksFor(runner).map(({ name, first }) => ({ name, first, tests: twoTests }));
  const closing = { name: "closed", tests: `${broke}${closed}` };
  it.each(
    runsOf(runner, [file, closing, ...hookFiles]).map((files) => ({
      files,
      names: files.map(nameOf).join(", "),
    })),
  )(
    "changes no outcome with a sandbox per file, also when a hook of the file throws first, and the run ends: $names",
    async ({ files }) => {
      const { alone, helped } = await bothWays(files);
      const names = new Set(files.map(nameOf));
      // The file that closes its sandbox has one test, the others have at least two. Node reports a hook that failed, too.
      expect(alone.tests.length).toBeGreaterThanOrEqual(
        2 * files.length - (names.has("closed") ? 1 : 0),
      );
      expect([helped.code, helped.tests]).toEqual([alone.code, alone.tests]);
      expect(messagesOf(names).filter((message) => !helped.output.includes(message))).toEqual([]);
      expect(alone.tests.join("\n")).toContain(
        names.has("outcomes") ? "broke: without a call" : "broke: ",
      );
    },
    120_000,
  );

  it("changes no outcome with a running sandbox", async () => {
    const { controlUrl } = await listeningSandbox();
    const env = { LEAD_SANDBOX_CONTROL_URL: controlUrl };
    const { alone, helped } = await bothWays([file], { env });
    expect([helped.code, helped.tests]).toEqual([alone.code, alone.tests]);
    expect(helped.output).toContain("The sandbox keeps this workspace for an hour.");
  }, 120_000);

  it.runIf(runner.setup)(
    "changes no outcome with a sandbox of the run",
    async () => {
      const args = [`--config=${runner.setup?.file}`];
      const { alone, helped } = await bothWays([file], { args });
      expect([helped.code, helped.tests]).toEqual([alone.code, alone.tests]);
      expect(helped.output).toContain("No request came to the workspace");
    },
    120_000,
  );
});

function nameOf({ name }: Written): string {
  return name;
}

/** What the helpers print for these files: reports, and why there is none when the sandbox is gone. */
function messagesOf(names: ReadonlySet<string>): readonly string[] {
  return [
    ...(names.has("outcomes") ? ["No request came to the workspace", "-> 200"] : []),
    ...(names.has("closed")
      ? ["lead-sandbox: The requests of a failed test cannot be shown: "]
      : []),
  ];
}
