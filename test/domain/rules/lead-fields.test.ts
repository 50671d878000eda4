import { describe, expect, it } from "vitest";

import { postLead } from "../../support/post-lead.ts";
import { assumedRulesOf, at, rulesOf } from "../../support/reply.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectRefused, expectStatus } from "./expected-status.ts";

const withoutNames = { firstName: undefined, lastName: undefined };
const phone = { number: "4165550123" };

describe("required fields", () => {
  it.each([
    { field: "email", rule: "lead.email.format" },
    { field: "firstName", rule: "lead.required" },
    { field: "lastName", rule: "lead.required" },
  ])("$rule: 422 REQUIRED on $field when it is missing (2.1)", async ({ field, rule }) => {
    const reply = await postLead(await newWorld(), { [field]: undefined });
    expectRefused(reply, field, "REQUIRED");
    expect(rulesOf(reply)).toContain(rule);
    expect(assumedRulesOf(reply)).not.toContain(rule);
  });

  it("lead.required: 201 without phone and clientData (2.1)", async () => {
    const reply = await postLead(await newWorld());
    expectStatus(reply, 201);
    expect(reply.json).toMatchObject({ data: { phone: null, clientData: null } });
    expect(rulesOf(reply)).toContain("lead.required");
    expect(assumedRulesOf(reply)).not.toContain("lead.required");
  });

  it("lead.required [email-and-phone]: 422 REQUIRED on phone, 201 without names (2.1)", async () => {
    const world = await newWorld({ assumptions: { "lead.required": "email-and-phone" } });
    const refused = await postLead(world);
    expectRefused(refused, "phone", "REQUIRED");
    expect(assumedRulesOf(refused)).toContain("lead.required");
    const accepted = await postLead(world, { ...withoutNames, phone });
    expectStatus(accepted, 201);
    expect(accepted.json).toMatchObject({ data: { firstName: null, lastName: null, phone } });
    expect(assumedRulesOf(accepted)).toContain("lead.required");
  });

  it("lead.required [email-only]: 201 with only an email, 422 REQUIRED without one (2.1)", async () => {
    const world = await newWorld({ assumptions: { "lead.required": "email-only" } });
    const accepted = await postLead(world, withoutNames);
    expectStatus(accepted, 201);
    expect(assumedRulesOf(accepted)).toContain("lead.required");
    expectRefused(await postLead(world, { email: undefined }), "email", "REQUIRED");
  });

  it("lead.required [with-parent]: 422 REQUIRED on the parent in a create, not in a PATCH (2.1)", async () => {
    const world = await newWorld({ assumptions: { "lead.required": "with-parent" } });
    const refused = await postLead(world, { resourceType: undefined });
    expectRefused(refused, "resourceType", "REQUIRED");
    expectRefused(refused, "resourceId", "REQUIRED");
    expect(assumedRulesOf(refused)).toContain("lead.required");
    const parent = { resourceType: "Firm", resourceId: ids.partnerFirm };
    const accepted = await postLead(world, parent);
    expectStatus(accepted, 201);
    expect(assumedRulesOf(accepted)).toContain("lead.required");
    expectRefused(
      await postLead(world, { ...parent, lastName: undefined }),
      "lastName",
      "REQUIRED",
    );
    const body = { lastName: "Later" };
    expectStatus(await world.api("PATCH", `/v1/leads/${ids.activeLead}`, { body }), 200);
  });

  it.each(["", "  "])(
    "lead.required.empty: 422 INVALID on firstName and lastName for '%s' (2.1)",
    async (blank) => {
      const reply = await postLead(await newWorld(), { firstName: blank, lastName: blank });
      expectRefused(reply, "firstName", "INVALID");
      expectRefused(reply, "lastName", "INVALID");
      expect(assumedRulesOf(reply)).toContain("lead.required.empty");
    },
  );

  it.each([{ number: "" }, ""])(
    "lead.required.empty: 422 INVALID on the number of the phone %o (2.1)",
    async (empty) => {
      const reply = await postLead(await newWorld(), { phone: empty });
      expectRefused(reply, "phone.number", "INVALID");
      expect(assumedRulesOf(reply)).toContain("lead.required.empty");
    },
  );

  it("lead.required.empty [accepted]: 201 for empty and blank names (2.1)", async () => {
    const world = await newWorld({ assumptions: { "lead.required.empty": "accepted" } });
    const reply = await postLead(world, { firstName: "", lastName: " ", phone: { number: "" } });
    expectStatus(reply, 201);
    expect(reply.json).toMatchObject({
      data: { firstName: "", lastName: " ", phone: { number: "" } },
    });
    expect(assumedRulesOf(reply)).toContain("lead.required.empty");
  });
});

describe("texts", () => {
  it.each([
    { name: "a control character", odd: "Pia\u0000" },
    { name: "a line break", odd: "Pia\r\nPark" },
    { name: "an unpaired surrogate", odd: "Pia\ud800" },
  ])("lead.text.characters: 422 INVALID on both names for $name (2.1)", async ({ odd }) => {
    const reply = await postLead(await newWorld(), { firstName: odd, lastName: odd });
    expectRefused(reply, "firstName", "INVALID");
    expectRefused(reply, "lastName", "INVALID");
    expect(assumedRulesOf(reply)).toContain("lead.text.characters");
  });

  it("lead.text.characters [accepted]: 201 with the control character as sent (2.1)", async () => {
    const world = await newWorld({ assumptions: { "lead.text.characters": "accepted" } });
    const reply = await postLead(world, { firstName: "Pia\u0007", lastName: "Park\ud800" });
    expectStatus(reply, 201);
    expect(reply.json).toMatchObject({ data: { firstName: "Pia\u0007", lastName: "Park\ufffd" } });
    expect(assumedRulesOf(reply)).toContain("lead.text.characters");
  });

  it.each([
    { name: "INVALID for a text without an at sign", email: "pia", code: "INVALID" },
    { name: "INVALID for an empty text", email: "", code: "INVALID" },
    { name: "INCORRECT_TYPE for a number", email: 7, code: "INCORRECT_TYPE" },
    { name: "INCORRECT_TYPE for null", email: null, code: "INCORRECT_TYPE" },
    { name: "REQUIRED when it is absent", email: undefined, code: "REQUIRED" },
  ])("lead.email.format: 422 on email for $name (7)", async ({ email, code }) => {
    const reply = await postLead(await newWorld(), { email });
    expectRefused(reply, "email", code);
    expect(rulesOf(reply)).toContain("lead.email.format");
    expect(assumedRulesOf(reply)).not.toContain("lead.email.format");
  });
});

describe("phone", () => {
  it.each([{ number: "1" }, { number: "1", extension: "2" }])(
    "uncited lead.phone.shape: 201 with %o as sent (2.1)",
    async (sent) => {
      const reply = await postLead(await newWorld(), { phone: sent });
      expectStatus(reply, 201);
      expect(at(reply, "data.phone")).toEqual(sent);
    },
  );

  it.each([
    { sent: 7, field: "phone", code: "INCORRECT_TYPE" },
    { sent: [], field: "phone", code: "INCORRECT_TYPE" },
    { sent: {}, field: "phone.number", code: "REQUIRED" },
    { sent: { number: 7 }, field: "phone.number", code: "INCORRECT_TYPE" },
    { sent: { number: "1", extension: 7 }, field: "phone.extension", code: "INCORRECT_TYPE" },
  ])("lead.phone.shape: 422 $code on $field for $sent (2.1)", async ({ sent, field, code }) => {
    const reply = await postLead(await newWorld(), { phone: sent });
    expectRefused(reply, field, code);
    expect(rulesOf(reply)).toContain("lead.phone.shape");
    expect(assumedRulesOf(reply)).not.toContain("lead.phone.shape");
  });

  it("lead.phone.string: 201 with an object that contains the number for a plain string (2.1)", async () => {
    const reply = await postLead(await newWorld(), { phone: phone.number });
    expectStatus(reply, 201);
    expect(at(reply, "data.phone")).toEqual(phone);
    expect(assumedRulesOf(reply)).toContain("lead.phone.string");
  });

  it("lead.phone.string [kept-as-string]: 201 with the string unchanged (2.1)", async () => {
    const world = await newWorld({ assumptions: { "lead.phone.string": "kept-as-string" } });
    const reply = await postLead(world, { phone: phone.number });
    expectStatus(reply, 201);
    expect(at(reply, "data.phone")).toBe(phone.number);
    expect(assumedRulesOf(reply)).toContain("lead.phone.string");
  });

  it("lead.phone.string [incorrect-type]: 422 INCORRECT_TYPE on phone (2.1)", async () => {
    const world = await newWorld({ assumptions: { "lead.phone.string": "incorrect-type" } });
    const reply = await postLead(world, { phone: phone.number });
    expectRefused(reply, "phone", "INCORRECT_TYPE");
    expect(assumedRulesOf(reply)).toContain("lead.phone.string");
    expect((await postLead(world, { phone })).status).toBe(201);
  });
});

const nulls = [
  { field: "phone", fields: { phone: null } },
  { field: "clientData", fields: { clientData: null } },
  { field: "clientData.prefix", fields: { clientData: { prefix: null } } },
  { field: "clientData.Plans", fields: { clientData: { Plans: null } } },
];

describe("null", () => {
  it.each(nulls)("lead.optional-null: 201 for null in $field (2.1)", async ({ fields, field }) => {
    const reply = await postLead(await newWorld(), fields);
    expectStatus(reply, 201);
    expect(at(reply, `data.${field}`)).toBeNull();
    expect(assumedRulesOf(reply)).toContain("lead.optional-null");
  });

  it.each(nulls)(
    "lead.optional-null [incorrect-type]: 422 INCORRECT_TYPE on $field for null (2.1)",
    async ({ fields, field }) => {
      const world = await newWorld({ assumptions: { "lead.optional-null": "incorrect-type" } });
      const reply = await postLead(world, fields);
      expectRefused(reply, field, "INCORRECT_TYPE");
      expect(assumedRulesOf(reply)).toContain("lead.optional-null");
    },
  );
});
