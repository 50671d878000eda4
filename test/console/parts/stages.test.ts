import { describe, expect, it } from "vitest";

import { nextStages, stages } from "../../../src/console/leads/stages.ts";
import { planMayMove, planStatuses } from "../../../src/domain/plan.ts";

describe("the stages that the console offers for a Plan", () => {
  it("are those of the sandbox, in the same order", () => {
    expect(stages).toEqual(planStatuses);
  });

  it.each(planStatuses)(
    "from %s are those that the sandbox allows (rule plan.transitions)",
    (from) => {
      for (const transitions of ["forward", "any"] as const) {
        const allowed = planStatuses.filter((to) => planMayMove(from, to, transitions));
        expect(nextStages(from, transitions === "any")).toEqual(allowed);
      }
    },
  );
});
