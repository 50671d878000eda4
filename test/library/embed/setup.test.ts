import { describe, expect, it, onTestFinished, vi } from "vitest";

import { setup } from "../../../src/library/embed/setup.ts";
import { sharedUrlVariable } from "../../../src/library/embed/shared-url.ts";
import { openTestSandbox } from "../../../src/library/embed/test-sandbox.ts";
import { idsOf, refer } from "./remote.ts";
import { runVitest } from "./vitest-run.ts";

const options = 'globalSetup: "lead-sandbox/vitest/setup"';

const shared = `
import { expect } from "vitest";
import { test, testWith } from "lead-sandbox/vitest";

test("shares the sandbox, in a separate workspace", async ({ sandbox, workspace }) => {
  expect(sandbox.url).toBe(process.env.${sharedUrlVariable});
  const { data } = await sandbox.client.workspaces.list();
  expect(data.map(({ id }) => id)).toContain(workspace.id);
  expect(await workspace.client.requests.count()).toBe(0);
});

test("loads no database", () => {
  const { sharedObjects } = process.report.getReport();
  expect(sharedObjects.filter((file) => file.includes("sqlite"))).toEqual([]);
});

test("has a wrong key", async ({ workspace: { url, firmId } }) => {
  const headers = { "x-api-key": "wrong" };
  const { status } = await fetch(url + "/v1/firms/" + firmId + "/leads", { headers });
  expect(status).toBe(200);
});

const ownTest = testWith({ sandbox: { publicUrl: "http://leads.example.test" } });
ownTest("has a separate sandbox for a setting of the server", async ({ sandbox }) => {
  expect(sandbox.url).not.toBe(process.env.${sharedUrlVariable});
  const { data } = await sandbox.client.workspaces.list();
  expect(data.map(({ id }) => id)).toEqual(["default"]);
});
`;

/** Starts a sandbox for a test run and returns its URL. Stops it after the test. */
async function started(): Promise<string> {
  vi.stubEnv("LEAD_SANDBOX_CONTROL_URL", undefined);
  const end = await setup();
  onTestFinished(async () => {
    await end();
    vi.unstubAllEnvs();
  });
  return process.env[sharedUrlVariable] ?? "";
}

describe("one sandbox for a Vitest run", () => {
  it("serves all files, which load no server code, and reports the requests of a failing test", async () => {
    const files = { "one.test.js": shared, "two.test.js": shared };
    const { code, stdout, stderr } = await runVitest(files, options);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/Tests {2}2 failed \| 6 passed/)]);
    const reports = stderr.split(/^stderr \| /m).slice(1);
    expect(new Set(reports.map((part) => part.split("\n", 1)[0]))).toEqual(
      new Set(["one.test.js > has a wrong key", "two.test.js > has a wrong key"]),
    );
    for (const report of reports) {
      expect(report).toMatch(
        /No request came[^]*With no key that the sandbox knows \(parallel tests share these\):[^]*-> 401 /,
      );
    }
  }, 60_000);
});

describe("the global setup", () => {
  it("starts a sandbox that ends with the run", async () => {
    const url = await started();
    const first = await openTestSandbox({ seed: 7 }, process.env);
    const second = await openTestSandbox({}, process.env);
    const workspace = await first.workspace();
    expect([first.url, second.url, await refer(workspace)]).toEqual([url, url, 201]);
    expect((await second.client.workspaces.get(workspace.id)).seed).toBe(7);
    await first.close();
    expect(await idsOf(second)).toEqual(["default"]);
    const again = await setup();
    await again();
    expect(process.env[sharedUrlVariable]).toBe(url);
  });

  it("removes its variable from the environment", async () => {
    vi.stubEnv("LEAD_SANDBOX_CONTROL_URL", undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const end = await setup();
    const url = process.env[sharedUrlVariable] ?? "";
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    await end();
    expect(process.env[sharedUrlVariable]).toBeUndefined();
    await expect(fetch(`${url}/livez`)).rejects.toThrow("fetch failed");
  });

  it("starts no sandbox when the environment names a running one", async () => {
    vi.stubEnv("LEAD_SANDBOX_CONTROL_URL", "http://127.0.0.1:4610/_sandbox");
    onTestFinished(() => void vi.unstubAllEnvs());
    await (
      await setup()
    )();
    expect(process.env[sharedUrlVariable]).toBeUndefined();
  });

  it("is named by its variable when the sandbox is gone", async () => {
    const gone = { [sharedUrlVariable]: "http://127.0.0.1:9" };
    await expect(openTestSandbox({}, gone)).rejects.toThrow(
      `${sharedUrlVariable} is "http://127.0.0.1:9`,
    );
  });
});
