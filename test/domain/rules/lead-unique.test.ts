import { describe, expect, it } from "vitest";

import { person, postLead } from "../../support/post-lead.ts";
import { assumedRulesOf, at } from "../../support/reply.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";
import { expectCites } from "./ruled-answers.ts";

const memberLeads = `/v1/firmMembers/${ids.partnerMember}/leads`;
const notUnique = [{ code: "NOT_UNIQUE", message: "Failed to pass unique index constraint" }];
const upperCase = person.email.toUpperCase();

describe("the email of a new Lead", () => {
  it("lead.unique: 409 NOT_UNIQUE on resourceId, resourceType and email for a second Lead with the same email (2.1, 7)", async () => {
    const world = await newWorld();
    await postLead(world);
    const second = await postLead(world, { firstName: "Paula" });
    expectStatus(second, 409);
    expect(second.json).toEqual({
      message: "Failed to create the Lead",
      fields: { resourceId: notUnique, resourceType: notUnique, email: notUnique },
    });
    expectCites(second, "lead.unique");
  });

  it("uncited lead.unique: 201 for the same email under another parent (2.1)", async () => {
    const world = await newWorld();
    await postLead(world);
    const member = await world.api("POST", memberLeads, { body: person });
    expect(at(member, "data.email")).toBe(person.email);
  });

  it("lead.email.case: 409 for an email that differs only in case (2.1)", async () => {
    const world = await newWorld();
    await postLead(world);
    const second = await postLead(world, { email: upperCase });
    expectStatus(second, 409);
    expect(assumedRulesOf(second)).toContain("lead.email.case");
  });

  it("lead.email.case: 201 with the email in the case as sent (2.1)", async () => {
    const reply = await postLead(await newWorld(), { email: "Pia.Person@Example.com" });
    expect(at(reply, "data.email")).toBe("Pia.Person@Example.com");
    expect(assumedRulesOf(reply)).toContain("lead.email.case");
  });

  it("lead.email.case: a sign-up in another case converts the Lead (3)", async () => {
    const world = await newWorld();
    const id = await world.createLead({ email: person.email });
    const signUp = await world.control("POST", "/sign-ups", { email: upperCase });
    expect(at(signUp, "data.leads.0.id")).toBe(id);
  });

  it("lead.email.case [exact]: 201 for an email that differs only in case (2.1)", async () => {
    const world = await newWorld({ assumptions: { "lead.email.case": "exact" } });
    await postLead(world);
    const second = await postLead(world, { email: upperCase });
    expectStatus(second, 201);
    expect(assumedRulesOf(second)).toContain("lead.email.case");
    expect((await postLead(world)).status).toBe(409);
  });

  it("lead.email.case [exact]: a sign-up in another case converts no Lead (3)", async () => {
    const world = await newWorld({ assumptions: { "lead.email.case": "exact" } });
    await postLead(world);
    const signUp = await world.control("POST", "/sign-ups", { email: upperCase });
    expect(at(signUp, "data.leads")).toEqual([]);
  });

  it.each(["carla.converted@example.com", "eve.archived@example.com"])(
    "lead.unique.deleted: 409 for %s, the email of a soft-deleted Lead (2.1)",
    async (email) => {
      const reply = await postLead(await newWorld(), { email });
      expectStatus(reply, 409);
      expect(assumedRulesOf(reply)).toContain("lead.unique.deleted");
    },
  );

  it.each(["carla.converted@example.com", "eve.archived@example.com"])(
    "lead.unique.deleted [freed]: 201 for %s, the email of a soft-deleted Lead (2.1)",
    async (email) => {
      const world = await newWorld({ assumptions: { "lead.unique.deleted": "freed" } });
      const reply = await postLead(world, { email });
      expectStatus(reply, 201);
      expect(assumedRulesOf(reply)).toContain("lead.unique.deleted");
      expect((await postLead(world, { email })).status).toBe(409);
    },
  );

  it("lead.in-use: 201 for the email of a registered client (7)", async () => {
    const body = { ...person, email: "carla.converted@example.com" };
    const reply = await (await newWorld()).api("POST", memberLeads, { body });
    expectStatus(reply, 201);
    expect(assumedRulesOf(reply)).toContain("lead.in-use");
  });

  it("lead.in-use [409]: 409 IN_USE on email for the email of a registered client (7)", async () => {
    const world = await newWorld({ assumptions: { "lead.in-use": "409" } });
    const body = { ...person, email: "carla.converted@example.com" };
    const reply = await world.api("POST", memberLeads, { body });
    expectStatus(reply, 409);
    expect(reply.json).toEqual({
      message: "Failed to create the Lead",
      fields: { email: [{ code: "IN_USE", message: expect.any(String) }] },
    });
    expect(assumedRulesOf(reply)).toContain("lead.in-use");
    expect((await world.api("POST", memberLeads, { body: person })).status).toBe(201);
  });
});

describe("the email in a PATCH", () => {
  it("lead.patch.unique: 409 NOT_UNIQUE on resourceId, resourceType and email for the email of another Lead (2.1)", async () => {
    const world = await newWorld();
    const reply = await world.api("PATCH", `/v1/leads/${ids.activeLead}`, {
      body: { email: "ben.active@example.com" },
    });
    expectStatus(reply, 409);
    expect(reply.json).toEqual({
      message: "Failed to update the Lead",
      fields: { resourceId: notUnique, resourceType: notUnique, email: notUnique },
    });
    expectCites(reply, "lead.patch.unique");
  });

  it("uncited lead.patch.unique: 200 for the own email of an archived Lead, whose successor has it too (2.1)", async () => {
    const world = await newWorld({
      assumptions: { "lead.unique.deleted": "freed", "lead.patch.not-active": "200" },
    });
    const id = await world.createLead({ email: person.email });
    await world.api("DELETE", `/v1/leads/${id}`);
    await world.createLead({ email: person.email });
    const path = `/v1/leads/${id}?scope=withDeleted`;
    const reply = await world.api("PATCH", path, { body: { email: person.email } });
    expect(at(reply, "data.email")).toBe(person.email);
  });

  it("uncited lead.patch.unique: 200 for the Lead's own email (2.1)", async () => {
    const world = await newWorld();
    const reply = await world.api("PATCH", `/v1/leads/${ids.activeLead}`, {
      body: { email: "ada.active@example.com" },
    });
    expect(at(reply, "data.email")).toBe("ada.active@example.com");
  });
});
