import { expect } from "vitest";

import { at } from "../../support/reply.ts";
import { ids } from "../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, refused } from "./row.ts";

/** The call that switches one rule. */
export const oneAssumption: readonly Row[] = [
  {
    call: "PUT W/assumptions/{ruleId}",
    promise: "{ choice }: that rule before and after, 404 for another rule, 422 for another choice",
    async keeps(world) {
      const path = "/assumptions/lead.delete";
      const reply = await world.control("PUT", path, { choice: "204" });
      const expected = { rule: "lead.delete", before: "200", choice: "204" };
      expect(at(answered(200, reply), "data")).toEqual(expected);
      answered(204, await world.api("DELETE", `/v1/leads/${ids.activeLead}`));
      refused(422, await world.control("PUT", path, { choice: "never" }), /200, 204/);
      for (const id of ["lead.unique", "nope", "__proto__"]) {
        // oxlint-disable-next-line no-await-in-loop -- three requests
        const unknown = await world.control("PUT", `/assumptions/${id}`, { choice: "204" });
        refused(404, unknown, /no choice of rule/);
      }
    },
  },
];
