import { describe, expect, it, onTestFinished, vi } from "vitest";

import { postLead } from "../../../support/post-lead.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { cutOff, lost, planFault, statuses, expected } from "./planned-faults.ts";

/** Longer than any test: the test ends the delay. */
const delayMs = 60_000;

/** Sends a delayed request, runs `meanwhile`, ends the delay, and returns the answer. */
async function heldUp(
  world: World,
  send: () => Promise<Reply>,
  meanwhile: () => Promise<unknown>,
): Promise<Reply> {
  await planFault(world, { then: { delayMs }, times: 1 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const sent = send();
  await meanwhile();
  await vi.advanceTimersByTimeAsync(delayMs);
  return sent;
}

async function expectOk(reply: Promise<Reply>): Promise<void> {
  const { status, text: body } = await reply;
  expect(`${status} ${body}`).toMatch(/^20[01] /);
}

describe("a fault with a delay", () => {
  it.each([
    { name: "alone, and the request goes on", then: { delayMs: 40 }, status: 200 },
    { name: "after the request", then: { delayMs: 40, when: "after" }, status: 200 },
    { name: "before a status", then: { delayMs: 40, status: 503 }, status: 503 },
  ])("takes that long in real time, $name", async ({ then, status }) => {
    const world = await newWorld();
    await planFault(world, { then });
    const started = performance.now();
    expect(await statuses(world, 1)).toEqual([status]);
    // A timer can fire a fraction of a millisecond early.
    expect(performance.now() - started).toBeGreaterThanOrEqual(39);
  });

  it("takes the same real time on a frozen or jumping clock, which it does not move", async () => {
    const world = await newWorld();
    await planFault(world, { then: { delayMs: 40 }, times: 1 });
    const started = performance.now();
    const sent = world.api("GET", "/v1/leads");
    await world.control("POST", "/clock/advance", { by: "P1D" });
    expect((await sent).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(39);
    const clock = await world.control("GET", "/clock");
    expect(text(clock, "data.now")).toBe("2026-03-03T09:00:00.000Z");
  });

  it("delays only that request", async () => {
    const world = await newWorld();
    await planFault(world, { match: { method: "POST" }, then: { delayMs: 600_000 } });
    const held = lost(postLead(world));
    expect(await statuses(world, 3)).toEqual([200, 200, 200]);
    await world.control("POST", "/reset");
    expect(await held).toMatch(cutOff);
  });

  it("delays several requests in parallel", async () => {
    const world = await newWorld();
    await planFault(world, { then: { delayMs: 200 } });
    const started = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => world.api("GET", "/v1/leads")));
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("is cut short by a reset, and the request has no effect", async () => {
    const world = await newWorld();
    await planFault(world, { then: { delayMs: 600_000 } });
    const held = lost(postLead(world));
    await expectOk(world.control("POST", "/reset"));
    expect(await held).toMatch(cutOff);
    expect(await expected(world, "lead", "request")).toEqual([]);
    expect((await postLead(world)).status).toBe(201);
  });

  it("is cut short when its workspace expires", async () => {
    const world = await newWorld();
    const brief = { id: "brief", now: "2026-03-02T09:00:00.000Z", ttlSeconds: 60 };
    const made = await world.server("POST", "/workspaces", brief);
    const key = text(made, "data.firms.0.apiKeys.0.key");
    const path = "/workspaces/brief";
    await world.server("POST", `${path}/faults`, { then: { delayMs: 600_000 } });
    const held = lost(world.api("GET", "/v1/leads", { key }));
    await expectOk(world.server("POST", `${path}/clock/advance`, { by: "PT1M" }));
    expect(await held).toMatch(/^The workspace went on without this request|socket hang up/);
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(401);
  });
});

// The fake timer is in this process.
describe.skipIf(isRemote)("a delayed request", () => {
  it("runs when it resumes: its records have that time, and events stay in order", async () => {
    const world = await newWorld();
    const reply = await heldUp(
      world,
      () => postLead(world),
      () => world.control("POST", "/clock/advance", { by: "PT30M" }),
    );
    expect(text(reply, "data.createdAt")).toBe("2026-03-02T09:30:00.000Z");
    expect(await expected(world, "clock", "lead", "mail")).toEqual([
      "09:30:00.000 clock.moved",
      "09:30:00.000 lead.created",
      "09:30:00.000 mail.captured",
    ]);
  });

  it("uses the quota of its resume time, so that requests leave the hour in order (8)", async () => {
    const world = await newWorld({ quotaPerHour: 1 });
    const first = await heldUp(
      world,
      () => world.api("GET", "/v1/leads"),
      () => world.control("POST", "/clock/advance", { by: "PT30M" }),
    );
    expect(first.status).toBe(200);
    const quotas = await world.control("GET", "/quotas");
    expect(at(quotas, "data.0.nextAllowedAt")).toBe("2026-03-02T10:30:00.000Z");
  });

  it.each([
    {
      name: "401 when its key was revoked meanwhile (5.6)",
      meanwhile: async ({ control, keyIds }: World) => {
        await control("DELETE", `/api-keys/${keyIds.partner}`);
      },
      status: 401,
    },
    {
      name: "429 when the quota was lowered meanwhile (8)",
      meanwhile: async ({ control, keyIds }: World) => {
        await control("PUT", `/quotas/${keyIds.partner}`, { quotaPerHour: 1 });
        await control("POST", `/quotas/${keyIds.partner}/use`, { count: 1 });
      },
      status: 429,
    },
    {
      name: "404 for a Lead that was archived meanwhile",
      meanwhile: async ({ control }: World) => {
        await control("POST", `/leads/${ids.activeLead}/archive`);
      },
      status: 404,
    },
    {
      name: "200 when its fault was deleted meanwhile",
      meanwhile: async ({ control }: World) => {
        await control("DELETE", "/faults");
      },
      status: 200,
    },
  ])("is $name", async ({ meanwhile, status }) => {
    const world = await newWorld();
    const reply = await heldUp(
      world,
      () => world.api("GET", `/v1/leads/${ids.activeLead}`),
      () => meanwhile(world),
    );
    expect(reply.status).toBe(status);
  });
});
