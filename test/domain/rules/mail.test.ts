import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, column, rulesOf, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday, newWorld } from "../../support/world.ts";
import { expectCites, outcome } from "./ruled-answers.ts";

/** The FirmMembers of the fixture, by the attributes that decide whether they get mail. */
const recipients = {
  subscribedOwner: "olive.owner@harbour-point.example",
  ownerWithoutSubscription: "quinn.quiet@harbour-point.example",
  subscribedMember: "mika.member@harbour-point.example",
  realtySubscribedOwner: "rosa.owner@maple-row.example",
  realtyInactiveOwner: "sven.quiet@maple-row.example",
  realtyAgent: "tara.agent@maple-row.example",
} as const;

const everyChange = { assumptions: { "plan.change-mail": "every-change" } } as const;

const person = { email: "pia@example.com", firstName: "Pia", lastName: "Poe" };

describe("the welcome mail", () => {
  it("mail.welcome: is sent to the Lead's email at once (1.7, 6)", async () => {
    const world = await newWorld();
    const made = await post(world, "");
    const mails = await world.control("GET", "/emails");
    expect(at(mails, "meta.total")).toBe(1);
    expect(at(mails, "data.0")).toMatchObject({
      kind: "welcome",
      at: monday,
      to: [person.email],
      leadId: at(made, "data.id"),
    });
    expectCites(made, "mail.welcome");
  });

  it("mail.welcome: names the Firm and links to its sign-up page (1.7)", async () => {
    const world = await newWorld();
    await post(world, "");
    const listed = await world.control("GET", "/emails?kind=welcome");
    const mail = await world.control("GET", `/emails/${text(listed, "data.0.id")}`);
    const link = text(mail, "data.links.0");
    expect(link).toContain(ids.partnerCode);
    expect(text(mail, "data.subject")).toContain("Harbour Point Financial");
    expect(text(mail, "data.html")).toContain("Harbour Point Financial");
    expect(text(mail, "data.text")).toContain(link);
  });

  it("mail.welcome: contains the referral code that the Lead was created with (1.7, 2.4)", async () => {
    const world = await newWorld();
    await post(world, "", { referredByReferralCodeId: "HPcode02" });
    expect(text(await world.control("GET", "/emails"), "data.0.links.0")).toContain("HPcode02");
  });

  it("uncited mail.welcome: is not sent for a rejected Lead (1.5, 1.7)", async () => {
    const world = await newWorld();
    await post(world, "", { email: "no email" });
    expect(at(await world.control("GET", "/emails"), "meta.total")).toBe(0);
  });
});

describe("disableClientOutreach", () => {
  it("mail.opt-out: true suppresses the welcome mail, and the Lead is created (1.7)", async () => {
    const world = await newWorld();
    const made = await post(world, "?disableClientOutreach=true");
    expect(outcome(made)).toBe("201");
    expect(at(await world.control("GET", "/emails"), "meta.total")).toBe(0);
    expectCites(made, "mail.opt-out");
    expect(rulesOf(made)).not.toContain("mail.welcome");
  });

  it("mail.opt-out: does not suppress the alert of the conversion (1.7, 6)", async () => {
    const world = await newWorld();
    const made = await post(world, "?disableClientOutreach=true");
    await world.control("POST", `/leads/${text(made, "data.id")}/convert`);
    expect(column(await world.control("GET", "/emails"), "kind")).toEqual(["converted"]);
  });
});

describe("the mail of a conversion", () => {
  it.each([
    { name: "an owner with an active subscription", to: recipients.subscribedOwner, mails: 1 },
    { name: "an owner without subscription", to: recipients.ownerWithoutSubscription, mails: 0 },
    { name: "a subscribed member who is not an owner", to: recipients.subscribedMember, mails: 0 },
    { name: "another Firm's subscribed owner", to: recipients.realtySubscribedOwner, mails: 0 },
    { name: "another Firm's agent", to: recipients.realtyAgent, mails: 0 },
    { name: "the Lead", to: "ada.active@example.com", mails: 0 },
  ])("mail.converted: $mails to $name (6)", async ({ to, mails }) => {
    const world = await newWorld();
    await world.control("POST", `/leads/${ids.activeLead}/convert`);
    expect(at(await mailsTo(world, "converted", to), "meta.total")).toBe(mails);
  });

  it.each([
    {
      name: "its owner with an active subscription",
      to: recipients.realtySubscribedOwner,
      mails: 1,
    },
    {
      name: "its owner with an inactive subscription",
      to: recipients.realtyInactiveOwner,
      mails: 0,
    },
    { name: "its agent", to: recipients.realtyAgent, mails: 0 },
    { name: "the partner Firm's owner", to: recipients.subscribedOwner, mails: 0 },
  ])("mail.converted: $mails to $name for the other Firm's Lead (6)", async ({ to, mails }) => {
    const world = await newWorld();
    await world.control("POST", `/leads/${ids.foreignLead}/convert`);
    expect(at(await mailsTo(world, "converted", to), "meta.total")).toBe(mails);
  });

  it("mail.converted: goes to the Firm's owner, not to the member, for a member's Lead (6)", async () => {
    const world = await newWorld();
    await world.control("POST", `/leads/${ids.memberLead}/convert`);
    const mails = await world.control("GET", "/emails?kind=converted");
    expect(column(mails, "to")).toEqual([[recipients.subscribedOwner]]);
  });
});

describe("the mail of a Plan", () => {
  it("mail.plan: goes to the owner of the Plan and names its status (6)", async () => {
    const world = await newWorld();
    await movePlan(world, ids.plan, "Completed");
    const mails = await world.control("GET", "/emails");
    expect(at(mails, "meta.total")).toBe(1);
    expect(at(mails, "data.0")).toMatchObject({ kind: "plan-updated", planId: ids.plan });
    expect(text(mails, "data.0.subject")).toContain("Completed");
  });

  it("uncited mail.plan: is not sent for a Plan without a Firm (2.3, 6)", async () => {
    const world = await newWorld();
    await movePlan(world, ids.privatePlan);
    expect(at(await world.control("GET", "/emails"), "meta.total")).toBe(0);
  });

  it("mail.plan: goes to every Firm that owns the Plan (2.3, 6)", async () => {
    const world = await newWorld(everyChange);
    await world.control("POST", `/plans/${ids.plan}/owners`, { firmId: ids.realtyFirm });
    const moved = await movePlan(world, ids.plan);
    expect(recipientsOf(moved)).toEqual([
      recipients.subscribedOwner,
      recipients.realtySubscribedOwner,
    ]);
  });

  it("mail.plan.recipients: only owners with an active subscription (6)", async () => {
    const world = await newWorld(everyChange);
    expect(recipientsOf(await movePlan(world, ids.plan))).toEqual([recipients.subscribedOwner]);
    expect(recipientsOf(await movePlan(world, ids.foreignPlan))).toEqual([
      recipients.realtySubscribedOwner,
    ]);
  });

  it("mail.plan.recipients [all-owners]: every owner, with or without a subscription (6)", async () => {
    const { assumptions } = everyChange;
    const world = await newWorld({
      assumptions: { ...assumptions, "mail.plan.recipients": "all-owners" },
    });
    expect(recipientsOf(await movePlan(world, ids.plan))).toEqual([
      recipients.subscribedOwner,
      recipients.ownerWithoutSubscription,
    ]);
    expect(recipientsOf(await movePlan(world, ids.foreignPlan))).toEqual([
      recipients.realtySubscribedOwner,
      recipients.realtyInactiveOwner,
    ]);
  });
});

describe("the staff of a Lead", () => {
  it("staff.assigned: creating a Lead is an event that the control API shows (1.7)", async () => {
    const world = await newWorld();
    const made = await post(world, "?disableClientOutreach=true");
    const events = await world.control("GET", "/events");
    const assigned = column(events, "type").indexOf("staff.assigned");
    expect(at(events, `data.${assigned}.data`)).toMatchObject({ leadId: at(made, "data.id") });
    expectCites(made, "staff.assigned");
  });

  it("uncited staff.assigned: a rejected Lead gets no staff (1.5, 1.7)", async () => {
    const world = await newWorld();
    await post(world, "", { email: "no email" });
    expect(column(await world.control("GET", "/events"), "type")).not.toContain("staff.assigned");
  });
});

function post(
  world: World,
  query: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Reply> {
  const body = { ...person, ...fields };
  return world.api("POST", `/v1/firms/${ids.partnerFirm}/leads${query}`, { body });
}

function mailsTo(world: World, kind: string, to: string): Promise<Reply> {
  return world.control("GET", `/emails?kind=${kind}&to=${encodeURIComponent(to)}`);
}

function movePlan(world: World, planId: string, status = "Pre-approved"): Promise<Reply> {
  return world.control("POST", `/plans/${planId}/status`, { status });
}

function recipientsOf(moved: Reply): readonly unknown[] {
  const count = Number(at(moved, "data.emails.length"));
  return Array.from({ length: count }, (_, index) => at(moved, `data.emails.${index}.to.0`));
}
