import { describe, it } from "vitest";

import { at, rulesOf } from "../support/reply.ts";
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

const id = "post-leads-for-firm";

describe("POST /firms/{firmId}/leads", () => {
  describe("201", () => {
    it("201 with a Lead owned by the Firm (1.8, 4.1)", async () => {
      const reply = await post(await newWorld(), id, newLead);
      expect(reply).toAnswer(201);
      expect(at(reply, "data")).toMatchObject({
        ...newLead,
        resourceType: "Firm",
        resourceId: ids.partnerFirm,
      });
      expect(rulesOf(reply)).toContain("lead.create.firm");
    });

    it("201 for a Realtor key on the Realtor API, for its own Firm (1.3)", async () => {
      const world = await newWorld();
      const reply = await world.api("POST", `/v1/firms/${ids.realtyFirm}/leads`, {
        key: world.keys.realtor,
        surface: "realtor",
        body: newLead,
      });
      expect(reply).toAnswer(201);
      expect(at(reply, "data.resourceId")).toBe(ids.realtyFirm);
    });

    it("201 with the same answer without the version segment (9)", async () => {
      const versioned = await post(await newWorld(), id, newLead);
      const world = await newWorld();
      const reply = await world.api("POST", `/firms/${ids.partnerFirm}/leads`, { body: newLead });
      expect([reply.status, reply.text]).toEqual([201, versioned.text]);
    });

    it("201 with the parent of the path in the body (2.1)", async () => {
      const parent = { resourceType: "Firm", resourceId: ids.partnerFirm };
      const reply = await post(await newWorld(), id, { ...newLead, ...parent });
      expect(reply).toAnswer(201);
    });

    it("201 for the email of a FirmMember's Lead and of another Firm's Lead (2.1)", async () => {
      const world = await newWorld();
      const emails = ["finn.member@example.com", "gwen.active@example.com"];
      const replies = await Promise.all(
        emails.map((email) => post(world, id, { ...newLead, email })),
      );
      expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    });

    itReturnsWhatWasSent(id);
    itSetsTheRest(id);
    itWelcomes(id);
  });

  describeRefusals(id, {
    403: () => {
      it("403 for another Firm's path, where the workspace assumes so (7)", async () => {
        const world = await newWorld({ assumptions: { "auth.foreign-record": "403" } });
        const path = `/v1/firms/${ids.realtyFirm}/leads`;
        const reply = await world.api("POST", path, { body: newLead });
        expect(reply).toRefuse(403, "auth.foreign-record");
      });
    },
    409: () => {
      itRefusesTakenEmails(id);

      it("409 for a taken email in another case (2.1)", async () => {
        const reply = await post(await newWorld(), id, {
          ...newLead,
          email: "ADA.Active@Example.com",
        });
        expect(reply).toRefuse(409, "lead.unique");
      });

      it.each(["carla.converted@example.com", "eve.archived@example.com"])(
        "409 for the email of a soft-deleted Lead, %s (2.1, 2.6)",
        async (email) => {
          const reply = await post(await newWorld(), id, { ...newLead, email });
          expect(reply).toRefuse(409, "lead.unique");
        },
      );

      it("409 stores no Lead and sends no mail (1.5)", async () => {
        const world = await newWorld();
        const before = await world.control("GET", "/leads");
        await post(world, id, { ...newLead, email: "ada.active@example.com" });
        expect((await world.control("GET", "/leads")).text).toBe(before.text);
        expect(at(await world.control("GET", "/emails"), "meta.total")).toBe(0);
      });
    },
    422: () => {
      itRequiresFields(id);
      itRefusesWrongFields(id);

      it("422 INVALID for a repeated disableClientOutreach (4.3)", async () => {
        const twice = "?disableClientOutreach=true&disableClientOutreach=false";
        const reply = await post(await newWorld(), id, newLead, twice);
        expect(reply).toRefuseFields(422, { disableClientOutreach: "INVALID" });
      });
    },
  });
});
