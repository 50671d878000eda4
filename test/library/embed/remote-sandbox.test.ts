import { request } from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { createSandbox } from "../../../src/library/embed/sandbox.ts";
import { openTestSandbox } from "../../../src/library/embed/test-sandbox.ts";
import { mockAgent } from "../../../src/library/embed/undici.ts";
import type { Remote } from "./remote.ts";
import { idsOf, refer, remote } from "./remote.ts";

/** What a sandbox for tests writes to stderr while `work` runs. */
async function expected(work: () => Promise<unknown>): Promise<string> {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await work();
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}

describe("the sandbox of a test with LEAD_SANDBOX_CONTROL_URL", () => {
  it("creates its workspaces in the running sandbox, with the token, and sends requests there", async () => {
    const { server, url, sandbox } = await remote({}, { controlToken: "secret" });
    const workspace = await sandbox.workspace({ label: "a test" });
    expect([sandbox.url, workspace.url]).toEqual([url, url]);
    expect(await refer(workspace)).toBe(201);
    expect(await server.client.workspace(workspace.id).requests.count()).toBe(1);
    expect((await server.client.workspaces.get(workspace.id)).label).toBe("a test");
    const report = await workspace.report();
    expect(report).toContain("-> 201");
    expect(report).toContain(`    ${url}/_sandbox/#/${workspace.id}/activity/req_`);
    await workspace.drop();
    expect(await idsOf(server)).toEqual(["default"]);
  });

  it("leaves the running sandbox open when it closes, and drops the workspaces of the test", async () => {
    const { server, sandbox } = await remote();
    const other = await server.workspace();
    const [, gone] = [await sandbox.workspace(), await sandbox.workspace()];
    await server.client.workspaces.drop(gone.id);
    const listening = await sandbox.listen();
    await listening.close();
    await sandbox.close();
    expect(await idsOf(server)).toEqual(["default", other.id]);
    expect(await refer(other)).toBe(201);
  });

  it("leaves a workspace that is dropped later, and drops the others", async () => {
    const { server, sandbox } = await remote();
    const [kept] = [await sandbox.workspace(), await sandbox.workspace()];
    await kept.drop({ afterSeconds: 60 });
    await sandbox.close();
    expect(await idsOf(server)).toEqual(["default", kept.id]);
  });

  it("listens at the URL of the running sandbox, and cannot serve a single surface", async () => {
    const { url, sandbox } = await remote();
    const text = await expected(async () => {
      const { url: listening, controlUrl } = await sandbox.listen({ port: 4711 });
      expect([listening, controlUrl]).toEqual([url, `${url}/_sandbox`]);
    });
    expect(text).toMatch(/not applied: port of listen/);
    await expect(sandbox.listen({ surface: "realtor-sandbox" })).rejects.toThrow(/realtor-sandbox/);
  });

  it("reaches the surface of a host that is hard-coded in a program", async () => {
    const { sandbox } = await remote();
    const workspace = await sandbox.workspace();
    const production = workspace.apiKeys["realtor-production"] ?? "";
    const headers = { "x-api-key": production };
    const host = "http://realtor-production.localhost";
    expect((await sandbox.fetch(`${host}/v1/leads`, { headers })).status).toBe(200);
    expect((await sandbox.fetch("/v1/leads", { headers })).status).not.toBe(200);
    expect(await refer(workspace, "https://partner.localhost")).toBe(201);
    await expect(
      sandbox.fetch(`${host}/v1/leads`, { headers, signal: AbortSignal.abort("enough") }),
    ).rejects.toBe("enough");
  });

  it("applies settings for worlds to each workspace, and reports the settings that do not apply", async () => {
    const given = { fixture: "empty", seed: 7, quota: 9, assumptions: { "lead.delete": "204" } };
    let opened: Remote | undefined;
    const text = await expected(async () => {
      opened = await remote({ ...given, port: 4711, https: true });
    });
    expect(text.match(/not applied: port, https\./g)).toHaveLength(1);
    if (opened === undefined) throw new Error("It was not opened.");
    const { server, sandbox } = opened;
    const workspace = await sandbox.workspace({
      seed: 8,
      assumptions: { "lead.email.case": "exact" },
    });
    expect(await server.client.workspaces.get(workspace.id)).toMatchObject({
      fixture: "empty",
      seed: 8,
    });
    expect(workspace.firms[0]?.apiKeys[0]?.quotaPerHour).toBe(9);
    expect(await workspace.client.assumptions.get()).toMatchObject({
      "lead.delete": "204",
      "lead.email.case": "exact",
    });
    expect((await server.client.workspaces.get((await sandbox.workspace()).id)).seed).toBe(7);
  });

  it("requires only the control URL", async () => {
    const server = await createSandbox();
    onTestFinished(() => server.close());
    const { url, controlUrl } = await server.listen();
    const environment = { LEAD_SANDBOX_CONTROL_URL: `${controlUrl}/` };
    const workspace = await (await openTestSandbox({}, environment)).workspace();
    expect([workspace.url, await refer(workspace)]).toEqual([url, 201]);
  });

  it("rejects an unknown setting, and names the variable when no server answers", async () => {
    const misspelled: object = { sede: 7 };
    await expect(remote(misspelled)).rejects.toThrow(/Unknown setting sede/);
    const environment = { LEAD_SANDBOX_CONTROL_URL: "http://127.0.0.1:9/_sandbox" };
    const opening = openTestSandbox({}, environment);
    await expect(opening).rejects.toThrow(/LEAD_SANDBOX_CONTROL_URL is "http:\/\/127.0.0.1:9/);
  });
});

describe("a running sandbox, in a test that replaces timers or HTTP", () => {
  it("works while timers are faked", async () => {
    const { sandbox } = await remote();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const workspace = await sandbox.workspace();
    expect(await refer(workspace)).toBe(201);
    expect(await workspace.client.requests.count()).toBe(1);
    await workspace.drop();
  });

  it("serves an undici program through its MockAgent, also with network connections disabled", async () => {
    const { sandbox } = await remote();
    const workspace = await sandbox.workspace();
    const dispatcher = mockAgent(sandbox, { hosts: ["api.partner.dit.example"] });
    dispatcher.disableNetConnect();
    const sent = await request("https://api.partner.dit.example/v1/leads", {
      dispatcher,
      headers: { "x-api-key": workspace.apiKey },
    });
    expect(sent.statusCode).toBe(200);
    expect(await workspace.client.requests.count()).toBe(1);
  });
});
