import { describe, it } from "vitest";

import { at, rulesOf } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, monday, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { itRefusesWrongFields } from "./lead-fields.ts";
import { describeRefusals } from "./refusals.ts";

const withDeleted = "?scope=withDeleted";

describe("PATCH /leads/{leadId}", () => {
  describe("200", () => {
    it("200 with the whole Lead: the sent fields changed, the others unchanged (4.1)", async () => {
      const world = await newWorld();
      const before = await read(world, ids.activeLead);
      const reply = await patch(world, ids.activeLead, { firstName: "Adele" });
      expect(reply).toAnswer(200);
      expect(at(reply, "data")).toEqual({
        ...Object(at(before, "data")),
        firstName: "Adele",
        updatedAt: monday,
      });
    });

    it("200 and stores the Lead that it returns (1.7)", async () => {
      const world = await newWorld();
      const reply = await patch(world, ids.activeLead, { lastName: "Abendroth" });
      expect((await read(world, ids.activeLead)).text).toBe(reply.text);
    });

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
      const before = await read(world, ids.activeLead);
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

    it("200 sends no mail (6)", async () => {
      const world = await newWorld();
      await patch(world, ids.activeLead, { email: "ada.new@example.com" });
      expect(at(await world.control("GET", "/emails"), "meta.total")).toBe(0);
    });

    it.each(["id", "createdAt", "updatedAt", "deletedAt", "convertedAt", "plan_ids"])(
      "200 with %s in the body has no effect (2.1)",
      async (field) => {
        const bare = await patch(await newWorld(), ids.activeLead, {});
        const reply = await patch(await newWorld(), ids.activeLead, { [field]: null });
        expect([reply.status, reply.text]).toEqual([200, bare.text]);
      },
    );

    it("200 with the same answer without the version segment (9)", async () => {
      const body = { firstName: "Adele" };
      const versioned = await patch(await newWorld(), ids.activeLead, body);
      const world = await newWorld();
      const reply = await world.api("PATCH", `/leads/${ids.activeLead}`, { body });
      expect([reply.status, reply.text]).toEqual([200, versioned.text]);
    });

    describe("phone and clientData in a PATCH", () => {
      const body = { phone: { number: "1" }, clientData: { notes: "new" } };

      it("200 replaces the whole value (4.4)", async () => {
        const reply = await patch(await newWorld(), "LeadHPa2", body);
        expect(at(reply, "data")).toMatchObject(body);
        expect(at(reply, "data.phone")).toEqual(body.phone);
      });

      it("200 drops the keys of clientData that are missing from the body (4.4)", async () => {
        const reply = await patch(await newWorld(), ids.activeLead, body);
        expect(at(reply, "data.clientData")).toEqual(body.clientData);
      });

      it("200 keeps the keys that are missing from the body, where the workspace assumes so (4.4)", async () => {
        const world = await newWorld({ assumptions: { "lead.patch.merge": "merged" } });
        const phone = await patch(world, "LeadHPa2", body);
        expect(at(phone, "data.phone")).toEqual({ number: "1", extension: "12" });
        const reply = await patch(world, ids.activeLead, body);
        expect(at(reply, "data.clientData")).toEqual({
          isFirstTimeHomeBuyer: true,
          Plans: [{ type: "Buying" }],
          notes: "new",
        });
      });
    });

    describe("a PATCH of a Lead that is not Active", () => {
      it.each([ids.convertedLead, ids.archivedLead])(
        "200 for %s with scope=withDeleted, which stays soft-deleted (2.6, 3)",
        async (id) => {
          const world = await newWorld();
          const before = await read(world, id, withDeleted);
          const reply = await patch(world, id, { firstName: "Later" }, withDeleted);
          expect(at(reply, "data")).toEqual({
            ...Object(at(before, "data")),
            firstName: "Later",
            updatedAt: monday,
          });
        },
      );

      it("200 after conversion leaves the client profile unchanged (3)", async () => {
        const world = await newWorld();
        const query = "?scope=withDeleted&include=Plans.ClientProfiles";
        const before = await read(world, ids.convertedLead, query);
        const reply = await patch(world, ids.convertedLead, { firstName: "Later" }, withDeleted);
        expect(rulesOf(reply)).toContain("lead.patch.no-profile-effect");
        const after = await read(world, ids.convertedLead, query);
        expect(at(after, "data.Plans")).toEqual(at(before, "data.Plans"));
      });

      it("200 without a scope, where the workspace assumes so (3)", async () => {
        const world = await newWorld({ assumptions: { "lead.patch.not-active": "200" } });
        expect(await patch(world, ids.archivedLead, { firstName: "Later" })).toAnswer(200);
      });
    });
  });

  describeRefusals("patch-Lead", {
    404: () => {
      it.each([ids.convertedLead, ids.archivedLead])(
        "404 for the soft-deleted Lead %s without scope (2.6, 3)",
        async (id) => {
          const reply = await patch(await newWorld(), id, { firstName: "Later" });
          expect(reply).toRefuse(404, "lead.patch.not-active");
        },
      );
    },
    409: () => {
      it("409 NOT_UNIQUE on resourceId, resourceType and email for a taken email (2.1, 7)", async () => {
        const body = { email: "ben.active@example.com" };
        const reply = await patch(await newWorld(), ids.activeLead, body);
        expect(reply).toRefuse(409, "lead.patch.unique");
        expect(reply).toRefuseFields(409, {
          resourceId: "NOT_UNIQUE",
          resourceType: "NOT_UNIQUE",
          email: "NOT_UNIQUE",
        });
      });

      it("409 for the email of a soft-deleted Lead, in another case (2.1, 2.6)", async () => {
        const body = { email: "EVE.archived@example.com" };
        const reply = await patch(await newWorld(), ids.activeLead, body);
        expect(reply).toRefuse(409, "lead.patch.unique");
      });

      it("409 changes nothing (1.5)", async () => {
        const world = await newWorld();
        const before = await read(world, ids.activeLead);
        await patch(world, ids.activeLead, { email: "ben.active@example.com", firstName: "No" });
        expect((await read(world, ids.activeLead)).text).toBe(before.text);
      });

      it("409 for a Lead that is not Active, where the workspace assumes so (3)", async () => {
        const world = await newWorld({ assumptions: { "lead.patch.not-active": "409" } });
        const reply = await patch(world, ids.archivedLead, { firstName: "Later" });
        expect(reply).toRefuse(409, "lead.patch.not-active");
      });
    },
    422: () => {
      itRefusesWrongFields("patch-Lead");

      it("422 names every invalid field (7)", async () => {
        const body = { email: null, firstName: "", phone: 7, colour: "red" };
        const reply = await patch(await newWorld(), ids.activeLead, body);
        expect(reply).toRefuseFields(422, {
          email: "INCORRECT_TYPE",
          firstName: "INVALID",
          phone: "INCORRECT_TYPE",
          colour: "UNSUPPORTED",
        });
      });

      it("422 changes nothing (1.5)", async () => {
        const world = await newWorld();
        const before = await read(world, ids.activeLead);
        await patch(world, ids.activeLead, { firstName: "No", colour: "red" });
        expect((await read(world, ids.activeLead)).text).toBe(before.text);
      });

      it("422 INVALID for an unknown scope (4.3)", async () => {
        const reply = await patch(await newWorld(), ids.activeLead, {}, "?scope=deleted");
        expect(reply).toRefuseFields(422, { scope: "INVALID" });
      });
    },
  });
});

type Fields = Readonly<Record<string, unknown>>;

function patch(world: World, id: string, body: Fields, query = ""): Promise<Reply> {
  return world.api("PATCH", `/v1/leads/${id}${query}`, { body });
}

function read(world: World, id: string, query = ""): Promise<Reply> {
  return world.api("GET", `/v1/leads/${id}${query}`);
}
