import { describe, expect, it } from "vitest";

import type { Lead } from "../../src/domain/lead.ts";
import {
  toArchived,
  toConverted,
  leadState,
  newLead,
  patchLead,
  requestedPlans,
} from "../../src/domain/lead.ts";

const created = 1_000;
const later = 2_000;

function aLead(changes: Partial<Lead> = {}): Lead {
  const lead = newLead(
    {
      id: "Lead0001",
      environment: "sandbox",
      firmId: "Firm0001",
      resourceType: "Firm",
      resourceId: "Firm0001",
      now: created,
    },
    {
      email: "ann@example.com",
      firstName: "Ann",
      lastName: "Ash",
      phone: { number: "416", extension: "1" },
      clientData: { prefix: "Ms.", Plans: [{ type: "Buying" }, { type: "Renewal" }] },
      referredByReferralCodeId: null,
    },
  );
  return { ...lead, ...changes };
}

const conversion = {
  now: later,
  clientProfileId: "Client01",
  planIds: [],
  deletedAfterMs: 0,
  movesUpdatedAt: true,
};

describe("leadState", () => {
  it.each([
    { deletedAt: null, convertedAt: null, state: "Active" },
    { deletedAt: 5, convertedAt: 5, state: "Converted" },
    { deletedAt: 5, convertedAt: null, state: "Archived" },
  ])("is $state for deletedAt $deletedAt and convertedAt $convertedAt (3)", (row) => {
    expect(leadState(row)).toBe(row.state);
  });
});

describe("newLead", () => {
  it("is Active, with equal timestamps, without Plans and client profile (2.1, 3)", () => {
    expect(aLead()).toMatchObject({
      createdAt: created,
      updatedAt: created,
      deletedAt: null,
      convertedAt: null,
      planIds: null,
      clientProfileId: null,
    });
  });
});

describe("patchLead", () => {
  it("changes only the sent fields and updatedAt (4.1)", () => {
    const lead = aLead();
    const patched = patchLead(lead, { firstName: "Bea" }, { now: later, merge: false });
    expect(patched).toEqual({ ...lead, firstName: "Bea", updatedAt: later });
  });

  it.each([
    { merge: false, title: "replaces", phone: { number: "647" }, clientData: { notes: "x" } },
    {
      merge: true,
      title: "merges by key",
      phone: { number: "647", extension: "1" },
      clientData: { ...aLead().clientData, notes: "x" },
    },
  ])("$title phone and clientData when merge is $merge (4.4)", ({ merge, phone, clientData }) => {
    const changes = { phone: { number: "647" }, clientData: { notes: "x" } };
    const patched = patchLead(aLead(), changes, { now: later, merge });
    expect(patched).toMatchObject({ phone, clientData });
    expect([patched.phone, patched.clientData]).toEqual([phone, clientData]);
  });

  it.each([
    { title: "null over an object", before: { number: "1" }, after: null },
    { title: "an object over null", before: null, after: { number: "1" } },
    { title: "an object over a text", before: "416", after: { number: "1" } },
  ])("takes $title as it is, also when merging (4.4)", ({ before, after }) => {
    const patched = patchLead(
      aLead({ phone: before }),
      { phone: after },
      { now: later, merge: true },
    );
    expect(patched.phone).toEqual(after);
  });

  it("keeps missing phone and clientData when merging (4.4)", () => {
    const lead = aLead();
    const patched = patchLead(lead, { lastName: "Ast" }, { now: later, merge: true });
    expect(patched).toEqual({ ...lead, lastName: "Ast", updatedAt: later });
  });
});

describe("convertLead", () => {
  it("sets convertedAt and deletedAt to the same time and plan_ids to the new Plans (3)", () => {
    const result = toConverted(aLead(), { ...conversion, planIds: ["Plan0001", "Plan0002"] });
    expect(result).toMatchObject({
      ok: true,
      lead: {
        convertedAt: later,
        deletedAt: later,
        updatedAt: later,
        planIds: ["Plan0001", "Plan0002"],
        clientProfileId: "Client01",
        clientData: {
          prefix: "Ms.",
          Plans: [
            { type: "Buying", planId: "Plan0001" },
            { type: "Renewal", planId: "Plan0002" },
          ],
        },
      },
    });
  });

  it("has no plan_ids and keeps clientData if there are no Plans (2.1, 3)", () => {
    const result = toConverted(aLead({ clientData: { prefix: "Ms." } }), conversion);
    expect(result).toMatchObject({ lead: { planIds: null, clientData: { prefix: "Ms." } } });
  });

  it("keeps updatedAt under updated-at-stays (3)", () => {
    const result = toConverted(aLead(), { ...conversion, movesUpdatedAt: false });
    expect(result).toMatchObject({ lead: { updatedAt: created, convertedAt: later } });
  });
});

describe.each([
  { state: "Converted", times: { deletedAt: 5, convertedAt: 5 } },
  { state: "Archived", times: { deletedAt: 5, convertedAt: null } },
])("a Lead that is $state", ({ state, times }) => {
  it("is not converted, and the refusal has its state (3)", () => {
    const refused = { ok: false, reason: "not-active", state };
    expect(toConverted(aLead(times), conversion)).toEqual(refused);
  });

  it("is not archived, and the refusal has its state (3)", () => {
    const refused = { ok: false, reason: "not-active", state };
    expect(toArchived(aLead(times), later)).toEqual(refused);
  });
});

describe("archiveLead", () => {
  it("sets deletedAt and updatedAt, and keeps convertedAt null (3)", () => {
    const lead = aLead();
    const archived = { ...lead, deletedAt: later, updatedAt: later };
    expect(toArchived(lead, later)).toEqual({ ok: true, lead: archived });
  });
});

describe("requestedPlans", () => {
  it.each([
    { title: "no clientData", clientData: null, plans: [] },
    { title: "no Plans", clientData: {}, plans: [] },
    { title: "null for Plans", clientData: { Plans: null }, plans: [] },
    { title: "Plans", clientData: { Plans: [{ type: "Buying" }] }, plans: [{ type: "Buying" }] },
    {
      title: "no objects",
      clientData: { Plans: [null, "Buying", [], { a: 1 }] },
      plans: [{ a: 1 }],
    },
  ])("is clientData.Plans with $title (2.2)", ({ clientData, plans }) => {
    expect(requestedPlans(clientData)).toEqual(plans);
  });
});
