import { describe, expect, it } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";

/** Takes a snapshot; fails the test if the call fails. */
async function take(world: World, name: string): Promise<void> {
  const reply = await world.control("POST", "/snapshots", { name });
  expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
}

async function restore(world: World, name: string): Promise<void> {
  const reply = await world.control("POST", `/snapshots/${name}/restore`);
  expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
}

/** The control API paths that show the content of a snapshot. */
const kept = ["", "/state", "/emails", "/quotas", "/clock", "/faults", "/assumptions", "/api-keys"];

/** The answers of the control API on these paths. */
async function toldOf(world: World, paths: readonly string[]): Promise<string> {
  const replies = await Promise.all(paths.map((path) => world.control("GET", path)));
  return replies.map((reply) => reply.text).join("\n");
}

describe("POST snapshots", () => {
  it.each(["A.b_c-9", "x".repeat(64), "v1..", "next.sqlite"])(
    "201 for the name %s",
    async (name) => {
      const world = await newWorld();
      await take(world, name);
      await restore(world, name);
      expect((await world.control("DELETE", `/snapshots/${name}`)).status).toBe(200);
    },
  );

  it.each(["", ".hidden", "-x", "_x", "a/b", "../a", "a b", "é", "x".repeat(65), "a\n", 7, null])(
    "422 for the name %j, and no snapshot is taken",
    async (name) => {
      const world = await newWorld();
      const reply = await world.control("POST", "/snapshots", { name });
      expect(reply.status).toBe(422);
      expect(at(reply, "fields.name")).toHaveLength(1);
      expect(at(await world.control("GET", "/snapshots"), "data")).toEqual([]);
    },
  );

  it("201 and changes only the list of snapshots and that of events", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    await world.createLead();
    const paths = [...kept, "/requests", "/coverage"];
    const before = await toldOf(world, paths);
    await take(world, "quiet");
    expect(await toldOf(world, paths)).toBe(before);
  });
});

describe("POST snapshots/{name}/restore", () => {
  it("200 and later keys are unknown, and later revocations are undone (5.6)", async () => {
    const world = await newWorld();
    await take(world, "kept");
    const body = { firmId: ids.partnerFirm, roleType: "Partner", environment: "sandbox" };
    const key = text(await world.control("POST", "/api-keys", body), "data.key");
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    await restore(world, "kept");
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(401);
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
  });

  it("200 and a later reset uses the fixture of the snapshot", async () => {
    const world = await newWorld({ fixture: "empty" });
    const fresh = await world.control("GET", "/state");
    await world.createLead();
    await take(world, "kept");
    await world.control("POST", "/reset", { fixture: "default" });
    await restore(world, "kept");
    expect(at(await world.control("POST", "/reset"), "data.fixture")).toBe("empty");
    expect((await world.control("GET", "/state")).text).toBe(fresh.text);
  });

  it("200 while a call waits for mail, which matches later mail or restored mail", async () => {
    const world = await newWorld();
    await world.createLead({ email: "old@example.com" });
    await take(world, "kept");
    await world.control("DELETE", "/emails");
    const waiting = world.control("GET", "/emails/wait?to=new@example.com&timeoutMs=60000");
    await restore(world, "kept");
    await world.createLead({ email: "new@example.com" });
    expect(at(await waiting, "data.to")).toEqual(["new@example.com"]);
    const back = await world.control("GET", "/emails/wait?to=old@example.com&timeoutMs=0");
    expect(back.status).toBe(200);
  });
});

describe("a restored workspace", () => {
  it("keeps the label, owner and lifetime that it got after the snapshot", async () => {
    const world = await newWorld();
    await take(world, "start");
    const change = { label: "failed test", owner: "ana", ttlSeconds: 3_600 };
    await world.control("PATCH", "", change);
    const identity = async () => {
      const shown = Object(at(await world.control("GET", ""), "data"));
      const { label, owner, ttlSeconds, expiresAt } = shown;
      return { label, owner, ttlSeconds, expiresAt };
    };
    const before = await identity();
    await restore(world, "start");
    expect(await identity()).toEqual(before);
    expect(before).toMatchObject({ label: "failed test", owner: "ana" });
  });
});

describe("an unknown snapshot", () => {
  it.each([
    ["POST", "/restore"],
    ["GET", "/download"],
    ["DELETE", ""],
  ] as const)("404 for %s snapshots/{name}%s, with the existing ones", async (method, call) => {
    const world = await newWorld();
    await take(world, "here");
    const reply = await world.control(method, `/snapshots/nowhere${call}`);
    expect([reply.status, text(reply, "hint")]).toEqual([404, expect.stringContaining("here")]);
    for (const name of ["..%2f..%2fsecret", "%2e%2e", "a%00", "__proto__"]) {
      // oxlint-disable-next-line no-await-in-loop -- sequential, so that a failure shows which one it is
      const { status } = await world.control(method, `/snapshots/${name}${call}`);
      expect(`${name} ${status}`).toBe(`${name} 404`);
    }
  });
});

describe("DELETE snapshots/{name}", () => {
  it("200 and its name is free again, the others remain, and so does a workspace restored from it", async () => {
    const world = await newWorld();
    const lead = await world.createLead();
    await take(world, "one");
    await take(world, "other");
    await restore(world, "one");
    await world.control("DELETE", "/snapshots/one");
    expect((await world.api("GET", `/v1/leads/${lead}`)).status).toBe(200);
    expect((await world.control("POST", "/snapshots/one/restore")).status).toBe(404);
    expect(column(await world.control("GET", "/snapshots"), "name")).toEqual(["other"]);
    await take(world, "one");
  });
});
