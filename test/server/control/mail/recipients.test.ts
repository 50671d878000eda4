/** The recipients of each notification by the rules, in a world with every kind of FirmMember. */
import { describe, expect, it } from "vitest";

import { at, column } from "../../../support/reply.ts";
import { ids } from "../../../support/world.ts";
import { added, peopled } from "./members-of-all-kinds.ts";

/** The owners of the partner Firm and of the realty Firm, by their subscription. */
const hp = {
  active: "owner-active@hp.example",
  inactive: "owner-inactive@hp.example",
  none: "owner-none@hp.example",
} as const;
const mr = {
  active: "owner-active@mr.example",
  inactive: "owner-inactive@mr.example",
  none: "owner-none@mr.example",
} as const;

/** A Plan, its new status, and the recipients of the mail about that. */
type Move = readonly [planId: string, status: string, recipients: readonly string[]];

/** The Leads of each kind of parent, and the recipients of the mail about their conversion. */
const conversions = [
  [ids.activeLead, [hp.active]],
  [ids.memberLead, [hp.active]],
  [ids.foreignLead, [mr.active]],
  [added.leadOfRealtor, [mr.active]],
] as const;

const byRole: readonly Move[] = [
  [ids.plan, "Completed", [hp.active]],
  [ids.plan, "Pre-approved", []],
  [ids.foreignPlan, "Pre-approved", [mr.active]],
  [ids.foreignPlan, "Completed", []],
  [added.planOfBoth, "Ready to Fund", [mr.active]],
  [added.planOfBoth, "Completed", [hp.active]],
  [added.planOfBoth, "Closed", []],
];

const everyChange: readonly Move[] = [
  [ids.plan, "Pre-approved", [hp.active]],
  [ids.plan, "Lender Approved", [hp.active]],
  [ids.plan, "Closed", [hp.active]],
  [ids.foreignPlan, "Pre-approved", [mr.active]],
  [added.planOfBoth, "Pre-approved", [hp.active, mr.active]],
  [ids.privatePlan, "Pre-approved", []],
];

const allOwners: readonly Move[] = [
  [ids.plan, "Lender Approved", [hp.active, hp.inactive, hp.none]],
  [ids.foreignPlan, "Completed", [mr.active, mr.inactive, mr.none]],
  [
    added.planOfBoth,
    "Ready to Fund",
    [hp.active, hp.inactive, hp.none, mr.active, mr.inactive, mr.none],
  ],
  [ids.privatePlan, "Completed", []],
];

const milestones: readonly Move[] = [
  [ids.plan, "Pre-approved", [hp.active]],
  [ids.plan, "Ready to Fund", [hp.active]],
  [ids.plan, "Completed", [hp.active]],
  [ids.plan, "Lender Approved", []],
  [ids.plan, "Closed", []],
  [added.planOfBoth, "Application in Progress", []],
  [added.planOfBoth, "Completed", [hp.active, mr.active]],
];

const allOwnersOfMilestones: readonly Move[] = [
  [ids.plan, "Closed", []],
  [ids.foreignPlan, "Pre-approved", [mr.active, mr.inactive, mr.none]],
];

describe("the recipients of mail about a conversion", () => {
  it.each(conversions)("mail.converted: %s, to %j (6)", async (leadId, recipients) => {
    expect(await recipientsOf(`/leads/${leadId}/convert`)).toEqual(recipients);
    const choices = { "mail.plan.recipients": "all-owners" };
    expect(await recipientsOf(`/leads/${leadId}/convert`, undefined, choices)).toEqual(recipients);
  });
});

describe("the recipients of mail about a Plan", () => {
  it.each(byRole)("plan.change-mail [by-role]: %s is %s, to %j (6)", async (...move) => {
    expect(await moved(move)).toEqual(move[2]);
  });

  it.each(everyChange)(
    "mail.plan, mail.plan.recipients [subscribed-owners], plan.change-mail [every-change]: %s is %s, to %j (6)",
    async (...move) => {
      expect(await moved(move, { "plan.change-mail": "every-change" })).toEqual(move[2]);
    },
  );

  it.each(allOwners)("mail.plan.recipients [all-owners]: %s is %s, to %j (6)", async (...move) => {
    const choices = { "mail.plan.recipients": "all-owners", "plan.change-mail": "every-change" };
    expect(await moved(move, choices)).toEqual(move[2]);
  });

  it.each(milestones)("plan.change-mail [milestones]: %s is %s, to %j (6)", async (...move) => {
    expect(await moved(move, { "plan.change-mail": "milestones" })).toEqual(move[2]);
  });

  it.each(allOwnersOfMilestones)(
    "mail.plan.recipients [all-owners] and plan.change-mail [milestones]: %s is %s, to %j (6)",
    async (...move) => {
      const choices = { "mail.plan.recipients": "all-owners", "plan.change-mail": "milestones" };
      expect(await moved(move, choices)).toEqual(move[2]);
    },
  );
});

function moved(
  [planId, status]: Move,
  choices?: Readonly<Record<string, string>>,
): Promise<readonly unknown[]> {
  return recipientsOf(`/plans/${planId}/status`, { status }, choices);
}

/** The recipients of the outbox after a call of the control API, oldest first. */
async function recipientsOf(
  path: string,
  body?: object,
  assumptions: Readonly<Record<string, string>> = {},
): Promise<readonly unknown[]> {
  const world = await peopled(assumptions);
  const reply = await world.control("POST", path, body);
  const mails = await world.control("GET", "/emails");
  expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
  expect(at(reply, "data.emails.length")).toBe(at(mails, "meta.total"));
  expect(column(mails, "to.length")).toEqual(column(mails, "id").map(() => 1));
  return column(mails, "to.0").toReversed();
}
