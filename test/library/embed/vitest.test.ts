// oxlint-disable vitest/no-standalone-expect -- the rule does not know that test of lead-sandbox/vitest is a Vitest test
import { describe, expect, it } from "vitest";

import { test, testWith } from "../../../src/library/embed/vitest.ts";
import { referSource } from "../../support/refer-source.ts";
import { runVitest } from "./vitest-run.ts";

const seen: string[] = [];

describe("test of lead-sandbox/vitest", () => {
  test("provides a workspace for a program that has only a URL and a key", async ({
    workspace: { url, apiKey, firmId, client, id },
  }) => {
    seen.push(id);
    const sent = await fetch(`${url}/v1/firms/${firmId}/leads`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ email: "maya@example.com", firstName: "Maya", lastName: "Moreau" }),
    });
    expect(sent.status).toBe(201);
    expect(await client.requests.count()).toBe(1);
  });

  test("creates a new workspace for the next test, and drops the previous one", async ({
    sandbox,
    workspace,
  }) => {
    const { data } = await sandbox.client.workspaces.list();
    expect(data.map(({ id }) => id)).toEqual(["default", workspace.id]);
    expect(seen).not.toContain(workspace.id);
    expect(await workspace.client.requests.count()).toBe(0);
  });

  test.for([[1], [2]])("labels the workspace", async ([row], { sandbox, workspace }) => {
    const file =
      "test/library/embed/vitest.test.ts > test of lead-sandbox/vitest > labels the workspace";
    const { label } = await sandbox.client.workspaces.get(workspace.id);
    expect(label).toBe(row === 1 ? file : `${file} #2`);
  });

  test.for([[1], [2]])("is Vitest's own test, with tables: %i", ([row], { workspace }) => {
    expect(row).toBeGreaterThan(0);
    expect(workspace.firmId).toBe("Harb0rPt");
  });
});

const mondayTest = testWith({
  sandbox: { fixture: "empty", quota: null },
  workspace: { now: "2026-03-02T09:00:00.000Z" },
});

describe("testWith", () => {
  mondayTest(
    "creates the sandbox and the workspace from its options",
    async ({ sandbox, workspace }) => {
      const { now, mode } = await workspace.client.clock.get();
      expect([now, mode]).toEqual(["2026-03-02T09:00:00.000Z", "frozen"]);
      expect(workspace.firms[0]?.apiKeys[0]?.quotaPerHour).toBeNull();
      expect((await sandbox.client.leads.list()).meta.total).toBe(0);
    },
  );
});

const failing = `
import { expect } from "vitest";
import { test } from "lead-sandbox/vitest";
${referSource}
test("passes", async ({ workspace }) => {
  expect(await refer(workspace, "passing@example.com")).toBe(201);
});
test("sends it twice", async ({ workspace }) => {
  await refer(workspace, "maya@example.com");
  expect(await refer(workspace, "maya@example.com")).toBe(201);
});
test("has a wrong key", async ({ workspace: { url, firmId } }) => {
  expect(await refer({ url, firmId, apiKey: "wrong" }, "maya@example.com")).toBe(201);
});
test.fails("is expected to fail", async ({ workspace }) => {
  expect(await refer(workspace, "expected@example.com")).toBe(500);
});
`;

describe("a failing test", () => {
  it("lists its requests under its name, and none of another test", async () => {
    const { code, stderr } = await runVitest({ "failing.test.js": failing });
    expect(code).toBe(1);
    expect(stderr).not.toContain("/_sandbox/#/");
    const shown = stderr.split(/^stderr \| /m).slice(1);
    expect(shown.map((part) => part.split("\n", 1)[0])).toEqual([
      "failing.test.js > sends it twice",
      "failing.test.js > has a wrong key",
    ]);
    expect(shown[0]).toMatch(/-> 201 [^]*-> 409 [^]*lead\.unique/);
    expect(shown[1]).toMatch(
      /No request came[^]*With no key that the sandbox knows \(parallel tests share these\):[^]*-> 401 /,
    );
    expect(shown[1]?.match(/->/g)).toHaveLength(1);
  }, 60_000);
});
