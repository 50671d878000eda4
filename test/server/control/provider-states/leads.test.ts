import { describe, expect, it } from "vitest";

import { everyField } from "../../../support/every-field.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import type { Params } from "./staged.ts";
import { changeState, staged, withKey } from "./staged.ts";

const firmLeads = `/v1/firms/${ids.partnerFirm}/leads`;
const fields = {
  ...everyField,
  email: "una.usher@example.com",
  firstName: "Una",
  lastName: "Usher",
  phone: { number: "4165550111", extension: "9" },
  clientData: { notes: "Mornings", Plans: [{ type: "Renewal" }, { type: "Buying" }] },
};

function readLead(world: World, values: Reply, query = ""): Promise<Reply> {
  return withKey(world, values, "GET", `/v1/leads/${text(values, "leadId")}${query}`);
}

describe("an active lead exists", () => {
  it("creates one Lead of the Firm with every given field", async () => {
    const world = await newWorld();
    const values = await staged(world, "an active lead exists", { leadId: "NewLead1", ...fields });
    const reply = await readLead(world, values);
    expect(at(reply, "data")).toEqual({
      id: "NewLead1",
      ...fields,
      createdAt: monday,
      updatedAt: monday,
      deletedAt: null,
      convertedAt: null,
      resourceType: "Firm",
      resourceId: ids.partnerFirm,
    });
    expect(values.json).toEqual({
      leadId: "NewLead1",
      email: fields.email,
      firmId: ids.partnerFirm,
      apiKey: world.keys.partner,
    });
  });

  it("has the defaults of the catalogue", async () => {
    const world = await newWorld();
    const reply = await readLead(world, await staged(world, "an active lead exists"));
    expect(at(reply, "data")).toMatchObject({
      email: "lena.lead@example.com",
      firstName: "Lena",
      lastName: "Lead",
      phone: { number: "4165550100" },
      clientData: null,
      referredByReferralCodeId: null,
    });
  });

  it("creates a Lead of the FirmMember, with a new Firm and id if they are unknown", async () => {
    const world = await newWorld();
    const params = { firmMemberId: "NewMemb1", firmId: "NewFirm1" };
    const values = await staged(world, "an active lead exists", params);
    const reply = await readLead(world, values);
    expect(at(reply, "data")).toMatchObject({
      resourceType: "FirmMember",
      resourceId: "NewMemb1",
    });
    expect(text(values, "firmId")).toBe("NewFirm1");
  });

  it("returns the existing Lead with the id unchanged", async () => {
    const world = await newWorld();
    const values = await staged(world, "an active lead exists", { leadId: ids.activeLead });
    expect(text(values, "email")).toBe("ada.active@example.com");
    expect(at(await readLead(world, values), "data.createdAt")).not.toBe(monday);
  });

  it("returns the existing Lead with the email, in any case (2.1)", async () => {
    const world = await newWorld();
    const values = await staged(world, "an active lead exists", {
      email: "Ada.Active@example.com",
    });
    expect(text(values, "leadId")).toBe(ids.activeLead);
  });

  it.each([
    ["is archived", { leadId: ids.archivedLead }, "Archived"],
    ["has converted", { leadId: ids.convertedLead }, "Converted"],
    ["is another Firm's", { leadId: ids.activeLead, firmId: ids.realtyFirm }, ids.partnerFirm],
    ["has another email", { leadId: ids.activeLead, email: "eve@example.com" }, "ada.active@"],
  ])("is 409 when the Lead with the id %s", async (_what, params, expected) => {
    const reply = await changeState(await newWorld(), "an active lead exists", params);
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^409 .*${expected}`));
  });

  it("is 409 when another Lead has the email", async () => {
    const params = { leadId: "NewLead1", email: "ada.active@example.com" };
    const reply = await changeState(await newWorld(), "an active lead exists", params);
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^409 .*${ids.activeLead}`));
  });

  it.each([
    ["an id with a slash", { leadId: "a/b" }, "leadId"],
    ["an id of 65 characters", { leadId: "a".repeat(65) }, "leadId"],
    ["an invalid email", { email: "lena" }, "email"],
    ["client data that is a list", { clientData: [] }, "clientData"],
  ])("is 422 for %s, with that field", async (_what, params, name) => {
    const reply = await changeState(await newWorld(), "an active lead exists", params);
    expect(reply.status).toBe(422);
    expect(Object.keys(Object(at(reply, "fields")))).toEqual([name]);
  });
});

describe("a lead with this email exists for the firm", () => {
  it.each([
    ["new to the Firm", "taken@example.com"],
    ["of a Lead of the fixture", "ada.active@example.com"],
  ])("makes a create with an email %s 409, and creates one Lead (7)", async (_what, email) => {
    const world = await newWorld();
    const values = await staged(world, "a lead with this email exists for the firm", { email });
    const body = { email, firstName: "New", lastName: "Name" };
    const reply = await withKey(world, values, "POST", firmLeads, body);
    expect(`${reply.status} ${reply.text}`).toMatch(/^409 /);
    const filter = encodeURIComponent(JSON.stringify({ email }));
    const found = await withKey(world, values, "GET", `/v1/leads?filter=${filter}`);
    expect(column(found, "id")).toEqual([text(values, "leadId")]);
  });
});

describe("a lead of a firm member exists", () => {
  it("is in the list of that FirmMember", async () => {
    const world = await newWorld();
    const params = { firmMemberId: ids.partnerMember };
    const values = await staged(world, "a lead of a firm member exists", params);
    const path = `/v1/firmMembers/${text(values, "firmMemberId")}/leads`;
    const reply = await withKey(world, values, "GET", path);
    expect(column(reply, "id")).toContain(text(values, "leadId"));
    expect(text(values, "firmMemberId")).toBe(ids.partnerMember);
  });

  it("is 409 when the FirmMember belongs to another Firm", async () => {
    const params = { firmMemberId: ids.realtyAgent, firmId: ids.partnerFirm };
    const reply = await changeState(await newWorld(), "a lead of a firm member exists", params);
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^409 .*${ids.realtyFirm}`));
  });
});

describe("a lead of another firm exists", () => {
  it.each<[string, Params]>([
    ["by default", {}],
    ["of the Firm that is named", { otherFirmId: ids.realtyFirm, leadId: ids.foreignLead }],
  ])("is 404 for the key, and visible to staff, %s (7)", async (_what, params) => {
    const world = await newWorld();
    const values = await staged(world, "a lead of another firm exists", params);
    expect((await readLead(world, values, "?scope=withDeleted")).status).toBe(404);
    const lead = await world.control("GET", `/leads/${text(values, "leadId")}`);
    expect(at(lead, "data.state")).toBe("Active");
  });

  it.each<[string, Params]>([
    ["Firm is the key's own", { otherFirmId: ids.partnerFirm }],
    ["Lead is the key's own", { leadId: ids.activeLead }],
  ])("is 409 when the %s", async (_what, params) => {
    const reply = await changeState(await newWorld(), "a lead of another firm exists", params);
    expect(`${reply.status} ${reply.text}`).toMatch(/^409 /);
  });
});

describe("a lead has converted", () => {
  it("has the requested Plans and a client with its data, visible with scope=withDeleted (3)", async () => {
    const world = await newWorld();
    const values = await staged(world, "a lead has converted", { leadId: "NewLead1", ...fields });
    expect((await readLead(world, values)).status).toBe(404);
    const reply = await readLead(
      world,
      values,
      "?scope=withDeleted&include=Plans,Plans.ClientProfiles",
    );
    expect(at(reply, "data")).toMatchObject({ convertedAt: monday, deletedAt: monday });
    expect(at(reply, "data.plan_ids")).toEqual(at(values, "planIds"));
    expect([at(reply, "data.Plans.0.type"), at(reply, "data.Plans.1.type")]).toEqual([
      "Renewal",
      "Buying",
    ]);
    expect(at(values, "planId")).toBe(at(values, "planIds.0"));
    const client = { id: text(values, "clientProfileId"), firstName: "Una", lastName: "Usher" };
    expect(reply.text).toContain(client.id);
    const state = await world.control("GET", "/state");
    expect(at(state, "data.clientProfiles")).toContainEqual(expect.objectContaining(client));
  });

  it("has one Buying Plan by default, and none for client data without Plans", async () => {
    const world = await newWorld();
    const values = await staged(world, "a lead has converted");
    const plan = await withKey(world, values, "GET", `/v1/plans/${text(values, "planId")}`);
    expect(at(plan, "data")).toMatchObject({ type: "Buying", status: "New" });
    const none = await staged(world, "a lead has converted", { clientData: {} });
    expect([at(none, "planId"), at(none, "planIds")]).toEqual([null, []]);
  });

  it("returns the fixture's Converted Lead", async () => {
    const world = await newWorld();
    const values = await staged(world, "a lead has converted", { leadId: ids.convertedLead });
    expect(values.json).toMatchObject({
      clientProfileId: ids.clientProfile,
      email: "carla.converted@example.com",
    });
  });

  it("adds another Lead of a client who has registered with the email", async () => {
    const world = await newWorld();
    const email = "once@example.com";
    const client = await staged(world, "a client has registered with this email", { email });
    const values = await staged(world, "a lead has converted", { email });
    expect(at(values, "clientProfileId")).toBe(at(client, "clientProfileId"));
  });

  it("is 409 for an Archived Lead", async () => {
    const params = { leadId: ids.archivedLead };
    const reply = await changeState(await newWorld(), "a lead has converted", params);
    expect(`${reply.status} ${reply.text}`).toMatch(/^409 .*Archived/);
  });
});

describe("a lead has been archived", () => {
  it.each<[string, Params]>([
    ["made for it", { leadId: "NewLead1" }],
    ["Active in the fixture", { leadId: ids.activeLead }],
    ["Archived in the fixture", { leadId: ids.archivedLead }],
  ])("is soft-deleted and not converted, %s (3)", async (_what, params) => {
    const world = await newWorld();
    const values = await staged(world, "a lead has been archived", params);
    expect((await readLead(world, values)).status).toBe(404);
    const reply = await readLead(world, values, "?scope=withDeleted");
    expect(at(reply, "data")).toMatchObject({ id: params["leadId"], convertedAt: null });
    expect(text(reply, "data.deletedAt")).toMatch(/^2026/);
  });
});
