/** The recipients of each notification by the rules, in a world with every kind of FirmMember. */
import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, column } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";

const thirdFirm = { id: "ThirdOne", name: "Third One", firmType: "Partner" } as const;

const leadOfRealtor = {
  id: "LeadMRm1",
  resourceType: "FirmMember",
  resourceId: "MRagent1",
  email: "ivo.agent@example.com",
  firstName: "Ivo",
  lastName: "Ito",
} as const;

const planOfBoth = {
  id: "PlanBoth",
  clientProfileId: ids.clientProfile,
  type: "Buying",
  status: "New",
  owners: [ids.partnerFirm, ids.realtyFirm],
} as const;

/** The Lead of the realty Firm, and the Plan of the partner Firm and the realty Firm. */
const added = { leadOfRealtor: leadOfRealtor.id, planOfBoth: planOfBoth.id } as const;

/** The id of each kind of FirmMember, and an email that names the kind: owner or plain, the subscription, the Firm. */
const kinds = [
  ["HPowner1", "owner-active@hp.example"],
  ["HPowner2", "owner-inactive@hp.example"],
  ["HPowner3", "owner-none@hp.example"],
  ["HPowner4", "owner-deleted@hp.example"],
  ["HPmember", "plain-active@hp.example"],
  ["HPplain2", "plain-inactive@hp.example"],
  ["HPplain3", "plain-none@hp.example"],
  ["MRowner1", "owner-active@mr.example"],
  ["MRowner2", "owner-inactive@mr.example"],
  ["MRowner3", "owner-none@mr.example"],
  ["MRowner4", "owner-deleted@mr.example"],
  ["MRagent1", "plain-active@mr.example"],
  ["MRplain2", "plain-none@mr.example"],
  ["T3owner1", "owner-active@third.example"],
] as const;

const firmOf = { HP: ids.partnerFirm, MR: ids.realtyFirm, T3: thirdFirm.id } as const;

const subscriptionOf = {
  active: { subscription: "active" },
  inactive: { subscription: "inactive" },
  none: {},
  deleted: { subscription: "active", deletedAt: "2026-02-01T09:00:00.000Z" },
} as const;

const members = kinds.map(([id, email]) => {
  const [, role, subscription = ""] = /^(\w+)-(\w+)@/.exec(email) ?? [];
  return {
    id,
    firmId: Reflect.get(firmOf, id.slice(0, 2)),
    email,
    firstName: "Una",
    lastName: "Usher",
    isOwner: role === "owner",
    ...Reflect.get(subscriptionOf, subscription),
  };
});

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

/** A workspace with these FirmMembers, another Firm, a Plan with two owners and a Lead of the realty Firm. */
async function peopled(assumptions: Readonly<Record<string, string>>): Promise<World> {
  const world = await newWorld({ assumptions });
  const state = await world.control("GET", "/state");
  const put = await world.control("PUT", "/state", {
    ...Object(at(state, "data")),
    firms: [...listOf(state, "firms"), thirdFirm],
    firmMembers: members,
    leads: [...listOf(state, "leads"), leadOfRealtor],
    plans: [...listOf(state, "plans"), planOfBoth],
  });
  if (put.status !== 200) throw new Error(`No world: ${put.status} ${put.text}`);
  return world;
}

function listOf(state: Reply, name: string): readonly unknown[] {
  const list = at(state, `data.${name}`);
  return Array.isArray(list) ? list : [];
}
