import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { tellAll } from "../paths.ts";

const request = { firmId: ids.partnerFirm, roleType: "Partner", environment: "sandbox" } as const;

function issue(world: World, key: string): Promise<Reply> {
  return world.control("POST", "/api-keys", { ...request, key });
}

describe("POST api-keys with a given key text", () => {
  it("201 with that key, which is valid (5.2)", async () => {
    const world = await newWorld();
    const key = "0c0ffee0-0000-4000-8000-000000000001";
    expect(text(await issue(world, key), "data.key")).toBe(key);
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(200);
  });

  it("201 for a key in capitals, which is valid in either case (5.2)", async () => {
    const world = await newWorld();
    const key = "0c0ffee0-0000-4000-8000-00000000000a";
    expect(text(await issue(world, key.toUpperCase()), "data.key")).toBe(key);
    const statuses = [key, key.toUpperCase()].map(
      async (sent) => (await world.api("GET", "/v1/leads", { key: sent })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200]);
    expect((await world.control("GET", "/requests")).text.toLowerCase()).not.toContain(key);
  });

  it("409 for a key in capitals that exists in lower case (5.2)", async () => {
    const world = await newWorld();
    const key = "0c0ffee0-0000-4000-8000-00000000000a";
    expect((await issue(world, key)).status).toBe(201);
    expect((await issue(world, key.toUpperCase())).status).toBe(409);
  });

  it("201 with a key that a reset removes and a restored snapshot brings back (5.2)", async () => {
    const world = await newWorld();
    const key = "0c0ffee0-0000-4000-8000-000000000001";
    await issue(world, key);
    await world.control("POST", "/snapshots", { name: "with-key" });
    const statusOf = async () => (await world.api("GET", "/v1/leads", { key })).status;
    await world.control("POST", "/reset");
    expect(await statusOf()).toBe(401);
    await world.control("POST", "/snapshots/with-key/restore");
    expect(await statusOf()).toBe(200);
  });

  it("409 for a key of another workspace and for a revoked key, and nothing is changed (5.2)", async () => {
    const world = await newWorld();
    const other = await world.server("POST", "/workspaces", { id: "other", seed: 2 });
    const revoked = text(other, "data.firms.1.apiKeys.0.id");
    await world.server("DELETE", `/workspaces/other/api-keys/${revoked}`);
    const taken = [
      world.keys.partner,
      text(other, "data.firms.0.apiKeys.0.key"),
      text(other, "data.firms.1.apiKeys.0.key"),
    ];
    const before = await tellAll(world);
    const replies = taken.map((key) => issue(world, key));
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(await tellAll(world)).toBe(before);
  });

  it("201 for a key of a dropped workspace (5.2)", async () => {
    const world = await newWorld();
    const other = await world.server("POST", "/workspaces", { id: "other", seed: 2 });
    const key = text(other, "data.firms.0.apiKeys.0.key");
    expect((await issue(world, key)).status).toBe(409);
    await world.server("DELETE", "/workspaces/other");
    expect(text(await issue(world, key), "data.key")).toBe(key);
  });
});
