import { describe, it } from "vitest";

import { at, assumedRulesOf, rulesOf } from "../support/reply.ts";
import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { newLead } from "./cases.ts";
import {
  itRefusesTakenEmails,
  itRequiresFields,
  itReturnsWhatWasSent,
  itSetsTheRest,
  itWelcomes,
  post,
} from "./lead-creation.ts";
import { itRefusesWrongFields } from "./lead-fields.ts";
import { describeRefusals } from "./refusals.ts";

const id = "post-leads-for-firm-member";
const realtyOnly = { assumptions: { "lead.create.firm-member": "realty-only" } };

describe("POST /firmMembers/{firmMemberId}/leads", () => {
  describe("201", () => {
    it("201 with a Lead owned by the FirmMember (1.8, 4.1)", async () => {
      const reply = await post(await newWorld(), id, newLead);
      expect(reply).toAnswer(201);
      expect(at(reply, "data")).toMatchObject({
        ...newLead,
        resourceType: "FirmMember",
        resourceId: ids.partnerMember,
      });
    });

    it("201 cites the assumption about which FirmMembers may own Leads (4.1)", async () => {
      const reply = await post(await newWorld(), id, newLead);
      expect(assumedRulesOf(reply)).toContain("lead.create.firm-member");
    });

    it("201 for a FirmMember of a Realty Firm, where only those may own Leads (1.8)", async () => {
      const world = await newWorld(realtyOnly);
      const reply = await world.api("POST", `/v1/firmMembers/${ids.realtyAgent}/leads`, {
        key: world.keys.realtor,
        surface: "realtor",
        body: newLead,
      });
      expect(reply).toAnswer(201);
      expect(at(reply, "data.resourceId")).toBe(ids.realtyAgent);
    });

    it("201 with the same answer without the version segment (9)", async () => {
      const versioned = await post(await newWorld(), id, newLead);
      const world = await newWorld();
      const path = `/firmMembers/${ids.partnerMember}/leads`;
      const reply = await world.api("POST", path, { body: newLead });
      expect([reply.status, reply.text]).toEqual([201, versioned.text]);
    });

    it("201 for the email of a Lead of the Firm and of another FirmMember (2.1)", async () => {
      const world = await newWorld();
      const body = { ...newLead, email: "ada.active@example.com" };
      expect(await post(world, id, body)).toAnswer(201);
      const path = `/v1/firmMembers/${ids.partnerOwner}/leads`;
      expect(await world.api("POST", path, { body })).toAnswer(201);
    });

    itReturnsWhatWasSent(id);
    itSetsTheRest(id);
    itWelcomes(id);
  });

  describeRefusals(id, {
    403: () => {
      it("403 for a FirmMember of a Firm that is not Realty, where the workspace assumes so (1.8)", async () => {
        const reply = await post(await newWorld(realtyOnly), id, newLead);
        expect(reply).toRefuse(403, "lead.create.firm-member");
      });
    },
    409: () => {
      itRefusesTakenEmails(id);

      it("409 for the email of the FirmMember's Archived Lead (2.1, 2.6)", async () => {
        const world = await newWorld();
        await world.control("POST", `/leads/${ids.memberLead}/archive`);
        const reply = await post(world, id, { ...newLead, email: "finn.member@example.com" });
        expect(reply).toRefuse(409, "lead.unique");
        expect(rulesOf(reply)).toContain("lead.unique.deleted");
      });
    },
    422: () => {
      itRequiresFields(id);
      itRefusesWrongFields(id);
    },
  });
});
