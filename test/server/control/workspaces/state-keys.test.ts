import { describe, expect, it } from "vitest";

import type { World as WorldDocument } from "../../../../src/world/workspace/fixtures/world.ts";
import { newIds } from "../../../../src/world/workspace/ids.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { worldIn } from "../../../world/workspace/contents.ts";
import { handMade, handMadeWorld } from "./hand-made.ts";

/** The state of a workspace in the same sandbox. */
async function stateOf(world: World, id: string = world.id): Promise<WorldDocument> {
  return worldIn(await world.server("GET", `/workspaces/${id}/state`));
}

async function keysOf(world: World, id: string = world.id): Promise<readonly unknown[]> {
  return (await stateOf(world, id)).apiKeys.map(({ key }) => key);
}

async function put(world: World, state: object, id: string = world.id): Promise<void> {
  const reply = await world.server("PUT", `/workspaces/${id}/state`, state);
  expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
}

/** The status of a request with that key. */
async function statusOf(world: World, key: string): Promise<number> {
  return (await world.api("GET", "/v1/leads", { key })).status;
}

const newKey = {
  id: "NewKey01",
  firmId: ids.realtyFirm,
  roleType: "Realtor",
  environment: "sandbox",
} as const;

describe("the keys in PUT state", () => {
  it("stay the same in their own workspace (5.2)", async () => {
    const world = await newWorld();
    const state = await stateOf(world);
    await put(world, { ...state, apiKeys: state.apiKeys.toReversed() });
    expect(await keysOf(world)).toEqual(state.apiKeys.map(({ key }) => key).toReversed());
    expect(await statusOf(world, world.keys.partner)).toBe(200);
  });

  it("are replaced if another workspace has them, in the order of the state (5.2)", async () => {
    const world = await newWorld({ seed: 3 });
    await world.createLead({ email: "copied@example.com" });
    const state = await stateOf(world);
    await world.server("POST", "/workspaces", { id: "copy", seed: 5, now: monday });
    await put(world, state, "copy");
    const { key } = newIds(5, "copy");
    expect(await keysOf(world, "copy")).toEqual([key(1), key(2), key(3), key(4)]);
    expect(await keysOf(world)).toEqual(state.apiKeys.map((one) => one.key));
    const first = await world.api("GET", "/v1/leads?scope=withDeleted");
    const copied = await world.api("GET", "/v1/leads?scope=withDeleted", { key: key(1) });
    expect(copied.text).toBe(first.text);
  });

  it("are reserved before new ones are made, so that no key changes its owner (5.2)", async () => {
    const world = await newWorld();
    const state = await stateOf(world);
    await put(world, { ...state, apiKeys: [newKey, ...state.apiKeys] });
    const [made, ...kept] = await keysOf(world);
    expect(kept).toEqual(state.apiKeys.map(({ key }) => key));
    expect(kept).not.toContain(made);
    expect(await statusOf(world, String(made))).toBe(403);
    expect(await statusOf(world, world.keys.partner)).toBe(200);
  });

  it("are compared and stored in lower case, as in requests (5.2)", async () => {
    const world = await newWorld();
    const [given] = handMadeWorld.apiKeys;
    const key = handMade.key.toUpperCase();
    await put(world, { ...handMadeWorld, apiKeys: [{ ...given, key }] });
    expect(await keysOf(world)).toEqual([handMade.key]);
    expect(await statusOf(world, key)).toBe(200);
  });

  it.each([
    { title: "revoked", times: { revokedAt: "2026-01-01T00:00:00.000Z" } },
    { title: "expired", times: { expiresAt: monday } },
  ])("401 for a key that is $title in the state (5.6)", async ({ times }) => {
    const world = await newWorld();
    const [given] = handMadeWorld.apiKeys;
    await put(world, { ...handMadeWorld, apiKeys: [{ ...given, ...times }] });
    expect(await statusOf(world, handMade.key)).toBe(401);
  });
});
