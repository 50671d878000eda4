import { describe, expect, it } from "vitest";

import type { IdKind } from "../../../../src/world/workspace/ids.ts";
import { newIds } from "../../../../src/world/workspace/ids.ts";
import { text } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";

/** The id with that number for the seed of these tests. */
function made(kind: IdKind, number: number): string {
  return newIds(1, "any").of(kind, number);
}

describe("ids after PUT state", () => {
  it("skip the ids in the document, of every kind", async () => {
    const world = await newWorld({ seed: 1 });
    const key = { firmId: "Firm", roleType: "Partner", environment: "sandbox" } as const;
    const person = { email: "ann@example.com", firstName: "Ann", lastName: "Ash" };
    const taken = (kind: IdKind) => ({ id: made(kind, 3) });
    const put = await world.control("PUT", "/state", {
      firms: [
        { id: "Firm", name: "A", firmType: "Partner" },
        { ...taken("firm"), name: "B", firmType: "Realty" },
      ],
      firmMembers: ["one", made("firmMember", 3)].map((id) => ({
        ...person,
        id,
        firmId: "Firm",
        isOwner: false,
      })),
      referralCodes: ["one", made("referralCode", 3)].map((id) => ({ id, firmId: "Firm" })),
      apiKeys: [
        { ...key, id: "one", key: newIds(1, world.id).key(3) },
        { ...key, ...taken("apiKey"), key: newIds(1, world.id).key(4) },
      ],
      clientProfiles: ["one", made("clientProfile", 3)].map((id) => ({
        id,
        email: `${id}@x.example`,
      })),
      leads: ["one", made("lead", 3)].map((id) => ({
        ...person,
        id,
        resourceType: "Firm",
        resourceId: "Firm",
      })),
      plans: ["one", made("plan", 3)].map((id) => ({
        id,
        clientProfileId: "one",
        type: "Buying",
        status: "New",
        owners: [],
      })),
    });
    expect(`${put.status} ${put.text}`).toMatch(/^200 /);
    const issued = await world.control("POST", "/api-keys", key);
    const clientData = { Plans: [{ type: "Buying" }] };
    const lead = await world.api("POST", "/v1/firms/Firm/leads", {
      key: text(issued, "data.key"),
      body: { ...person, email: "new@example.com", clientData },
    });
    const converted = await world.control("POST", `/leads/${text(lead, "data.id")}/convert`);
    const added = await Promise.all([
      world.control("POST", "/firms", { name: "C", firmType: "Partner" }),
      world.control("POST", "/firm-members", { ...person, firmId: "Firm" }),
      world.control("POST", "/referral-codes", { firmId: "Firm" }),
    ]);
    expect([
      text(issued, "data.id"),
      text(issued, "data.key"),
      text(lead, "data.id"),
      text(converted, "data.clientProfile.id"),
      text(converted, "data.plans.0.id"),
      ...added.map((reply) => text(reply, "data.id")),
    ]).toEqual([
      made("apiKey", 4),
      newIds(1, world.id).key(5),
      made("lead", 4),
      made("clientProfile", 4),
      made("plan", 4),
      made("firm", 4),
      made("firmMember", 4),
      made("referralCode", 4),
    ]);
  });
});
