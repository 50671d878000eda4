import { describe, it } from "vitest";

import { at, rulesOf } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { describeRefusals } from "./refusals.ts";

describe("GET /leads/{leadId}", () => {
  describe("200", () => {
    it("200 with all fields of the Lead (2.1, 4.1)", async () => {
      const reply = await get(await newWorld(), ids.activeLead);
      expect(reply).toAnswer(200);
      expect(reply.json).toEqual({ data: ada });
      expect(rulesOf(reply)).toContain("lead.get");
    });

    it("200 for the Lead of a FirmMember of the key's Firm (1.8)", async () => {
      const reply = await get(await newWorld(), ids.memberLead);
      expect(at(reply, "data")).toMatchObject({
        resourceType: "FirmMember",
        resourceId: ids.partnerMember,
      });
    });

    it("200 with the same answer without the version segment (9)", async () => {
      const world = await newWorld();
      const reply = await world.api("GET", `/leads/${ids.activeLead}`);
      expect(reply.text).toBe((await get(world, ids.activeLead)).text);
    });

    it("200 for a Converted Lead with scope=withDeleted, its convertedAt and deletedAt equal (2.6, 3)", async () => {
      const reply = await get(await newWorld(), ids.convertedLead, "?scope=withDeleted");
      expect(at(reply, "data")).toMatchObject({
        deletedAt: "2026-01-12T15:30:00.000Z",
        convertedAt: "2026-01-12T15:30:00.000Z",
        plan_ids: [ids.plan],
      });
    });

    it("200 for an Archived Lead with scope=withDeleted, convertedAt null (2.6, 3)", async () => {
      const reply = await get(await newWorld(), ids.archivedLead, "?scope=withDeleted");
      expect(at(reply, "data")).toMatchObject({
        deletedAt: "2026-01-14T08:00:00.000Z",
        convertedAt: null,
      });
    });

    it.each(["withDeleted", "active"])(
      "200 for an Active Lead with scope=%s (4.3)",
      async (scope) => {
        const reply = await get(await newWorld(), ids.activeLead, `?scope=${scope}`);
        expect(reply.json).toEqual({ data: ada });
      },
    );

    it("200 without Plans when include is missing (4.1)", async () => {
      const reply = await get(await newWorld(), ids.convertedLead, "?scope=withDeleted");
      expect(at(reply, "data")).not.toHaveProperty("Plans");
    });

    it("200 with include=Plans and the Plans that the Firm owns, without profiles (4.1)", async () => {
      const reply = await get(
        await newWorld(),
        ids.convertedLead,
        "?scope=withDeleted&include=Plans",
      );
      expect(at(reply, "data.Plans")).toEqual([buying]);
    });

    it("200 with include=Plans and without the Plans that the client opened later (2.3)", async () => {
      const world = await newWorld();
      await world.control("POST", `/client-profiles/${ids.clientProfile}/plans`, {
        type: "Switch",
      });
      const reply = await get(world, ids.convertedLead, "?scope=withDeleted&include=Plans");
      expect(at(reply, "data.Plans")).toEqual([buying]);
    });

    it("200 with include=Plans and an empty array before conversion (4.1)", async () => {
      const reply = await get(await newWorld(), ids.activeLead, "?include=Plans");
      expect(reply.json).toEqual({ data: { ...ada, Plans: [] } });
    });

    it.each(["Plans.ClientProfiles", "Plans,Plans.ClientProfiles"])(
      "200 with include=%s nests the client profiles under the Plans (4.1)",
      async (include) => {
        const query = `?scope=withDeleted&include=${include}`;
        const reply = await get(await newWorld(), ids.convertedLead, query);
        expect(at(reply, "data.Plans")).toEqual([{ ...buying, ClientProfiles: [carla] }]);
      },
    );

    it("200 without Plans for the unknown parameter `includes` (4.1)", async () => {
      const reply = await get(await newWorld(), ids.activeLead, "?includes=Plans");
      expect(reply.json).toEqual({ data: ada });
    });

    it("200 and ignores an unknown parameter (4.3)", async () => {
      const reply = await get(await newWorld(), ids.activeLead, "?colour=red");
      expect(reply.json).toEqual({ data: ada });
    });
  });

  describeRefusals("get-lead", {
    404: () => {
      it.each([ids.convertedLead, ids.archivedLead])(
        "404 for the soft-deleted Lead %s without scope (2.6)",
        async (id) => {
          expect(await get(await newWorld(), id)).toRefuse(404, "scope.default");
        },
      );

      it("404 for a soft-deleted Lead with scope=active (4.3)", async () => {
        const reply = await get(await newWorld(), ids.archivedLead, "?scope=active");
        expect(reply).toRefuse(404, "scope.default");
      });

      it("404 for another Firm's soft-deleted Lead, also with scope=withDeleted (7)", async () => {
        const reply = await get(await newWorld(), "LeadMRx1", "?scope=withDeleted");
        expect(reply).toRefuse(404, "auth.foreign-record");
      });

      it("404 for the id in another case (2.1)", async () => {
        const reply = await get(await newWorld(), ids.activeLead.toLowerCase());
        expect(reply).toRefuse(404, "auth.foreign-record");
      });
    },
    422: () => {
      it.each([
        ["scope", "deleted"],
        ["scope", ""],
        ["include", "Firms"],
        ["include", "plans"],
        ["include", "Plans.Firms"],
      ])("422 INVALID on %s for the value %j (4.3)", async (name, value) => {
        const reply = await get(await newWorld(), ids.activeLead, `?${name}=${value}`);
        expect(reply).toRefuseFields(422, { [name]: "INVALID" });
      });

      it("422 INVALID for a repeated parameter (4.3)", async () => {
        const reply = await get(
          await newWorld(),
          ids.activeLead,
          "?scope=active&scope=withDeleted",
        );
        expect(reply).toRefuseFields(422, { scope: "INVALID" });
      });

      it("422 UNSUPPORTED for an unknown parameter, where the workspace assumes so (4.3)", async () => {
        const world = await newWorld({ assumptions: { "query.unknown": "422" } });
        const reply = await get(world, ids.activeLead, "?colour=red");
        expect(reply).toRefuseFields(422, { colour: "UNSUPPORTED" });
      });
    },
  });
});

function get(world: World, id: string, query = ""): Promise<Reply> {
  return world.api("GET", `/v1/leads/${id}${query}`);
}

const ada = {
  id: ids.activeLead,
  createdAt: "2026-01-06T09:00:00.000Z",
  updatedAt: "2026-01-06T09:00:00.000Z",
  deletedAt: null,
  email: "ada.active@example.com",
  firstName: "Ada",
  lastName: "Abel",
  phone: { number: "4165550101" },
  clientData: { isFirstTimeHomeBuyer: true, Plans: [{ type: "Buying" }] },
  resourceType: "Firm",
  resourceId: ids.partnerFirm,
  referredByReferralCodeId: ids.partnerCode,
  convertedAt: null,
};

const buying = {
  id: ids.plan,
  createdAt: "2026-01-12T15:30:00.000Z",
  updatedAt: "2026-01-12T15:30:00.000Z",
  deletedAt: null,
  name: null,
  type: "Buying",
  status: "Ready for Pre-approval",
  amount: null,
};

const carla = {
  id: ids.clientProfile,
  createdAt: "2026-01-12T15:30:00.000Z",
  updatedAt: "2026-01-12T15:30:00.000Z",
  deletedAt: null,
  email: "carla.converted@example.com",
  firstName: "Carla",
  lastName: "Conti",
  phone: { number: "4165550103" },
  clientData: { prefix: "Ms.", dateOfBirth: "1986-04-12" },
};
