import { describe, expect, it, vi } from "vitest";

import { at } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { Served } from "../opened.ts";
import { partnerKey, servedOn } from "../opened.ts";
import { stalledAt } from "./stalled.ts";

/** A sandbox behind a socket, and requests that stop in the middle of their bodies. */
async function withStalled(...clients: readonly string[]) {
  const served = await servedOn();
  const before = await shown(served);
  const stalled = await Promise.all(
    clients.map((client) => stalledAt(served.url, client, partnerKey.key)),
  );
  await vi.waitFor(async () => {
    const quotas = await served.control("GET", "/quotas");
    expect(at(quotas, "data.0.usedLastHour")).toBe(clients.length);
  }, 10_000);
  return { ...served, before, stalled };
}

async function shown({ control }: Served): Promise<readonly string[]> {
  const replies = ["/leads", "/emails", "/quotas"].map((path) => control("GET", path));
  return (await Promise.all(replies)).map(({ text }) => text);
}

// The tests reset sockets of their own server.
describe.skipIf(isRemote)("a request that stalls in the middle of its body", () => {
  it("gets a reset connection by a reset, which takes less than 2.5 s and forgets it (1.5)", async () => {
    const served = await withStalled("a", "b", "c");
    const started = performance.now();
    expect((await served.control("POST", "/reset")).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(2_500);
    const received = await Promise.all(served.stalled.map(({ ended }) => ended));
    expect(received).toEqual(["", "", ""]);
    await served.control("PUT", "/clock", { mode: "frozen", now: "2100-01-04T09:00:00.000Z" });
    expect(await shown(served)).toEqual(served.before);
  });

  it("is journaled without an answer but with the reason if its client disconnects (5.8)", async () => {
    const served = await withStalled("gone");
    served.stalled[0]?.hangUp();
    const { json } = await served.control("GET", "/requests/wait?status=0&timeoutMs=5000");
    expect(json).toMatchObject({
      data: [{ status: 0, reason: "The client went away before its body was there." }],
    });
    expect((await shown(served))[0]).toBe(served.before[0]);
  });
});
