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
  it("gives each test and subtest a workspace of a sandbox in its process", async () => {
    expect(await run(["--test", fileOf(suite)])).toMatchObject({ code: 0 });
  });

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

  it("uses a running sandbox and drops its workspaces", async () => {
    const { url } = await listeningSandbox();
    const environment = { LEAD_SANDBOX_CONTROL_URL: `${url}/_sandbox` };
    expect(await run(["--test", fileOf(suite)], environment)).toMatchObject({ code: 0 });
    const listed = await fetch(`${url}/_sandbox/workspaces`);
    expect(await listed.json()).toMatchObject({ meta: { total: 1 } });
  });

  it("is counted by exec", async () => {
    const args = [commandFile(), "exec", "--", process.execPath, "--test", fileOf(suite)];
    const { code, stderr } = await run(args);
    expect(code).toBe(0);
    expect(stderr).toContain("lead-sandbox: 3 requests, 1 of");
  });

  it("prints links of a failing test where the sandbox outlives the run, and keeps its workspace", async () => {
    const { url } = await listeningSandbox();
    const environment = { LEAD_SANDBOX_CONTROL_URL: `${url}/_sandbox` };
    const { code, stdout, stderr } = await run(["--test", fileOf(failing)], environment);
    expect(code).toBe(1);
    const listed = await fetch(`${url}/_sandbox/workspaces?offset=1`);
    const { data } = z
      .object({ data: z.array(z.object({ id: z.string(), label: z.string() })) })
      .parse(await listed.json());
    expect(data.map(({ label }) => label)).toEqual(["test > refers twice"]);
    expect(stdout + stderr).toContain(`${url}/_sandbox/#/${data[0]?.id}/activity/req_`);
    expect(stdout + stderr).toContain("The sandbox keeps this workspace for an hour.");
  });

  it("prints no links under exec, whose sandbox ends with the run", async () => {
    const args = [commandFile(), "exec", "--", process.execPath, "--test", fileOf(failing)];
    const { code, stdout, stderr } = await run(args);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("Answer 409 to POST /v1/firms/Harb0rPt/leads:");
    expect(stdout + stderr).not.toContain("/_sandbox/#/");
  });

  it("prints the requests of a failing test, without links to its dropped workspace", async () => {
    const { code, stdout, stderr } = await run(["--test", fileOf(failing)]);
    expect(code).toBe(1);
    const printed = stdout + stderr;
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
