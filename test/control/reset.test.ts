import { describe, expect, it } from "vitest";

import { at, text } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, monday, newWorld } from "../support/world.ts";
import { tellAll } from "./paths.ts";

/** Changes everything that a tester and a client can change. */
async function live(world: World): Promise<void> {
  await world.createLead();
  await world.api("GET", "/v1/leads");
  for (const [method, path, body] of [
    ["POST", `/leads/${ids.activeLead}/convert`],
    ["POST", `/plans/${ids.plan}/status`, { status: "Pre-approved" }],
    ["PUT", "/assumptions", { "lead.delete": "204" }],
    ["PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour: 60 }],
    ["POST", `/quotas/${world.keyIds.partner}/use`, { count: 60, over: "PT30M" }],
    ["DELETE", `/api-keys/${world.keyIds.realtor}`],
    ["POST", "/clock/advance", { by: "P1D" }],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- each change builds on the one before
    const reply = await world.control(method, path, body);
    expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
  }
}

describe("POST reset", () => {
  it("200 and brings back rows, clock, quota, mail, journal, events, assumptions and keys", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    const before = await tellAll(world);
    await live(world);
    expect(await tellAll(world)).not.toBe(before);
    expect((await world.control("POST", "/reset")).status).toBe(200);
    expect(await tellAll(world)).toBe(before);
  });

  it("gives the same ids again for the same requests", async () => {
    const world = await newWorld();
    const first = await world.createLead({ email: "same@example.com" });
    const mail = text(await world.control("GET", "/emails"), "data.0.id");
    await world.control("POST", "/reset", {});
    expect(await world.createLead({ email: "same@example.com" })).toBe(first);
    expect(text(await world.control("GET", "/emails"), "data.0.id")).toBe(mail);
  });

  it("leaves the keys valid and begins the events at 1 again", async () => {
    const world = await newWorld();
    await live(world);
    await world.control("POST", "/reset");
    await world.createLead();
    expect(at(await world.control("GET", "/events"), "data.0.cursor")).toBe(1);
    expect(text(await world.control("GET", "/clock"), "data.now")).toBe(monday);
    const realtor = { key: world.keys.realtor, surface: "realtor" } as const;
    expect((await world.api("GET", "/v1/leads", realtor)).status).toBe(200);
  });

  it("200 and goes on to another fixture, and a later one returns to that", async () => {
    const world = await newWorld();
    await world.createLead();
    const reply = await world.control("POST", "/reset", { fixture: "empty" });
    expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
    expect(text(reply, "data.fixture")).toBe("empty");
    expect(at(await world.control("GET", "/leads"), "meta.total")).toBe(0);
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
    await world.createLead();
    await world.control("POST", "/reset");
    expect(at(await world.control("GET", "/leads"), "meta.total")).toBe(0);
    await world.control("POST", "/reset", { fixture: "default" });
    expect(at(await world.control("GET", "/leads"), "meta.total")).toBeGreaterThan(0);
  });

  it("404 on a Lead of before, and a request under way ends before or begins after (1.5)", async () => {
    const world = await newWorld();
    const id = await world.createLead();
    const [, ...created] = await Promise.all([
      world.control("POST", "/reset"),
      ...Array.from({ length: 20 }, (_, n) => world.createLead({ email: `under${n}@example.com` })),
    ]);
    const listed = await world.control("GET", "/leads?limit=1000");
    const mails = await world.control("GET", "/emails?limit=1000");
    const kept = created.filter((one) => listed.text.includes(`"${one}"`));
    expect(at(mails, "meta.total")).toBe(kept.length);
    expect(kept.includes(id) || (await world.api("GET", `/v1/leads/${id}`)).status === 404).toBe(
      true,
    );
  });
});

describe("workspaces", () => {
  it("show nothing of one in another", async () => {
    const other = await newWorld();
    const world = await newWorld();
    const before = await tellAll(other);
    await live(world);
    await world.control("DELETE", "/emails");
    await world.control("DELETE", "/requests");
    await world.control("POST", "/reset", { fixture: "empty" });
    expect(await tellAll(other)).toBe(before);
  });

  it("of one process show nothing of one in another, and have keys of their own each (5.2)", async () => {
    const world = await newWorld();
    const made = await world.server("POST", "/workspaces", { id: "other", now: monday });
    const told = (): Promise<string> => tellAll(world, "/workspaces/other");
    const before = await told();
    await live(world);
    expect(await told()).toBe(before);
    const key = text(made, "data.firms.0.apiKeys.0.key");
    expect(Object.values(world.keys)).not.toContain(key);
    expect(at(await world.api("GET", "/v1/leads?scope=withDeleted", { key }), "meta.total")).toBe(
      5,
    );
  });

  it("401 for the keys of one that was dropped, and its id is free again", async () => {
    const world = await newWorld({ id: "short" });
    expect((await world.server("DELETE", "/workspaces/short")).status).toBe(200);
    expect((await world.api("GET", "/v1/leads")).status).toBe(401);
    expect((await world.control("GET", "/leads")).status).toBe(404);
    expect((await world.server("POST", "/workspaces", { id: "short" })).status).toBe(201);
  });

  it("404 once their time is over on their own clock", async () => {
    const world = await newWorld();
    await world.server("POST", "/workspaces", { id: "brief", now: monday, ttlSeconds: 60 });
    const advance = "/workspaces/brief/clock/advance";
    expect((await world.server("POST", advance, { by: 59_999 })).status).toBe(200);
    expect((await world.server("GET", "/workspaces/brief")).status).toBe(200);
    await world.server("POST", advance, { by: 1 });
    expect((await world.server("GET", "/workspaces/brief")).status).toBe(404);
  });
});
