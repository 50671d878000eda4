import { describe, it } from "vitest";

import { at } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, monday, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";

const withDeleted = "?scope=withDeleted";

describe("PATCH /leads/{leadId}", () => {
  it.each([
    { email: "ada.new@example.com" },
    { firstName: "Adele", lastName: "Abendroth" },
    { phone: { number: "4165550188", extension: "9" } },
    { phone: null, clientData: null, referredByReferralCodeId: null },
    { referredByReferralCodeId: "HPcode02" },
    { clientData: { Plans: [{ type: "Switch" }], pets: ["cat"] } },
  ])("200 changes %j (2.1, 4.1)", async (fields) => {
    const reply = await patch(await newWorld(), ids.activeLead, fields);
    expect(reply).toAnswer(200);
    expect(at(reply, "data")).toMatchObject(fields);
  });

  it("200 for an empty body, which changes only updatedAt (4.1)", async () => {
    const world = await newWorld();
    const before = await world.api("GET", `/v1/leads/${ids.activeLead}`);
    const reply = await patch(world, ids.activeLead, {});
    expect(at(reply, "data")).toEqual({ ...Object(at(before, "data")), updatedAt: monday });
  });

  it("200 for the Lead's own email in another case (2.1)", async () => {
    const email = "Ada.ACTIVE@example.com";
    const reply = await patch(await newWorld(), ids.activeLead, { email });
    expect(reply).toAnswer(200);
    expect(at(reply, "data.email")).toBe(email);
  });

  it("200 for the email of a Lead with another parent (2.1)", async () => {
    const email = "finn.member@example.com";
    expect(await patch(await newWorld(), ids.activeLead, { email })).toAnswer(200);
  });

  it.each(["id", "createdAt", "updatedAt", "deletedAt", "convertedAt", "plan_ids"])(
    "200 with %s in the body has no effect (2.1)",
    async (field) => {
      const bare = await patch(await newWorld(), ids.activeLead, {});
      const reply = await patch(await newWorld(), ids.activeLead, { [field]: null });
      expect([reply.status, reply.text]).toEqual([200, bare.text]);
    },
  );

  it.each([ids.convertedLead, ids.archivedLead])(
    "200 for %s with scope=withDeleted, which stays soft-deleted (2.6, 3)",
    async (id) => {
      const world = await newWorld();
      const before = await world.api("GET", `/v1/leads/${id}${withDeleted}`);
      const reply = await patch(world, id, { firstName: "Later" }, withDeleted);
      expect(at(reply, "data")).toEqual({
        ...Object(at(before, "data")),
        firstName: "Later",
        updatedAt: monday,
      });
    },
  );
});

type Fields = Readonly<Record<string, unknown>>;

function patch(world: World, id: string, body: Fields, query = ""): Promise<Reply> {
  return world.api("PATCH", `/v1/leads/${id}${query}`, { body });
}
