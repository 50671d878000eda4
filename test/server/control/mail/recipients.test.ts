/** The recipients of each notification by the rules, in a world with every kind of FirmMember. */
import { describe, expect, it } from "vitest";

import { ids } from "../../../support/world.ts";
import { added } from "./members-of-all-kinds.ts";
import type { Row } from "./rows.ts";
import { converts, hp, moves, mr, toldOf } from "./rows.ts";

const conversions: readonly Row[] = [
  {
    happens: "a Lead of the Firm converts",
    ...converts(ids.activeLead),
    expected: [hp.active],
  },
  {
    happens: "a Lead of a member converts",
    ...converts(ids.memberLead),
    expected: [hp.active],
  },
  {
    happens: "a Lead of the realtors' Firm converts",
    ...converts(ids.foreignLead),
    expected: [mr.active],
  },
  {
    happens: "a Lead of a realtor converts",
    ...converts(added.leadOfRealtor),
    expected: [mr.active],
  },
];

/** Transitions under `every-change`. */
const planMoves: readonly Row[] = [
  {
    happens: "a Plan of the Firm is Pre-approved",
    ...moves(ids.plan, "Pre-approved"),
    expected: [hp.active],
  },
  {
    happens: "a Plan of the Firm is Ready to Fund",
    ...moves(ids.plan, "Ready to Fund"),
    expected: [hp.active],
  },
  {
    happens: "a Plan of the Firm is Completed",
    ...moves(ids.plan, "Completed"),
    expected: [hp.active],
  },
  {
    happens: "a Plan of the Firm moves on between milestones",
    ...moves(ids.plan, "Lender Approved"),
    expected: [hp.active],
  },
  {
    happens: "a Plan of the Firm is Closed",
    ...moves(ids.plan, "Closed"),
    expected: [hp.active],
  },
  {
    happens: "a Plan of the realtors' Firm is Pre-approved",
    ...moves(ids.foreignPlan, "Pre-approved"),
    expected: [mr.active],
  },
  {
    happens: "a Plan of two Firms is Pre-approved",
    ...moves(added.planOfBoth, "Pre-approved"),
    expected: [hp.active, mr.active],
  },
  {
    happens: "a Plan that no Firm owns is Pre-approved",
    ...moves(ids.privatePlan, "Pre-approved"),
    expected: [],
  },
];

const allOwners: readonly Row[] = [
  {
    happens: "a Plan of the Firm is Pre-approved",
    ...moves(ids.plan, "Pre-approved"),
    expected: [hp.active, hp.inactive, hp.none],
  },
  {
    happens: "a Plan of the Firm moves on between milestones",
    ...moves(ids.plan, "Lender Approved"),
    expected: [hp.active, hp.inactive, hp.none],
  },
  {
    happens: "a Plan of the realtors' Firm is Completed",
    ...moves(ids.foreignPlan, "Completed"),
    expected: [mr.active, mr.inactive, mr.none],
  },
  {
    happens: "a Plan of two Firms is Ready to Fund",
    ...moves(added.planOfBoth, "Ready to Fund"),
    expected: [hp.active, hp.inactive, hp.none, mr.active, mr.inactive, mr.none],
  },
  {
    happens: "a Plan that no Firm owns is Completed",
    ...moves(ids.privatePlan, "Completed"),
    expected: [],
  },
];

const milestones: readonly Row[] = [
  {
    happens: "a Plan of the Firm is Pre-approved",
    ...moves(ids.plan, "Pre-approved"),
    expected: [hp.active],
  },
  {
    happens: "a Plan of the Firm is Ready to Fund",
    ...moves(ids.plan, "Ready to Fund"),
    expected: [hp.active],
  },
  {
    happens: "a Plan of the Firm is Completed",
    ...moves(ids.plan, "Completed"),
    expected: [hp.active],
  },
  {
    happens: "a Plan of the Firm moves on between milestones",
    ...moves(ids.plan, "Lender Approved"),
    expected: [],
  },
  { happens: "a Plan of the Firm is Closed", ...moves(ids.plan, "Closed"), expected: [] },
  {
    happens: "a Plan of two Firms is in application",
    ...moves(added.planOfBoth, "Application in Progress"),
    expected: [],
  },
  {
    happens: "a Plan of two Firms is Completed",
    ...moves(added.planOfBoth, "Completed"),
    expected: [hp.active, mr.active],
  },
];

const allOwnersOfMilestones: readonly Row[] = [
  { happens: "a Plan of the Firm is Closed", ...moves(ids.plan, "Closed"), expected: [] },
  {
    happens: "a Plan of the realtors' Firm is Pre-approved",
    ...moves(ids.foreignPlan, "Pre-approved"),
    expected: [mr.active, mr.inactive, mr.none],
  },
];

describe("the recipients", () => {
  it.each(conversions)("mail.converted: when $happens (6)", async (row) => {
    expect(await toldOf(row)).toEqual(row.expected);
  });

  it.each(conversions)(
    "mail.converted: when $happens, also if all owners get mail about Plans (6)",
    async (row) => {
      expect(await toldOf(row, { "mail.plan.recipients": "all-owners" })).toEqual(row.expected);
    },
  );

  it.each(planMoves)(
    "mail.plan, mail.plan.recipients [subscribed-owners], plan.change-mail [every-change]: when $happens (6)",
    async (row) => {
      expect(await toldOf(row, { "plan.change-mail": "every-change" })).toEqual(row.expected);
    },
  );

  it.each(allOwners)("mail.plan.recipients [all-owners]: when $happens (6)", async (row) => {
    const choices = { "mail.plan.recipients": "all-owners", "plan.change-mail": "every-change" };
    expect(await toldOf(row, choices)).toEqual(row.expected);
  });

  it.each(milestones)("plan.change-mail [milestones]: when $happens (6)", async (row) => {
    expect(await toldOf(row, { "plan.change-mail": "milestones" })).toEqual(row.expected);
  });

  const both = { "mail.plan.recipients": "all-owners", "plan.change-mail": "milestones" } as const;

  it.each(allOwnersOfMilestones)(
    "mail.plan.recipients [all-owners] and plan.change-mail [milestones]: when $happens (6)",
    async (row) => {
      expect(await toldOf(row, both)).toEqual(row.expected);
    },
  );
});
