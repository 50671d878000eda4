import { describe, expect, it, vi } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, replyOf, text } from "../../../support/reply.ts";
import { listeningSandbox } from "../../../support/sandbox.ts";
import { isRemote } from "../../../support/target.ts";
import { ids } from "../../../support/world.ts";
import { leadOf, stalledAt } from "./stalled.ts";

/** A sandbox behind a socket with a workspace named busy, and calls to it over the network. */
async function listening() {
  const { url } = await listeningSandbox();
  const control = async (method: string, path: string, body?: unknown): Promise<Reply> =>
    replyOf(
      await fetch(`${url}/_sandbox${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: { "content-type": "application/json" },
      }),
    );
  const made = await control("POST", "/workspaces", { id: "busy", quotaPerHour: null });
  const key = text(made, "data.firms.0.apiKeys.0.key");
  const write = async (client: string): Promise<Reply> =>
    replyOf(
      await fetch(`${url}/v1/firms/${ids.partnerFirm}/leads`, {
        method: "POST",
        body: leadOf(client),
        headers: { "content-type": "application/json", "x-api-key": key },
      }),
    );
  const expected = async (): Promise<readonly string[]> => {
    const paths = ["/state", "/emails", "/requests", "/events", "/quotas"];
    const replies = await Promise.all(
      paths.map((path) => control("GET", `/workspaces/busy${path}`)),
    );
    return replies.map((reply) => reply.text.replaceAll(/"nextAllowedAt":"[^"]+"/g, ""));
  };
  const underWay = async (count: number): Promise<void> => {
    const busy = `/workspaces/busy/quotas`;
    await vi.waitFor(async () => {
      expect(at(await control("GET", busy), "data.0.usedLastHour")).toBe(count);
    }, 10_000);
  };
  return { url, key, control, write, expected, underWay };
}

// The tests reset sockets of their own server.
describe.skipIf(isRemote)("POST reset over the network", () => {
  it("200 within 2.5 s during stalled requests, whose connections are reset (1.5)", async () => {
    const { url, key, control, write, expected, underWay } = await listening();
    const fresh = await expected();
    const stalled = await Promise.all(
      ["a", "b", "c", "d", "e"].map((name) => stalledAt(url, `stalled-${name}`, key)),
    );
    await underWay(stalled.length);
    const before = await Promise.all(Array.from({ length: 20 }, (_, n) => write(`before${n}`)));
    expect(before.map(({ status }) => status)).toEqual(before.map(() => 201));
    const started = performance.now();
    const reset = await control("POST", "/workspaces/busy/reset");
    const took = performance.now() - started;
    expect(`${reset.status} ${reset.text}`).toMatch(/^200 /);
    expect(took).toBeLessThan(2_500);
    expect(await Promise.all(stalled.map(({ ended }) => ended))).toEqual(stalled.map(() => ""));
    expect(await expected()).toEqual(fresh);
  });
});

describe.skipIf(isRemote)("a workspace over the network", () => {
  it("cuts off a stalled request when it expires", async () => {
    const { url, control } = await listening();
    const now = "2026-03-02T09:00:00.000Z";
    const made = await control("POST", "/workspaces", { id: "brief", now, ttlSeconds: 60 });
    const key = text(made, "data.firms.0.apiKeys.0.key");
    const stalled = await stalledAt(url, "stalled", key);
    await vi.waitFor(async () => {
      const quotas = await control("GET", "/workspaces/brief/quotas");
      expect(at(quotas, "data.0.usedLastHour")).toBe(1);
    }, 10_000);
    await control("POST", "/workspaces/brief/clock/advance", { by: "PT1M" });
    expect(await stalled.ended).toBe("");
  });
});

describe.skipIf(isRemote)("a client that disconnects in the middle of its body", () => {
  it("is journaled without an answer but with the reason, and creates no Lead (5.8)", async () => {
    const { url, key, control, underWay } = await listening();
    const before = (await control("GET", "/workspaces/busy/leads")).text;
    const { hangUp } = await stalledAt(url, "gone", key);
    await underWay(1);
    hangUp();
    const path = "/workspaces/busy/requests/wait?status=0&timeoutMs=5000";
    const { json } = await control("GET", path);
    expect(json).toMatchObject({
      data: [{ status: 0, reason: "The client went away before its body was there." }],
    });
    expect((await control("GET", "/workspaces/busy/leads")).text).toBe(before);
  });
});
