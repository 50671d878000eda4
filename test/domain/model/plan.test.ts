import { describe, expect, it } from "vitest";

import { planMayMove, planStatuses } from "../../../src/domain/model/plan.ts";

/**
 * The allowed transitions under `forward`: a row for each status, a column for each target; a dot is not allowed
 * (rule plan.transitions).
 */
const forward = [
  { from: "New", to: ".PRPALRCX" },
  { from: "Profiles Completed", to: "..RPALRCX" },
  { from: "Ready for Pre-approval", to: "...PALRCX" },
  { from: "Pre-approved", to: "....ALRCX" },
  { from: "Application in Progress", to: ".....LRCX" },
  { from: "Lender Approved", to: "......RCX" },
  { from: "Ready to Fund", to: ".......CX" },
  { from: "Completed", to: "........." },
  { from: "Closed", to: "........." },
] as const;

describe("planMayMove", () => {
  it.each(forward)(
    "forward: $from can change to any later status and to Closed (3)",
    ({ from, to }) => {
      const moves = planStatuses.map((status) => planMayMove(from, status, "forward"));
      expect(moves).toEqual(Array.from(to, (mark) => mark !== "."));
    },
  );

  it.each(planStatuses)("any: %s can change to any other status (3)", (from) => {
    const allowed = planStatuses.filter((to) => planMayMove(from, to, "any"));
    expect(allowed).toEqual(planStatuses.filter((to) => to !== from));
  });
});
