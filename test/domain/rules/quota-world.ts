import type { Reply } from "../../support/reply.ts";
import { at } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { newWorld } from "../../support/world.ts";

/** The start time of the clock in the quota tests. */
export const start = "2026-03-02T09:00:00.000Z";

/** A workspace at `start` whose keys have `quotaPerHour`. */
export function withQuota(
  quotaPerHour: number,
  assumptions: Readonly<Record<string, string>> = {},
): Promise<World> {
  return newWorld({ now: start, quotaPerHour, assumptions });
}

/** Moves the clock to `ms` milliseconds after `start`. */
export async function advanceTo(world: World, ms: number): Promise<void> {
  const now = new Date(Date.parse(start) + ms).toISOString();
  const moved = await world.control("PUT", "/clock", { mode: "frozen", now });
  if (moved.status !== 200) throw new Error(`The clock did not move: ${moved.text}`);
}

/** One request with the Partner key. */
export function read(world: World): Promise<Reply> {
  return world.api("GET", "/v1/leads?limit=1");
}

/** The statuses of `count` requests at one moment, sent one after the other. */
export async function statuses(world: World, count: number): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
    seen.push((await read(world)).status);
  }
  return seen;
}

/** The quota of the Partner key in the control API. */
export async function quotaOf(world: World, keyId = world.keyIds.partner): Promise<unknown> {
  const quotas = await world.control("GET", "/quotas");
  const shown = at(quotas, "data");
  const list: readonly unknown[] = Array.isArray(shown) ? shown : [];
  return list.find((quota) => Reflect.get(Object(quota), "keyId") === keyId);
}
