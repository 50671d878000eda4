import { expect } from "vitest";

import { ids } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { rejected } from "./row.ts";

/** The call that switches one rule. */
export const oneAssumption: readonly Row[] = [
  {
    call: "PUT W/assumptions/{ruleId}",
    method: "assumptions.choose",
    promise: "{ choice }: that rule before and after, 404 for another rule, 422 for another choice",
    async keeps({ workspace, api }) {
      const { choose } = workspace.assumptions;
      const expected = { rule: "lead.delete", before: "200", choice: "204" };
      expect(await choose("lead.delete", "204")).toEqual(expected);
      expect((await api("DELETE", `/v1/leads/${ids.activeLead}`)).status).toBe(204);
      await rejected(422, choose("lead.delete", "never"), /200, 204/);
      for (const id of ["lead.unique", "nope", "__proto__"]) {
        // oxlint-disable-next-line no-await-in-loop -- three requests
        await rejected(404, choose(id, "204"), /no choice of rule/);
      }
    },
  },
];
