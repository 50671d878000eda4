import { describe, expect, it } from "vitest";

import { postLead } from "../../support/post-lead.ts";
import { assumedRulesOf, at, rulesOf } from "../../support/reply.ts";
import { ids, monday, newWorld } from "../../support/world.ts";
import { expectRefused, expectStatus } from "./expected-status.ts";

const ownParent = { resourceType: "Firm", resourceId: ids.partnerFirm };
const otherParents = [
  { field: "resourceId", value: ids.realtyFirm },
  { field: "resourceType", value: "FirmMember" },
];
const longAgo = "2020-01-01T00:00:00.000Z";
const readOnly = [
  { field: "id", value: "MyOwnId1" },
  { field: "createdAt", value: longAgo },
  { field: "updatedAt", value: longAgo },
  { field: "deletedAt", value: longAgo },
  { field: "convertedAt", value: longAgo },
  { field: "plan_ids", value: [ids.plan] },
];

describe("fields of the parent in a body", () => {
  it("lead.parent-fields: 201 when they match the parent in the path (2.1)", async () => {
    const reply = await postLead(await newWorld(), ownParent);
    expectStatus(reply, 201);
    expect(assumedRulesOf(reply)).toContain("lead.parent-fields");
  });

  it.each(otherParents)(
    "lead.parent-fields: 422 INVALID on $field for another parent (2.1)",
    async ({ field, value }) => {
      const reply = await postLead(await newWorld(), { ...ownParent, [field]: value });
      expectRefused(reply, field, "INVALID");
      expect(assumedRulesOf(reply)).toContain("lead.parent-fields");
    },
  );

  it.each(otherParents)(
    "lead.parent-fields [ignored]: 201 for the parent in the path with another $field (2.1)",
    async ({ field, value }) => {
      const world = await newWorld({ assumptions: { "lead.parent-fields": "ignored" } });
      const reply = await postLead(world, { ...ownParent, [field]: value });
      expectStatus(reply, 201);
      expect(reply.json).toMatchObject({ data: ownParent });
      expect(assumedRulesOf(reply)).toContain("lead.parent-fields");
    },
  );
});

describe("fields that the service sets, in a body", () => {
  it.each(readOnly)("lead.read-only-fields: 201 and $field has no effect (2.1)", async (row) => {
    const { field, value } = row;
    const reply = await postLead(await newWorld(), { [field]: value });
    expectStatus(reply, 201);
    expect(at(reply, `data.${field}`)).not.toEqual(value);
    expect(reply.json).toMatchObject({
      data: { createdAt: monday, updatedAt: monday, deletedAt: null, convertedAt: null },
    });
    expect(assumedRulesOf(reply)).toContain("lead.read-only-fields");
  });

  it.each(readOnly)(
    "lead.read-only-fields [unsupported]: 422 UNSUPPORTED on $field (2.1)",
    async ({ field, value }) => {
      const world = await newWorld({ assumptions: { "lead.read-only-fields": "unsupported" } });
      const reply = await postLead(world, { [field]: value });
      expectRefused(reply, field, "UNSUPPORTED");
      expect(assumedRulesOf(reply)).toContain("lead.read-only-fields");
    },
  );
});

describe("other fields in a body", () => {
  it("lead.unknown-field: 422 UNSUPPORTED on a field that a Lead does not have (7)", async () => {
    const reply = await postLead(await newWorld(), { colour: "red" });
    expectRefused(reply, "colour", "UNSUPPORTED");
    expect(assumedRulesOf(reply)).toContain("lead.unknown-field");
  });

  it("lead.unknown-field [ignored]: 201 without the field (7)", async () => {
    const world = await newWorld({ assumptions: { "lead.unknown-field": "ignored" } });
    const reply = await postLead(world, { colour: "red" });
    expectStatus(reply, 201);
    expect(at(reply, "data.colour")).toBeUndefined();
    expect(assumedRulesOf(reply)).toContain("lead.unknown-field");
  });

  it.each([ids.partnerCode, null])(
    "uncited lead.referral-code: 201 with referredByReferralCodeId %s as sent (2.4)",
    async (referredByReferralCodeId) => {
      const reply = await postLead(await newWorld(), { referredByReferralCodeId });
      expectStatus(reply, 201);
      expect(at(reply, "data.referredByReferralCodeId")).toBe(referredByReferralCodeId);
    },
  );

  it.each([
    { name: "a code of another Firm", sent: ids.realtyCode, code: "NOT_FOUND" },
    { name: "an unknown code", sent: "NoSuchCd", code: "NOT_FOUND" },
  ])("lead.referral-code.unknown: 422 $code for $name (2.4)", async ({ sent, code }) => {
    const reply = await postLead(await newWorld(), { referredByReferralCodeId: sent });
    expectRefused(reply, "referredByReferralCodeId", code);
    expect(assumedRulesOf(reply)).toContain("lead.referral-code.unknown");
  });

  it.each([ids.realtyCode, "NoSuchCd", ""])(
    "lead.referral-code.unknown [ignored]: 201 with null for '%s', and a PATCH sets null (2.4)",
    async (sent) => {
      const world = await newWorld({ assumptions: { "lead.referral-code.unknown": "ignored" } });
      const body = { referredByReferralCodeId: sent };
      const reply = await postLead(world, body);
      expectStatus(reply, 201);
      expect(at(reply, "data.referredByReferralCodeId")).toBeNull();
      expect(assumedRulesOf(reply)).toContain("lead.referral-code.unknown");
      const patched = await world.api("PATCH", `/v1/leads/${ids.activeLead}`, { body });
      expect(at(patched, "data.referredByReferralCodeId")).toBeNull();
    },
  );

  it("lead.referral-code: 422 INCORRECT_TYPE for a number (2.4)", async () => {
    const reply = await postLead(await newWorld(), { referredByReferralCodeId: 7 });
    expectRefused(reply, "referredByReferralCodeId", "INCORRECT_TYPE");
    expect(rulesOf(reply)).toContain("lead.referral-code");
    expect(assumedRulesOf(reply)).not.toContain("lead.referral-code");
  });
});
