import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { World as WorldDocument } from "../../../../src/world/workspace/fixtures/world.ts";
import { someHistory, transcript } from "../../../property/history.ts";
import { seeded } from "../../../property/seeded.ts";
import { at } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { worldIn } from "../../../world/workspace/contents.ts";

const name = fc.constantFrom("Ann", "Zoë", "楓", "a\u0000b", "half \ud83d", "x".repeat(300));
const firmId = fc.constantFrom(ids.partnerFirm, ids.realtyFirm, "Added001");

/** Directory changes of a tester, some of them invalid. */
const addition: fc.Arbitrary<readonly [path: string, body: object]> = fc.oneof(
  fc
    .record({ id: fc.constantFrom("Added001", "Added002"), name, firmType: name })
    .map(to("/firms")),
  fc
    .record({ firmId, email: fc.constant("m@x.example"), firstName: name, lastName: name })
    .map(to("/firm-members")),
  fc.record({ firmId }).map(to("/referral-codes")),
  fc
    .record({
      firmMemberId: fc.constantFrom(ids.partnerMember, ids.realtyAgent),
      active: fc.boolean(),
    })
    .map(to("/subscriptions")),
  fc
    .record({
      firmId,
      roleType: fc.constantFrom("Partner", "Realtor"),
      environment: fc.constantFrom("sandbox", "production"),
      quotaPerHour: fc.constantFrom(null, 60),
    })
    .map(to("/api-keys")),
);
const someAdditions = fc.array(addition, { maxLength: 8 });

function to(path: string) {
  return (body: object): readonly [string, object] => [path, body];
}

/** A world after a random history of both planes. */
async function livedWorld(
  additions: readonly (readonly [string, object])[],
  history: Parameters<typeof transcript>[1],
): Promise<World> {
  const world = await newWorld();
  for (const [path, body] of additions) {
    // oxlint-disable-next-line no-await-in-loop -- a history has an order
    await world.control("POST", path, body);
  }
  await world.control("DELETE", `/api-keys/${world.keyIds.realtor}`);
  await transcript(world, history);
  return world;
}

/** Checks that the partner's key can read and write in the workspace. */
async function works(world: World, state: WorldDocument): Promise<void> {
  const { key = null } = state.apiKeys.find(({ id }) => id === "HPkeySbx") ?? {};
  const own = state.leads.filter(({ resourceId }) => partnerParents.includes(resourceId)).length;
  const listed = await world.api("GET", "/v1/leads?scope=withDeleted&limit=1", { key });
  expect(at(listed, "meta.total")).toBe(own);
  const body = { email: "next@example.com", firstName: "Nia", lastName: "Next" };
  const made = await world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { key, body });
  expect(`${made.status} ${made.text}`).toMatch(/^201 /);
  expect(state.leads.map(({ id }) => id)).not.toContain(at(made, "data.id"));
}

const partnerParents: readonly string[] = [ids.partnerFirm, ids.partnerMember];

describe("a state after any history", () => {
  it("is the same, byte for byte, after it is put back (1.5)", async () => {
    await fc.assert(
      fc.asyncProperty(someAdditions, someHistory, async (additions, history) => {
        const world = await livedWorld(additions, history);
        const before = await world.control("GET", "/state");
        const put = await world.control("PUT", "/state", at(before, "data"));
        expect(`${put.status} ${put.text}`).toMatch(/^200 /);
        expect((await world.control("GET", "/state")).text).toBe(before.text);
        await works(world, worldIn(before));
      }),
      seeded(8),
    );
  });
});
