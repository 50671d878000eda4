import { describe, it } from "vitest";

import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { each, itOrdersAndFilters, itPages, itScopesAndIncludes, list } from "./lead-lists.ts";
import { itRefusesWrongParameters } from "./list-parameters.ts";
import { describeRefusals } from "./refusals.ts";

const id = "get-leads";
const parent = `firms/${ids.partnerFirm}`;

describe("GET /leads", () => {
  describe("200", () => {
    it("200 with the Leads of the key's Firm and its FirmMembers, without those of another Firm (4.2)", async () => {
      const reply = await list(await newWorld(), id);
      expect(reply).toAnswer(200);
      expect(each(reply, "id")).toEqual([ids.memberLead, "LeadHPa2", ids.activeLead]);
    });

    it("200 for a key of the other Firm, with only that Firm's Leads (4.2, 5.2)", async () => {
      const world = await newWorld();
      const reply = await world.api("GET", "/v1/leads?scope=withDeleted", {
        key: world.keys.realtor,
        surface: "realtor",
      });
      expect(each(reply, "id")).toEqual(["LeadMRx1", "LeadMRc1", ids.foreignLead]);
    });

    it("200 with no Leads for a filter by another Firm (7)", async () => {
      const filter = JSON.stringify({ resourceId: ids.realtyFirm });
      expect(each(await list(await newWorld(), id, { filter }), "id")).toEqual([]);
    });

    it("200 with the same answer without the version segment (9)", async () => {
      const world = await newWorld();
      const reply = await world.api("GET", "/leads");
      expect(reply.text).toBe((await list(world, id)).text);
    });

    itPages(id, parent);
    itOrdersAndFilters(id, parent);
    itScopesAndIncludes(id, parent);
  });

  describeRefusals(id, { 422: () => itRefusesWrongParameters(id) });
});
