import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { World } from "../../../src/world/workspace/fixtures/world.ts";

const firm = { id: "Firm0001", name: "Firm", firmType: "Partner" };
const profile = { id: "Client01", email: "ann@example.com" };
const lead = {
  id: "Lead0001",
  email: "ann@example.com",
  resourceType: "Firm",
  resourceId: "Firm0001",
};
const plan = {
  id: "Plan0001",
  clientProfileId: "Client01",
  type: "Buying",
  status: "New",
  owners: ["Firm0001"],
};
const key = { id: "Key00001", firmId: "Firm0001", roleType: "Partner", environment: "sandbox" };
const member = {
  id: "Member01",
  firmId: "Firm0001",
  email: "mia@example.com",
  firstName: "Mia",
  lastName: "Moss",
  isOwner: true,
};
const workflow = { id: "run", method: "POST", answer: { status: 200, body: null } };
const sound = {
  firms: [firm],
  firmMembers: [member],
  referralCodes: [{ id: "Code0001", firmId: "Firm0001" }],
  apiKeys: [key],
  clientProfiles: [profile],
  leads: [lead],
  plans: [plan],
  workflows: [],
};

describe("World", () => {
  it.each(["default", "empty"])("accepts the shipped fixture %s", (name) => {
    const document: unknown = JSON.parse(readFileSync(`fixtures/${name}.json`, "utf8"));
    expect(issuesOf(document)).toEqual([]);
  });

  it("accepts a world whose references are all valid", () => {
    expect(issuesOf(sound)).toEqual([]);
  });

  it.each([
    { path: "firmMembers.0.firmId", world: { firmMembers: [{ ...member, firmId: "nobody" }] } },
    { path: "referralCodes.0.firmId", world: { referralCodes: [{ id: "C", firmId: "nobody" }] } },
    { path: "apiKeys.0.firmId", world: { apiKeys: [{ ...key, firmId: "nobody" }] } },
    { path: "leads.0.resourceId", world: { leads: [{ ...lead, resourceId: "nobody" }] } },
    { path: "leads.0.resourceId", world: { leads: [{ ...lead, resourceType: "FirmMember" }] } },
    { path: "leads.0.plan_ids", world: { leads: [{ ...lead, plan_ids: ["nobody"] }] } },
    {
      path: "leads.0.referredByReferralCodeId",
      world: { leads: [{ ...lead, referredByReferralCodeId: "nobody" }] },
    },
    { path: "leads.0.clientProfileId", world: { leads: [{ ...lead, clientProfileId: "nobody" }] } },
    { path: "plans.0.clientProfileId", world: { plans: [{ ...plan, clientProfileId: "nobody" }] } },
    { path: "plans.0.leadId", world: { plans: [{ ...plan, leadId: "nobody" }] } },
    { path: "plans.0.owners", world: { plans: [{ ...plan, owners: ["nobody"] }] } },
  ])("names a dangling reference by its path: $path", ({ path, world }) => {
    expect(issuesOf({ ...sound, ...world }).map((issue) => issue.path)).toEqual([path]);
  });

  it.each([
    "firms",
    "firmMembers",
    "referralCodes",
    "apiKeys",
    "clientProfiles",
    "leads",
    "plans",
  ] as const)("names a duplicate id by its path: %s", (list) => {
    const twice = { ...sound, [list]: [...sound[list], ...sound[list]] };
    const [first] = sound[list];
    expect(issuesOf(twice)).toEqual([
      { path: `${list}.1.id`, message: `${first?.id} is there twice` },
    ]);
  });

  it.each([
    { path: "leads.0.createdAt", world: { leads: [{ ...lead, createdAt: "yesterday" }] } },
    ...[
      "2026-02-30T00:00:00.000Z",
      "0000-01-01T00:00:00+00:01",
      "9999-12-31T23:59:59.999-00:01",
    ].map((createdAt) => ({
      path: "leads.0.createdAt",
      world: { leads: [{ ...lead, createdAt }] },
    })),
    ...[7, "", "L".repeat(65), "half \ud83d"].map((id) => ({
      path: "leads.0.id",
      world: { leads: [{ ...lead, id }] },
    })),
    { path: "leads.0.clientData", world: { leads: [{ ...lead, clientData: [] }] } },
    { path: "apiKeys.0.quotaPerHour", world: { apiKeys: [{ ...key, quotaPerHour: 0 }] } },
    {
      path: "apiKeys.1.key",
      world: {
        apiKeys: [
          { ...key, key: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa" },
          { ...key, id: "Key00002", key: "AAAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA" },
        ],
      },
    },
    { path: "workflows.1.id", world: { workflows: [workflow, { ...workflow, method: "PUT" }] } },
    {
      path: "workflows.0",
      world: { workflows: [{ ...workflow, answer: { status: 204, body: {} } }] },
    },
    { path: "assumptions.no.rule", world: { assumptions: { "no.rule": "x" } } },
    { path: "assumptions.lead.delete", world: { assumptions: { "lead.delete": "500" } } },
    { path: "assumptions.lead.delete", world: { assumptions: { "lead.delete": 204 } } },
    { path: "assumptions", world: { assumptions: [] } },
    { path: "firms", world: { firms: {} } },
    { path: "firms.0", world: { firms: ["Firm0001"] } },
    { path: "plans.0.status", world: { plans: [{ ...plan, status: "Old" }] } },
    { path: "apiKeys.0.key", world: { apiKeys: [{ ...key, key: "secret" }] } },
    { path: "leads.0", world: { leads: [{ ...lead, nickname: "A" }] } },
    { path: "", world: { people: [] } },
  ])("names an invalid or unknown entry by its path: $path", ({ path, world }) => {
    expect(issuesOf({ ...sound, ...world }).map((issue) => issue.path)).toEqual([path]);
  });
});

function issuesOf(document: unknown): readonly { path: string; message: string }[] {
  const { error } = World().safeParse(document);
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message }));
}
