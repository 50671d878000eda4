import { it } from "vitest";

import { at } from "../support/reply.ts";
import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { describeGenericList } from "./generic-reads.ts";
import { each } from "./lead-lists.ts";

describeGenericList(
  {
    id: "get-plans",
    clause: "2.3, 4.2",
    own: [ids.plan],
    filter: ["type", "Refinancing", []],
    ordered: ['[["amount","DESC"],["status","ASC"]]', [ids.plan]],
  },
  () => {
    it("200 with a Plan that staff linked to the Firm (2.3)", async () => {
      const world = await newWorld();
      const firmId = ids.partnerFirm;
      await world.control("POST", `/plans/${ids.privatePlan}/owners`, { firmId });
      const reply = await world.api("GET", "/v1/plans");
      expect(each(reply, "id")).toEqual([ids.privatePlan, ids.plan]);
    });

    it("200 with include=ClientProfiles and the profiles nested in each Plan (4.1)", async () => {
      const world = await newWorld();
      const reply = await world.api("GET", "/v1/plans?include=ClientProfiles");
      expect(at(reply, "data.0.ClientProfiles")).toMatchObject([{ id: ids.clientProfile }]);
    });
  },
);
