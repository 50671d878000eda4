import { describe, it } from "vitest";

import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { each, itOrdersAndFilters, itPages, itScopesAndIncludes, list } from "./lead-lists.ts";
import { itRefusesWrongParameters } from "./list-parameters.ts";
import { describeRefusals } from "./refusals.ts";

const id = "get-leads-for-firm-member";
const parent = `firmMembers/${ids.partnerMember}`;

describe("GET /firmMembers/{firmMemberId}/leads", () => {
  describe("200", () => {
    it("200 with the Leads of the FirmMember, without those of the Firm (4.2)", async () => {
      const reply = await list(await newWorld(), id);
      expect(reply).toAnswer(200);
      expect(each(reply, "id")).toEqual([ids.memberLead]);
    });

    it("200 with an empty page for a FirmMember without Leads (2.5)", async () => {
      const world = await newWorld();
      const reply = await world.api("GET", `/v1/firmMembers/${ids.partnerOwner}/leads`);
      expect(reply.json).toEqual({ data: [], meta: { total: 0, count: 0, offset: 0, limit: 20 } });
    });

    it("200 with the same answer without the version segment (9)", async () => {
      const world = await newWorld();
      const reply = await world.api("GET", `/firmMembers/${ids.partnerMember}/leads`);
      expect(reply.text).toBe((await list(world, id)).text);
    });

    itPages(id, parent);
    itOrdersAndFilters(id, parent);
    itScopesAndIncludes(id, parent);
  });

  describeRefusals(id, { 422: () => itRefusesWrongParameters(id) });
});
