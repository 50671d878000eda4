import { expect, vi } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";
import { planFault } from "./planned-faults.ts";

const creation = { operationId: "post-leads-for-firm" };

/** A world with a hold fault on creates of Leads. */
export async function holding(fault: object = {}): Promise<{ world: World; id: string }> {
  const world = await newWorld();
  const id = await planFault(world, { match: creation, then: { kind: "hold" }, ...fault });
  return { world, id };
}

/** Waits until a fault holds `count` requests; returns their ids. */
export async function heldBy(
  { control }: Pick<World, "control">,
  id: string,
  count = 1,
): Promise<readonly string[]> {
  return vi.waitFor(async () => {
    const held = at(await control("GET", `/faults/${id}`), "data.held");
    expect(held).toHaveLength(count);
    return Array.isArray(held)
      ? held.map((one) => String(Reflect.get(Object(one), "requestId")))
      : [];
  }, 10_000);
}

/** Releases requests of a fault. */
export function release(world: World, id: string, body: object): Promise<Reply> {
  return world.control("POST", `/faults/${id}/release`, body);
}

/** Another person than that of `postLead`. */
export const another = { email: "second@example.com", firstName: "Sec", lastName: "Ond" };
