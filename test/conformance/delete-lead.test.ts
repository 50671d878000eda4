import { describe, it } from "vitest";

import { at, assumedRulesOf } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, monday, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { newLead } from "./cases.ts";
import { describeRefusals } from "./refusals.ts";

const noContent = { assumptions: { "lead.delete": "204" } };

describe("DELETE /leads/{leadId}", () => {
  describe("200", () => {
    it("200 with the Lead, now Archived (2.6, 3, 4.2)", async () => {
      const world = await newWorld();
      const before = await world.api("GET", `/v1/leads/${ids.activeLead}`);
      const reply = await remove(world, ids.activeLead);
      expect(reply).toAnswer(200);
      expect(at(reply, "data")).toEqual({
        ...Object(at(before, "data")),
        updatedAt: monday,
        deletedAt: monday,
        convertedAt: null,
      });
    });

    it("200 hides the Lead from GET without removing it (2.6)", async () => {
      const world = await newWorld();
      const reply = await remove(world, ids.activeLead);
      const hidden = await world.api("GET", `/v1/leads/${ids.activeLead}`);
      const shown = await world.api("GET", `/v1/leads/${ids.activeLead}?scope=withDeleted`);
      expect([hidden.status, shown.text]).toEqual([404, reply.text]);
    });

    it("200 removes the Lead from the list of its Firm (2.6)", async () => {
      const world = await newWorld();
      await remove(world, ids.activeLead);
      const reply = await world.api("GET", `/v1/firms/${ids.partnerFirm}/leads`);
      expect(at(reply, "meta.total")).toBe(1);
    });

    it("200 keeps the email taken (2.1)", async () => {
      const world = await newWorld();
      await remove(world, ids.activeLead);
      const body = { ...newLead, email: "ada.active@example.com" };
      const reply = await world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body });
      expect(reply).toAnswer(409);
    });

    it("200 for a FirmMember's Lead, without the version segment (1.8, 9)", async () => {
      const world = await newWorld();
      expect(await world.api("DELETE", `/leads/${ids.memberLead}`)).toAnswer(200);
    });
  });

  describe("204", () => {
    it("204 without a body, where the workspace assumes 204 (4.2)", async () => {
      const reply = await remove(await newWorld(noContent), ids.activeLead);
      expect([reply.status, reply.text]).toEqual([204, ""]);
      expect(assumedRulesOf(reply)).toContain("lead.delete");
    });

    it("204 archives the Lead as 200 does (2.6)", async () => {
      const world = await newWorld(noContent);
      await remove(world, ids.activeLead);
      const shown = await world.api("GET", `/v1/leads/${ids.activeLead}?scope=withDeleted`);
      expect(at(shown, "data.deletedAt")).toBe(monday);
    });
  });

  describeRefusals("delete-lead", {
    404: () => {
      it.each([ids.convertedLead, ids.archivedLead])(
        "404 for the soft-deleted Lead %s (2.6)",
        async (id) => {
          expect(await remove(await newWorld(), id)).toRefuse(404, "scope.default");
        },
      );

      it("404 for the second DELETE of a Lead (3)", async () => {
        const world = await newWorld();
        await remove(world, ids.activeLead);
        expect(await remove(world, ids.activeLead)).toRefuse(404, "scope.default");
      });

      it("404 for another Firm's Lead, which stays Active (7)", async () => {
        const world = await newWorld();
        await remove(world, ids.foreignLead);
        const lead = await world.control("GET", `/leads/${ids.foreignLead}`);
        expect(at(lead, "data.state")).toBe("Active");
      });
    },
    422: () => {
      it("422 UNSUPPORTED for a parameter, where the workspace assumes so (4.3)", async () => {
        const world = await newWorld({ assumptions: { "query.unknown": "422" } });
        const reply = await world.api("DELETE", `/v1/leads/${ids.activeLead}?force=true`);
        expect(reply).toRefuseFields(422, { force: "UNSUPPORTED" });
      });
    },
  });
});

function remove(world: World, id: string): Promise<Reply> {
  return world.api("DELETE", `/v1/leads/${id}`);
}
