import { setTimeout } from "node:timers/promises";

import { describe, expect, it, onTestFinished } from "vitest";

import type { Sandbox, SandboxWorkspace } from "../../../src/index.ts";
import { createSandbox } from "../../../src/index.ts";

async function opened(): Promise<Sandbox> {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The program under test: it sends a Lead of the Firm with the key. */
function referLead(
  { url, firmId, apiKey, fetch }: SandboxWorkspace,
  email = "maya@example.com",
): Promise<Response> {
  return fetch(`${url}/v1/firms/${firmId}/leads`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ email, firstName: "Maya", lastName: "Moreau" }),
  });
}

describe("workspace", () => {
  it.each([
    ["dropped it", ({ client }: Sandbox, id: string) => client.workspaces.drop(id)],
    [
      "let its time to live pass",
      ({ client }: Sandbox, id: string) => client.workspace(id).clock.advance({ by: "P1D" }),
    ],
  ])("ends without an error after the test %s", async (_name, end) => {
    const sandbox = await opened();
    const workspace = await sandbox.workspace({ ttlSeconds: 3_600 });
    await end(sandbox, workspace.id);
    await expect(workspace.drop()).resolves.toBeUndefined();
  });

  it("has everything that a program under test requires as configuration", async () => {
    const sandbox = await opened();
    const workspace = await sandbox.workspace();
    expect((await referLead(workspace)).status).toBe(201);
    expect(workspace).toMatchObject({
      id: "ws-1",
      url: "http://127.0.0.1",
      firmId: "Harb0rPt",
      firmMemberId: "HPowner1",
      referralCodeId: "HPcode01",
    });
    expect(workspace.apiKeys["partner-sandbox"]).toBe(workspace.apiKey);
    const { data } = await workspace.client.leads.list({ limit: 1 });
    expect(data.map(({ email }) => email)).toEqual(["maya@example.com"]);
  });

  it.each([
    ["partner-sandbox", "partner.localhost"],
    ["partner-production", "partner-production.localhost"],
    ["realtor-sandbox", "realtor.localhost"],
    ["realtor-production", "realtor-production.localhost"],
  ] as const)("has a key for %s", async (surface, host) => {
    const sandbox = await opened();
    const { apiKeys, fetch } = await sandbox.workspace();
    const headers = { "x-api-key": apiKeys[surface] ?? "" };
    expect((await fetch(`http://${host}/v1/leads`, { headers })).status).toBe(200);
  });

  it("shares no data with another", async () => {
    const sandbox = await opened();
    const [one, other] = await Promise.all([sandbox.workspace(), sandbox.workspace()]);
    expect((await referLead(one)).status).toBe(201);
    expect((await referLead(other)).status).toBe(201);
    expect((await referLead(one)).status).toBe(409);
    expect(await one.client.requests.count()).toBe(2);
    expect(await other.client.requests.count()).toBe(1);
  });

  it("accepts the options of the control API", async () => {
    const sandbox = await opened();
    const now = "2026-03-02T09:00:00.000Z";
    const { id, client } = await sandbox.workspace({ id: "mine", now, fixture: "empty", seed: 7 });
    expect(id).toBe("mine");
    expect((await client.clock.get()).now).toBe(now);
    expect((await client.leads.list()).meta.total).toBe(0);
  });

  it("starts from a world, which a reset restores", async () => {
    const sandbox = await opened();
    const fixture = {
      firms: [{ id: "SoloFirm", name: "Solo", firmType: "Partner" }],
      apiKeys: [
        { id: "SoloKey1", firmId: "SoloFirm", roleType: "Realtor", environment: "production" },
      ],
    } as const;
    const workspace = await sandbox.workspace({ fixture });
    const again = await sandbox.workspace({ fixture });
    expect(workspace.firmId).toBe("SoloFirm");
    expect(workspace.apiKeys).toEqual({ "realtor-production": workspace.apiKey });
    expect(again.apiKey).not.toBe(workspace.apiKey);
    await workspace.client.firms.add({ name: "Second", firmType: "Partner" });
    await workspace.client.reset();
    const { firms } = await workspace.client.state.get();
    expect(firms?.map(({ id }) => id)).toEqual(["SoloFirm"]);
  });

  it("deletes its world when it is dropped", async () => {
    const sandbox = await opened();
    const workspace = await sandbox.workspace({ fixture: {} });
    const { fixture } = await sandbox.client.workspaces.get(workspace.id);
    await workspace.drop();
    await expect(sandbox.client.workspaces.create({ fixture })).rejects.toMatchObject({
      status: 422,
    });
  });

  it("reports what its world lacks only on access", async () => {
    const sandbox = await opened();
    const workspace = await sandbox.workspace({ fixture: {} });
    expect(() => workspace.apiKey).toThrow("The fixture of this workspace has no Firm");
    expect(workspace.firms).toEqual([]);
  });

  it("is rejected with the invalid field of its world", async () => {
    const sandbox = await opened();
    const fixture = { leads: [{ id: "Lead0001", email: "a@example.com" }] };
    // @ts-expect-error -- a Lead without its resource, which a JavaScript test could pass
    await expect(sandbox.workspace({ fixture })).rejects.toThrow("leads[0].resourceType");
  });

  it("is dropped once, at the end of its scope or before", async () => {
    const sandbox = await opened();
    {
      await using workspace = await sandbox.workspace();
      await workspace.drop();
      expect(await idsOf(sandbox)).toEqual(["default"]);
      await using second = await sandbox.workspace();
      expect(await idsOf(sandbox)).toEqual(["default", second.id]);
    }
    expect(await idsOf(sandbox)).toEqual(["default"]);
  });

  it("is served at the URL of the sandbox", async () => {
    const sandbox = await opened();
    const workspace = await sandbox.workspace();
    const { url } = await sandbox.listen();
    expect(workspace.url).toBe(url);
    const served = { ...workspace, url, fetch: globalThis.fetch };
    expect((await referLead(served)).status).toBe(201);
  });
});

describe("report", () => {
  it("is text for a client that accepts JSON only, too", async () => {
    const sandbox = await opened();
    await sandbox.workspace();
    const headers = { accept: "application/json" };
    const answer = await sandbox.fetch("/_sandbox/workspaces/ws-1/report", { headers });
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toBe("No request came to the workspace ws-1 of the sandbox.");
  });

  it("links each request to the console while the sandbox is served, including a request without an answer", async () => {
    const sandbox = await opened();
    const workspace = await sandbox.workspace({ id: "linked" });
    const { url, close } = await sandbox.listen();
    await workspace.client.faults.plan({ then: { kind: "reset" }, times: 1 });
    await referLead(workspace).catch(() => "cut");
    await referLead(workspace);
    const { data } = await workspace.client.requests.list();
    const links = data.map(({ id }) => `    ${url}/_sandbox/#/linked/activity/${id}`);
    const lines = (await workspace.report()).split("\n");
    expect(lines.filter((line) => line.includes("_sandbox"))).toEqual(links.toReversed());
    await close();
    expect(await workspace.report()).not.toContain("_sandbox");
  });

  it("lists requests with an unknown key, but only those since the workspace was created", async () => {
    const sandbox = await opened();
    await sandbox.fetch("/v1/before");
    // The journal has millisecond resolution.
    await setTimeout(2);
    const workspace = await sandbox.workspace();
    const wrong = { ...workspace, apiKey: "99999999-9999-4999-8999-999999999999" };
    expect((await referLead(wrong)).status).toBe(401);
    const report = await workspace.report();
    expect(report).toContain(
      "With no key that the sandbox knows (parallel tests share these):\n  POST /v1/firms/Harb0rPt/leads -> 401",
    );
    expect(report).not.toContain("/v1/before");
  });

  it("lists the last fifty of many requests, and their total", async () => {
    const sandbox = await opened();
    const workspace = await sandbox.workspace({ quotaPerHour: null });
    for (let sent = 0; sent < 51; sent += 1) {
      // oxlint-disable-next-line no-await-in-loop -- their order matters
      await workspace.fetch(`/v1/leads?limit=${sent + 1}`, {
        headers: { "x-api-key": workspace.apiKey },
      });
    }
    const [heading, oldest] = (await workspace.report()).split("\n");
    expect(heading).toBe("Requests to the workspace ws-1 of the sandbox: 51, the last 50 of them");
    expect(oldest).toMatch(/^ {2}GET \/v1\/leads\?limit=2 -> 200 /);
  });
});

async function idsOf(sandbox: Sandbox): Promise<readonly string[]> {
  const { data } = await sandbox.client.workspaces.list();
  return data.map(({ id }) => id);
}
