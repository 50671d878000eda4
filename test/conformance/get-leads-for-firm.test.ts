import { describe, it } from "vitest";

import { at, assumedRulesOf } from "../support/reply.ts";
import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { each, itOrdersAndFilters, itPages, itScopesAndIncludes, list } from "./lead-lists.ts";
import { itRefusesWrongParameters } from "./list-parameters.ts";
import { describeRefusals } from "./refusals.ts";

const id = "get-leads-for-firm";
const parent = `firms/${ids.partnerFirm}`;

describe("GET /firms/{firmId}/leads", () => {
  describe("200", () => {
    it("200 with the Active Leads of the Firm, without those of its FirmMembers or of another Firm (4.1)", async () => {
      const reply = await list(await newWorld(), id);
      expect(reply).toAnswer(200);
      expect(each(reply, "id")).toEqual(["LeadHPa2", ids.activeLead]);
      expect(assumedRulesOf(reply)).toContain("lead.list");
    });

    it("200 with the Leads of its FirmMembers too, where the workspace assumes so (4.1)", async () => {
      const world = await newWorld({ assumptions: { "lead.list": "with-member-leads" } });
      const reply = await list(world, id);
      expect(each(reply, "id")).toEqual([ids.memberLead, "LeadHPa2", ids.activeLead]);
    });

    it("200 with the Converted and Archived Leads too, with scope=withDeleted (2.6)", async () => {
      const reply = await list(await newWorld(), id, { scope: "withDeleted" });
      expect(each(reply, "id")).toEqual([
        ids.archivedLead,
        ids.convertedLead,
        "LeadHPa2",
        ids.activeLead,
      ]);
    });

    it("200 with each Lead as GET by id returns it (4.1)", async () => {
      const world = await newWorld();
      const one = await world.api("GET", `/v1/leads/${ids.activeLead}`);
      const reply = await list(world, id, { filter: JSON.stringify({ id: ids.activeLead }) });
      expect(at(reply, "data.0")).toEqual(at(one, "data"));
    });

    it("200 with the same answer without the version segment (9)", async () => {
      const world = await newWorld();
      const reply = await world.api("GET", `/firms/${ids.partnerFirm}/leads`);
      expect(reply.text).toBe((await list(world, id)).text);
    });

    itPages(id, parent);
    itOrdersAndFilters(id, parent);
    itScopesAndIncludes(id, parent);
  });

  describeRefusals(id, {
    422: () => {
      itRefusesWrongParameters(id);

      it.each(["phone", "clientData", "plan_ids"])(
        "422 UNSUPPORTED for a filter by %s, which has no exact value (4.3)",
        async (field) => {
          const reply = await list(await newWorld(), id, { filter: `{"${field}":1}` });
          expect(reply).toRefuseFields(422, { [`filter.${field}`]: "UNSUPPORTED" });
        },
      );
    },
  });
});
