import { describe, expect, it } from "vitest";

import { person, postLead } from "../../support/post-lead.ts";
import type { Reply } from "../../support/reply.ts";
import { at, column, rulesOf, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectRefused, expectStatus } from "./expected-status.ts";
import { expectAssumes } from "./ruled-answers.ts";

describe("phone", () => {
  const phone = { number: "4165550123", kind: "home", Extension: "7" };

  it("lead.phone.further-keys: 422 UNSUPPORTED on each further key (2.1)", async () => {
    const reply = await postLead(await newWorld(), { phone });
    expectRefused(reply, "phone.kind", "UNSUPPORTED");
    expectRefused(reply, "phone.Extension", "UNSUPPORTED");
    expectAssumes(reply, "lead.phone.further-keys");
    expect.hasAssertions();
  });

  it("lead.phone.further-keys [kept]: 201 with the further keys as sent (2.1)", async () => {
    const world = await newWorld({ assumptions: { "lead.phone.further-keys": "kept" } });
    const reply = await postLead(world, { phone });
    expect(at(reply, "data.phone")).toEqual(phone);
    expectAssumes(reply, "lead.phone.further-keys");
  });

  it("lead.phone.further-keys [ignored]: 201 without the further keys (2.1)", async () => {
    const world = await newWorld({ assumptions: { "lead.phone.further-keys": "ignored" } });
    const reply = await postLead(world, { phone });
    expect(at(reply, "data.phone")).toEqual({ number: "4165550123" });
    expectAssumes(reply, "lead.phone.further-keys");
    expectRefused(await postLead(world, { phone: { kind: "home" } }), "phone.number", "REQUIRED");
  });
});

describe("the response to a PATCH", () => {
  const path = `/v1/leads/${ids.activeLead}`;
  const body = { firstName: "Adele" };

  it("lead.patch.answer: 200 with the whole Lead (4.1, 4.4)", async () => {
    const reply = await (await newWorld()).api("PATCH", path, { body });
    expectStatus(reply, 200);
    expect(at(reply, "data.email")).toBe("ada.active@example.com");
    expectAssumes(reply, "lead.patch.answer");
  });

  it("lead.patch.answer [204]: 204 with no body, and the Lead is changed (4.1, 4.4)", async () => {
    const world = await newWorld({ assumptions: { "lead.patch.answer": "204" } });
    const reply = await world.api("PATCH", path, { body });
    expect(`${reply.status} ${reply.text}`).toBe("204 ");
    expectAssumes(reply, "lead.patch.answer");
    expect(at(await world.api("GET", path), "data.firstName")).toBe("Adele");
  });
});

describe("the welcome mail", () => {
  const odd = ["1", "yes", "TRUE", ""];

  it.each(odd)("mail.opt-out.values: '%s' does not suppress it (1.7)", async (value) => {
    const world = await newWorld();
    expectAssumes(await createWith(world, value), "mail.opt-out.values");
    expect(await mailedTo(world)).toEqual([person.email]);
  });

  it.each(odd)("mail.opt-out.values [any-but-false]: '%s' suppresses it (1.7)", async (value) => {
    const world = await newWorld({ assumptions: { "mail.opt-out.values": "any-but-false" } });
    expectAssumes(await createWith(world, value), "mail.opt-out.values");
    expect(await mailedTo(world)).toEqual([]);
  });

  it.each(odd)("mail.opt-out.values [422]: 422 INCORRECT_TYPE for '%s' (1.7)", async (value) => {
    const world = await newWorld({ assumptions: { "mail.opt-out.values": "422" } });
    const refused = await createWith(world, value);
    expectRefused(refused, "disableClientOutreach", "INCORRECT_TYPE");
    expectAssumes(refused, "mail.opt-out.values");
    expect((await createWith(world, "false")).status).toBe(201);
  });

  it.each(["true", "false"])(
    "uncited mail.opt-out.values: does not apply to %s (1.7)",
    async (value) => {
      const reply = await createWith(await newWorld(), value);
      expect(rulesOf(reply)).not.toContain("mail.opt-out.values");
    },
  );

  it("mail.welcome.changed-email: a PATCH of the email sends no welcome mail (1.7)", async () => {
    const world = await newWorld();
    expectAssumes(await changeEmail(world, "new@example.com"), "mail.welcome.changed-email");
    expect(await mailedTo(world)).toEqual([]);
  });

  it("mail.welcome.changed-email [sent]: a PATCH sends one to a changed address, and none otherwise (1.7)", async () => {
    const world = await newWorld({ assumptions: { "mail.welcome.changed-email": "sent" } });
    const same = await changeEmail(world, "ada.active@example.com");
    expect(rulesOf(same)).not.toContain("mail.welcome.changed-email");
    expect(await mailedTo(world)).toEqual([]);
    expectAssumes(await changeEmail(world, "new@example.com"), "mail.welcome.changed-email");
    expect(await mailedTo(world)).toEqual(["new@example.com"]);
  });
});

describe("a Plan", () => {
  it("plan.name: has the name from its item in clientData.Plans (2.2, 2.3)", async () => {
    const plan = await planNamed("from-client-data");
    expect(at(plan, "data.name")).toBe("Dream House");
    expectAssumes(plan, "plan.name");
  });

  it("plan.name [null]: has no name (2.2, 2.3)", async () => {
    const plan = await planNamed("null");
    expect(at(plan, "data.name")).toBeNull();
    expectAssumes(plan, "plan.name");
  });

  it("plan.status.spelling: has a status in the reference's spelling (3)", async () => {
    const world = await newWorld();
    const plan = await world.api("GET", `/v1/plans/${ids.plan}`);
    expect(at(plan, "data.status")).toBe("Ready for Pre-approval");
    expectAssumes(plan, "plan.status.spelling");
    const found = await plans(world, { status: "Ready for Pre-approval" });
    expect(column(found, "id")).toEqual([ids.plan]);
    expect(column(await plans(world, { status: "READY_FOR_PRE_APPROVAL" }), "id")).toEqual([]);
  });

  it("plan.status.spelling [upper-snake]: has an upper-case status, also in include and filter (3)", async () => {
    const world = await newWorld({ assumptions: { "plan.status.spelling": "upper-snake" } });
    const plan = await world.api("GET", `/v1/plans/${ids.plan}`);
    expect(at(plan, "data.status")).toBe("READY_FOR_PRE_APPROVAL");
    expectAssumes(plan, "plan.status.spelling");
    const path = `/v1/leads/${ids.convertedLead}?scope=withDeleted&include=Plans`;
    expect(at(await world.api("GET", path), "data.Plans.0.status")).toBe("READY_FOR_PRE_APPROVAL");
    const found = await plans(world, { status: "READY_FOR_PRE_APPROVAL" });
    expect(column(found, "id")).toEqual([ids.plan]);
    expect(column(await plans(world, { status: "Ready for Pre-approval" }), "id")).toEqual([]);
  });
});

async function mailedTo(world: World): Promise<readonly unknown[]> {
  const emails = await world.control("GET", "/emails");
  return column(emails, "to").flat();
}

const createWith = (world: World, value: string): Promise<Reply> =>
  world.api("POST", `/v1/firms/${ids.partnerFirm}/leads?disableClientOutreach=${value}`, {
    body: person,
  });

const changeEmail = (world: World, email: string): Promise<Reply> =>
  world.api("PATCH", `/v1/leads/${ids.activeLead}`, { body: { email } });

const planNamed = async (choice: string): Promise<Reply> => {
  const world = await newWorld({ assumptions: { "plan.name": choice } });
  const clientData = { Plans: [{ type: "Buying", name: "Dream House" }] };
  const id = await world.createLead({ clientData });
  const converted = await world.control("POST", `/leads/${id}/convert`);
  return world.api("GET", `/v1/plans/${text(converted, "data.plans.0.id")}`);
};

const plans = (world: World, filter: object): Promise<Reply> =>
  world.api("GET", `/v1/plans?filter=${encodeURIComponent(JSON.stringify(filter))}`);
