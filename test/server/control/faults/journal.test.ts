import { describe, expect, it } from "vitest";

import { person, postLead } from "../../../support/post-lead.ts";
import { at } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { cutOff, lost, newestEntry, newRawSandbox, planFault, statuses } from "./planned-faults.ts";

/** The quota use of the Partner key. */
async function usedLastHour(world: World): Promise<unknown> {
  return at(await world.control("GET", "/quotas"), "data.0.usedLastHour");
}

describe("the journal", () => {
  it.each(["before", "after"])(
    "has a request that a status fault hit, with its body, the answer and the fault: %s (5.8)",
    async (when) => {
      const world = await newWorld();
      const then = { status: 503, message: "Busy", headers: { "Retry-After": "5" }, when };
      const id = await planFault(world, { then });
      const reply = await postLead(world);
      expect(await newestEntry(world)).toMatchObject({
        id: reply.headers.get("x-sandbox-request-id"),
        at: monday,
        method: "POST",
        path: `/v1/firms/${ids.partnerFirm}/leads`,
        status: 503,
        operationId: "post-leads-for-firm",
        apiKeyId: world.keyIds.partner,
        rules: expect.arrayContaining(["error.server"]),
        reason: `The planned fault ${id} hit this request.`,
        request: { body: JSON.stringify(person) },
        response: { headers: { "retry-after": "5" }, body: '{"message":"Busy"}' },
      });
    },
  );

  it.each([{ kind: "reset" }, { kind: "hang" }, { kind: "reset", when: "after" }])(
    "has a request that %j hit with status 0 (5.8)",
    async (then) => {
      const world = await newWorld();
      const id = await planFault(world, { then });
      const sent = lost(postLead(world));
      await world.control("GET", "/requests/wait?status=0");
      expect(await newestEntry(world)).toMatchObject({
        status: 0,
        operationId: "post-leads-for-firm",
        rules: expect.arrayContaining(["error.server"]),
        reason: `The planned fault ${id} hit this request.`,
        request: { body: JSON.stringify(person) },
        response: { headers: {}, body: null },
      });
      await world.close();
      expect(await sent).toMatch(cutOff);
    },
  );

  it.each([
    { kind: "empty", body: null },
    { kind: "malformed", body: '{"data":{' },
  ])("has the answer of kind $kind as sent (5.8)", async ({ kind, body }) => {
    const sandbox = newRawSandbox();
    await planFault(sandbox, { then: { kind } });
    await sandbox.api("GET", "/v1/leads");
    expect(await newestEntry(sandbox)).toMatchObject({ status: 200, response: { body } });
  });

  it("has a request that its client aborted during a delay, with status 0 and the fault", async () => {
    const sandbox = newRawSandbox();
    const id = await planFault(sandbox, { then: { delayMs: 600_000 } });
    const givingUp = new AbortController();
    const sent = lost(sandbox.api("GET", "/v1/leads", { signal: givingUp.signal }));
    givingUp.abort();
    expect(await sent).toMatch(cutOff);
    const reason = `The planned fault ${id} hit this request.`;
    expect(await newestEntry(sandbox)).toMatchObject({ status: 0, reason });
  });

  it("has a body that is not JSON, as it was sent", async () => {
    const world = await newWorld();
    await planFault(world, { then: { status: 503 } });
    await world.api("POST", "/v1/leads", { rawBody: "{not json" });
    expect(await newestEntry(world)).toMatchObject({ request: { body: "{not json" } });
  });

  it("has an ordinary entry with its duration for a delayed request", async () => {
    const world = await newWorld();
    await planFault(world, { then: { delayMs: 30 } });
    await statuses(world, 1);
    const entry = await newestEntry(world);
    expect(entry).toMatchObject({ status: 200, operationId: "get-leads" });
    expect(entry).not.toHaveProperty("reason");
    expect(Reflect.get(Object(entry), "durationMs")).toBeGreaterThanOrEqual(29);
  });
});

describe("the quota", () => {
  it.each([
    { name: "a status", then: { status: 503 } },
    { name: "a status after a delay", then: { status: 503, delayMs: 1 } },
    { name: "a cut connection", then: { kind: "reset" } },
  ])("is not used by a request that $name hit before it was carried out (8)", async ({ then }) => {
    const world = await newWorld({ quotaPerHour: 10 });
    await planFault(world, { then });
    await Promise.allSettled([world.api("GET", "/v1/leads"), world.api("GET", "/v1/leads")]);
    expect(await usedLastHour(world)).toBe(0);
  });

  it.each([
    { name: "a status", then: { status: 503, when: "after" } },
    { name: "a cut connection", then: { kind: "reset", when: "after" } },
    { name: "a delay alone", then: { delayMs: 1 } },
    { name: "a delay alone afterwards", then: { delayMs: 1, when: "after" } },
  ])("is used by a request that was carried out and hit by $name (8)", async ({ then }) => {
    const world = await newWorld({ quotaPerHour: 10 });
    await planFault(world, { then });
    await Promise.allSettled([world.api("GET", "/v1/leads")]);
    expect(await usedLastHour(world)).toBe(1);
    await world.control("DELETE", "/faults");
    expect(await statuses(world, 1)).toEqual([429]);
  });

  it("quota.failed [free]: is used by a success that a fault turns into 404 (8)", async () => {
    const assumptions = { "quota.failed": "free" };
    const world = await newWorld({ quotaPerHour: 10, assumptions });
    await planFault(world, { then: { status: 404, when: "after" } });
    expect(await statuses(world, 1)).toEqual([404]);
    expect(await usedLastHour(world)).toBe(1);
  });
});

describe("the coverage", () => {
  it("counts rule error.server once for each request without its own answer", async () => {
    const world = await newWorld();
    await planFault(world, { then: { status: 503 }, times: 1 });
    await planFault(world, { then: { kind: "reset", when: "after" }, times: 1 });
    await planFault(world, { then: { delayMs: 1 }, times: 1 });
    await statuses(world, 1);
    expect(await lost(world.api("GET", "/v1/leads"))).toMatch(cutOff);
    await statuses(world, 1);
    const { text: coverage } = await world.control("GET", "/coverage");
    expect(coverage).toContain('{"id":"error.server","standing":"documented","count":2}');
  });
});
