import { describe, expect, it } from "vitest";

import type { Lead } from "../../../src/domain/model/lead.ts";
import {
  newLead,
  patchLead,
  requestedPlans,
  toArchived,
  toConverted,
} from "../../../src/domain/model/lead.ts";

const later = 2_000;

function aLead(changes: Partial<Lead> = {}): Lead {
  const identity = {
    id: "Lead0001",
    environment: "sandbox",
    firmId: "Firm0001",
    resourceType: "Firm",
    resourceId: "Firm0001",
    now: 1_000,
  } as const;
  const person = { email: "ann@example.com", firstName: "Ann", lastName: "Ash" };
  const others = { phone: { number: "416" }, clientData: { notes: "x" } };
  const lead = newLead(identity, { ...person, ...others, referredByReferralCodeId: null });
  return { ...lead, ...changes };
}

describe("patchLead", () => {
  it.each([
    { title: "null over an object", before: { number: "1" }, after: null },
    { title: "an object over null", before: null, after: { number: "1" } },
  ])("takes $title as it is, also when merging (4.4)", ({ before, after }) => {
    const changes = { phone: after };
    const patched = patchLead(aLead({ phone: before }), changes, { now: later, merge: true });
    expect(patched.phone).toEqual(after);
  });

  it("keeps missing phone and clientData when merging (4.4)", () => {
    const lead = aLead();
    const patched = patchLead(lead, { lastName: "Ast" }, { now: later, merge: true });
    expect(patched).toEqual({ ...lead, lastName: "Ast", updatedAt: later });
  });
});

describe.each([
  { state: "Converted", times: { deletedAt: 5, convertedAt: 5 } },
  { state: "Archived", times: { deletedAt: 5, convertedAt: null } },
])("a Lead that is $state", ({ state, times }) => {
  const refused = { ok: false, reason: "not-active", state };

  it("is not converted, and the refusal has its state (3)", () => {
    const conversion = {
      now: later,
      clientProfileId: "Client01",
      planIds: [],
      deletedAfterMs: 0,
      movesUpdatedAt: true,
    };
    expect(toConverted(aLead(times), conversion)).toEqual(refused);
  });

  it("is not archived, and the refusal has its state (3)", () => {
    expect(toArchived(aLead(times), later)).toEqual(refused);
  });
});

describe("requestedPlans", () => {
  it.each([
    { title: "no clientData", clientData: null, plans: [] },
    { title: "null for Plans", clientData: { Plans: null }, plans: [] },
    {
      title: "no objects",
      clientData: { Plans: [null, "Buying", [], { a: 1 }] },
      plans: [{ a: 1 }],
    },
  ])("is clientData.Plans with $title (2.2)", ({ clientData, plans }) => {
    expect(requestedPlans(clientData)).toEqual(plans);
  });
});
