import { describe, expect, it } from "vitest";

import { differencesOf } from "../../../src/base/values/record-differences.ts";

const before = {
  createdAt: "2026-01-05T09:00:00.000Z",
  firms: [{ id: "Harb0rPt", name: "Harbour Point" }],
  leads: [
    { id: "LeadAAAA", email: "a@example.com", state: "Active" },
    { id: "LeadBBBB", email: "b@example.com", state: "Active" },
  ],
};

describe("the differences between two worlds", () => {
  it("are empty between a world and itself, in any order of fields", () => {
    expect(differencesOf(before, before)).toEqual([]);
    const firms = [{ name: "Harbour Point", id: "Harb0rPt" }];
    expect(differencesOf(before, { ...before, firms })).toEqual([]);
  });

  it("are the added, removed and changed records, with the fields that differ", () => {
    const leads = [
      { id: "LeadBBBB", email: "b@example.com", state: "Archived", deletedAt: "2026-01-06" },
      { id: "LeadCCCC", email: "c@example.com", state: "Active" },
    ];
    expect(differencesOf(before, { ...before, leads })).toEqual([
      { kind: "leads", id: "LeadAAAA", change: "removed", fields: [] },
      {
        kind: "leads",
        id: "LeadBBBB",
        change: "changed",
        fields: [
          { name: "state", was: "Active", is: "Archived" },
          { name: "deletedAt", was: "none", is: "2026-01-06" },
        ],
      },
      { kind: "leads", id: "LeadCCCC", change: "added", fields: [] },
    ]);
  });

  it("include a kind of record that only one of the worlds has", () => {
    const plans = [{ id: "PlanAAAA" }];
    expect(differencesOf(before, { ...before, plans })).toEqual([
      { kind: "plans", id: "PlanAAAA", change: "added", fields: [] },
    ]);
  });
});
