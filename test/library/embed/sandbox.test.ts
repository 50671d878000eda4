import { describe, expect, it, onTestFinished } from "vitest";

import type { Sandbox, SandboxOptions } from "../../../src/index.ts";
import { createSandbox, newSandboxClient } from "../../../src/index.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";

async function opened(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const partnerKey = "11111111-1111-4111-8111-111111111111";
const realtorKey = "33333333-3333-4333-8333-333333333333";

const world = {
  firms: [{ id: "SoloFirm", name: "Solo", firmType: "Partner" }],
  apiKeys: [{ id: "SoloKey1", firmId: "SoloFirm", roleType: "Partner", environment: "sandbox" }],
} as const;

describe("createSandbox", () => {
  it("rejects an invalid setting with an error that names it", async () => {
    await expect(createSandbox({ quota: 0 })).rejects.toThrow(
      "Invalid --quota: 0. Expected an integer above 0, or off.",
    );
  });

  it("rejects an unknown setting, which a JavaScript program can pass", async () => {
    const misspelt = { seed: 1, quotta: 3, seeed: 9 };
    await expect(createSandbox(misspelt)).rejects.toThrow(
      "Unknown setting quotta.\nUnknown setting seeed.",
    );
  });

  it("rejects an invalid fixture with an error that names the field", async () => {
    const broken = { firms: [{ id: "SoloFirm", name: "", firmType: "Partner" }] };
    await expect(createSandbox({ fixture: broken })).rejects.toThrow(/is not valid:[^]*firms/);
  });

  it("starts from a world that is passed as an object", async () => {
    const { client } = await opened({ fixture: world });
    const { data } = await client.workspaces.list();
    expect(data.map(({ id, firms }) => [id, firms.map((firm) => firm.id)])).toEqual([
      ["default", ["SoloFirm"]],
    ]);
  });

  it("closes the sandbox at the end of its scope", async () => {
    let outer: Sandbox | undefined;
    {
      await using sandbox = await createSandbox();
      outer = sandbox;
    }
    await expect(outer.fetch("/v1/leads")).rejects.toThrow("This sandbox is closed.");
  });

  it("returns a sandbox that can be closed twice", async () => {
    const sandbox = await createSandbox();
    await sandbox.close();
    await expect(sandbox.close()).resolves.toBeUndefined();
  });

  it("returns a client that sends the token of the control API", async () => {
    const sandbox = await opened({ controlToken: "secret" });
    await expect(sandbox.client.rules()).resolves.toHaveProperty("data");
    const stranger = newSandboxClient({ url: sandbox.url, fetch: sandbox.fetch });
    await expect(stranger.rules()).rejects.toMatchObject({ status: 401 });
  });
});

describe("fetch", () => {
  it("accepts a URL, a string with options, a Request and a bare path", async () => {
    const { fetch } = await opened();
    const headers = { "x-api-key": partnerKey };
    const url = "http://partner.localhost/v1/leads";
    const answers = await Promise.all([
      fetch(new URL(url), { headers }),
      fetch(url, { headers }),
      fetch(new Request(url, { headers })),
      fetch(new Request(url), { headers }),
      fetch("/v1/leads", { headers }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it.each([
    { host: "api.partner.dit.example.test", key: partnerKey, status: 200 },
    { host: "api.partner.dit.example.test", key: realtorKey, status: 403 },
    { host: "api.realtor.dit.example.test", key: realtorKey, status: 200 },
    { host: "api.realtor.example.test", key: realtorKey, status: 401 },
  ])("selects the surface by the host: $host, $status", async ({ host, key, status }) => {
    const { fetch } = await opened();
    const answer = await fetch(`https://${host}/v1/leads`, { headers: { "x-api-key": key } });
    expect(answer.status).toBe(status);
  });

  it("rejects with the reason when the request is aborted, before or during the call", async () => {
    const { fetch, client } = await opened();
    const before = AbortSignal.abort(new Error("never mind"));
    await expect(fetch("/v1/leads", { signal: before })).rejects.toThrow("never mind");
    await client.faults.plan({ match: {}, then: { kind: "hang" } });
    const controller = new AbortController();
    const hanging = fetch("/v1/leads", { signal: controller.signal });
    await client.requests.waitFor({ status: 0 });
    controller.abort();
    await expect(hanging).rejects.toMatchObject({ name: "AbortError" });
  });

  it("rejects like the global fetch when the connection breaks", async () => {
    const { fetch, client } = await opened();
    await client.faults.plan({ match: {}, then: { kind: "reset" } });
    await expect(fetch("/v1/leads")).rejects.toMatchObject({
      name: "TypeError",
      message: "fetch failed",
      cause: { code: "ECONNRESET" },
    });
  });
});

describe("listen", () => {
  it("keeps the global Request and Response of the process", async () => {
    const { Request: before, Response: answer } = globalThis;
    await using sandbox = await createSandbox();
    await using listening = await sandbox.listen();
    expect((await fetch(`${listening.url}/readyz`)).status).toBe(200);
    expect(globalThis.Request).toBe(before);
    expect(globalThis.Response).toBe(answer);
  });

  it("restores them on close when it owned the process", async () => {
    const { Request: before, Response: answer } = globalThis;
    const sandbox = openSandbox({ port: 0 });
    const { url, close } = await sandbox.listen({ isAlone: true });
    expect(globalThis.Response).not.toBe(answer);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await close();
    expect(globalThis.Request).toBe(before);
    expect(globalThis.Response).toBe(answer);
    sandbox.close();
  });

  it("serves the same as fetch, on a free port of this machine", async () => {
    const sandbox = await opened();
    const { url, controlUrl } = await sandbox.listen();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}$/);
    expect(controlUrl).toBe(`${url}/_sandbox`);
    expect(sandbox.url).toBe(url);
    const answer = await fetch(`${url}/v1/leads`, { headers: { "x-api-key": partnerKey } });
    expect(answer.status).toBe(200);
    expect(await sandbox.client.requests.count()).toBe(1);
  });

  it("can serve twice at the same time, and closes each separately", async () => {
    const sandbox = await opened();
    const first = await sandbox.listen({ port: 0 });
    const second = await sandbox.listen({ port: 0, host: "127.0.0.1" });
    expect(second.url).not.toBe(first.url);
    await first.close();
    await expect(fetch(first.url)).rejects.toThrow("fetch failed");
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    expect(sandbox.url).toBe(second.url);
  });

  it.each([
    ["realtor-sandbox", realtorKey],
    ["partner-production", "22222222-2222-4222-8222-222222222222"],
  ] as const)(
    "serves only the surface %s on request, for clients that cannot select a host",
    async (surface, key) => {
      const sandbox = await opened();
      const { url } = await sandbox.listen({ surface });
      const statusOf = async (headers: Record<string, string>): Promise<number> =>
        (await fetch(`${url}/v1/leads`, { headers })).status;
      expect(await statusOf({ "x-api-key": key })).toBe(200);
      expect(await statusOf({ "x-api-key": partnerKey })).toBeGreaterThanOrEqual(401);
      const { data } = await sandbox.client.requests.list();
      expect(data.map((request) => request.surface)).toEqual([surface, surface]);
      expect(sandbox.url).toBe("http://127.0.0.1");
    },
  );

  it("stops when the sandbox closes", async () => {
    const sandbox = await createSandbox();
    const { url } = await sandbox.listen();
    await sandbox.close();
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });
});
