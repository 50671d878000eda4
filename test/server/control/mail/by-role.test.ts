/** The role of a Firm decides which Plan transitions it gets mail about. */
import { describe, expect, it } from "vitest";

import { ids } from "../../../support/world.ts";
import { added } from "./members-of-all-kinds.ts";
import type { Row } from "./rows.ts";
import { hp, moves, mr, toldOf } from "./rows.ts";

const byRole: readonly Row[] = [
  {
    happens: "a Plan of the Firm is Completed",
    ...moves(ids.plan, "Completed"),
    expected: [hp.active],
  },
  {
    happens: "a Plan of the Firm is Pre-approved",
    ...moves(ids.plan, "Pre-approved"),
    expected: [],
  },
  {
    happens: "a Plan of the realtors' Firm is Pre-approved",
    ...moves(ids.foreignPlan, "Pre-approved"),
    expected: [mr.active],
  },
  {
    happens: "a Plan of the realtors' Firm is Completed",
    ...moves(ids.foreignPlan, "Completed"),
    expected: [],
  },
  {
    happens: "a Plan of two Firms is Ready to Fund",
    ...moves(added.planOfBoth, "Ready to Fund"),
    expected: [mr.active],
  },
  {
    happens: "a Plan of two Firms is Completed",
    ...moves(added.planOfBoth, "Completed"),
    expected: [hp.active],
  },
  {
    happens: "a Plan of two Firms is Closed",
    ...moves(added.planOfBoth, "Closed"),
    expected: [],
  },
];

describe("mail about a Plan", () => {
  it.each(byRole)("plan.change-mail [by-role]: when $happens (6)", async (row) => {
    expect(await toldOf(row)).toEqual(row.expected);
  });
});
