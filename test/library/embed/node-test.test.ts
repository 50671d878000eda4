import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";

import { commandFile } from "../../support/command.ts";
import { listeningSandbox } from "../../support/sandbox.ts";

const suite = `
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useWorkspace } from ${JSON.stringify(join(process.cwd(), "src/library/embed/node-test.ts"))};

const lead = useWorkspace();

async function refer(email) {
  const { url, apiKey, firmId } = lead.workspace;
  const answer = await fetch(url + "/v1/firms/" + firmId + "/leads", {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ email, firstName: "Maya", lastName: "Moreau" }),
  });
  return answer.status;
}

test("creates a Lead", async () => assert.equal(await refer("maya@example.com"), 201));

describe("in a suite", () => {
  test("has a workspace of its own", async () => {
    assert.equal(await refer("maya@example.com"), 201);
    const { leads } = await lead.workspace.client.signUp({ email: "maya@example.com" });
    assert.deepEqual(leads.map(({ state }) => state), ["Converted"]);
  });
});

test("has subtests", async (t) => {
  const outer = lead.workspace.id;
  await t.test("with workspaces of their own", async () => {
    assert.notEqual(lead.workspace.id, outer);
    assert.equal(await refer("maya@example.com"), 201);
  });
  assert.equal(lead.workspace.id, outer);
});

test("shows its label", async () => {
  const { data } = await lead.sandbox.client.workspaces.list();
  assert.equal(data.find(({ id }) => id === lead.workspace.id).label, "test > shows its label");
});
`;

const failing = `${suite}
test("refers twice", async () => {
  await refer("twice@example.com");
  assert.equal(await refer("twice@example.com"), 201);
});
`;

describe("lead-sandbox/node-test", () => {
  it("runs the example of docs/test.md", async () => {
    const blocks = readFileSync("docs/test.md", "utf8").matchAll(/```js\n([^]*?)```/g);
    const codes = Array.from(blocks, ([, code = ""]) => code);
    const example = codes.find((code) => code.includes('"lead-sandbox/node-test"')) ?? "";
    const source = join(process.cwd(), "src/library/embed/node-test.ts");
    const file = fileOf(example.replace('"lead-sandbox/node-test"', JSON.stringify(source)));
    expect(await run(["--test", file])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("a Lead converts when the client signs up"),
    });
  });

  it("gives each test and subtest a workspace of a running sandbox, drops it, keeps that of a failing test and prints links to it", async () => {
    const { url } = await listeningSandbox();
    const environment = { LEAD_SANDBOX_CONTROL_URL: `${url}/_sandbox` };
    const printed = await printedByFailing(["--test", fileOf(failing)], environment);
    const listed = await fetch(`${url}/_sandbox/workspaces?offset=1`);
    const { data } = z
      .object({ data: z.array(z.object({ id: z.string(), label: z.string() })) })
      .parse(await listed.json());
    expect(data.map(({ label }) => label)).toEqual(["test > refers twice"]);
    expect(printed).toContain(`${url}/_sandbox/#/${data[0]?.id}/activity/req_`);
    expect(printed).toContain("The sandbox keeps this workspace for an hour.");
  });

  it("is counted by exec, and prints no links there, as that sandbox ends with the run", async () => {
    const args = [commandFile(), "exec", "--", process.execPath, "--test", fileOf(failing)];
    const printed = await printedByFailing(args);
    expect(printed).toContain("lead-sandbox: 5 requests, 1 of");
    expect(printed).toContain("Answer 409 to POST /v1/firms/Harb0rPt/leads:");
    expect(printed).not.toContain("/_sandbox/#/");
  });

  it("gives each test and subtest a workspace of a sandbox in its process, and prints the requests of a failing test without links to its dropped workspace", async () => {
    const printed = await printedByFailing(["--test", fileOf(failing)]);
    expect(printed).toContain("refers twice");
    expect(printed).toContain("POST /v1/firms/Harb0rPt/leads -> 409  lead.unique");
    expect(printed).toContain("Answer 409 to POST /v1/firms/Harb0rPt/leads:");
    expect(printed).not.toContain("/_sandbox/#/");
  });
});

describe("openSandbox", () => {
  const source = `
    import { openSandbox } from ${JSON.stringify(join(process.cwd(), "src/index.ts"))};
    const sandbox = await openSandbox();
    const { url, apiKey } = await sandbox.workspace();
    const { status } = await fetch(url + "/v1/leads", { headers: { "x-api-key": apiKey } });
    console.log(status);
    await sandbox.close();
  `;

  it("opens a sandbox in the process of any test runner", async () => {
    expect(await run([fileOf(source)])).toMatchObject({ code: 0, stdout: "200\n" });
  });

  it("opens that of exec, which counts its requests", async () => {
    const args = [commandFile(), "exec", "--", process.execPath, fileOf(source)];
    const { code, stderr } = await run(args);
    expect(code).toBe(0);
    expect(stderr).toContain("lead-sandbox: 1 request, 1 of");
  });
});

/** What a run prints if only its last test fails. */
async function printedByFailing(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(args, environment);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^\W*pass 5$/m);
  expect(stdout).toMatch(/^\W*fail 1$/m);
  return stdout + stderr;
}

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-node-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "leads.test.mjs");
  writeFileSync(file, text);
  return file;
}

/** Runs Node with these arguments, outside of Vitest's environment. */
function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof run>>>();
  const { VITEST: _vitest, NODE_TEST_CONTEXT: _context, ...env } = process.env;
  execFile(
    process.execPath,
    [...args],
    { env: { ...env, ...environment, NO_COLOR: "1" } },
    (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
  );
  return promise;
}
