import { describe, expect, it } from "vitest";

import { at } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";
import { sendRaw, tellAll } from "../paths.ts";
import { handMadeWorld } from "./hand-made.ts";

const [firm] = handMadeWorld.firms;
const [member] = handMadeWorld.firmMembers;
const [code] = handMadeWorld.referralCodes;
const [key] = handMadeWorld.apiKeys;
const [profile] = handMadeWorld.clientProfiles;
const [lead] = handMadeWorld.leads;
const [plan] = handMadeWorld.plans;
const workflow = { id: "run", method: "POST", answer: { status: 200, body: null } } as const;

const broken: readonly {
  readonly title: string;
  readonly at: string;
  readonly lists: Readonly<Record<string, unknown>>;
}[] = [
  ...[
    { at: "firmMembers.0.firmId", lists: { firmMembers: [{ ...member, firmId: "nobody" }] } },
    { at: "referralCodes.0.firmId", lists: { referralCodes: [{ ...code, firmId: "nobody" }] } },
    { at: "apiKeys.0.firmId", lists: { apiKeys: [{ ...key, firmId: "nobody" }] } },
    { at: "leads.0.resourceId", lists: { leads: [{ ...lead, resourceId: "nobody" }] } },
    { at: "leads.0.resourceId", lists: { leads: [{ ...lead, resourceType: "FirmMember" }] } },
    { at: "leads.0.clientProfileId", lists: { leads: [{ ...lead, clientProfileId: "nobody" }] } },
    { at: "leads.0.plan_ids", lists: { leads: [{ ...lead, plan_ids: ["nothing"] }] } },
    {
      at: "leads.0.referredByReferralCodeId",
      lists: { leads: [{ ...lead, referredByReferralCodeId: "nothing" }] },
    },
    { at: "plans.0.clientProfileId", lists: { plans: [{ ...plan, clientProfileId: "nobody" }] } },
    { at: "plans.0.leadId", lists: { plans: [{ ...plan, leadId: "nothing" }] } },
    { at: "plans.0.owners", lists: { plans: [{ ...plan, owners: ["nobody"] }] } },
  ].map((row) => ({ ...row, title: "a reference to an unknown record" })),
  ...[
    { at: "firms.2.id", lists: { firms: [...handMadeWorld.firms, firm] } },
    { at: "firmMembers.1.id", lists: { firmMembers: [member, member] } },
    { at: "referralCodes.1.id", lists: { referralCodes: [code, code] } },
    {
      at: "clientProfiles.2.id",
      lists: { clientProfiles: [...handMadeWorld.clientProfiles, profile] },
    },
    { at: "leads.1.id", lists: { leads: [lead, lead] } },
    { at: "plans.1.id", lists: { plans: [plan, plan] } },
    { at: "workflows.1.id", lists: { workflows: [workflow, { ...workflow, method: "PUT" }] } },
  ].map((row) => ({ ...row, title: "a repeated id" })),
  {
    title: "a repeated key text, in any case",
    at: "apiKeys.1.key",
    lists: { apiKeys: [key, { ...key, id: "other", key: key.key.toUpperCase() }] },
  },
  {
    title: "an unknown rule",
    at: "assumptions.no.rule",
    lists: { assumptions: { "no.rule": "x" } },
  },
  {
    title: "an unknown choice",
    at: "assumptions.lead.delete",
    lists: { assumptions: { "lead.delete": "500" } },
  },
  {
    title: "an alternative that is not a string",
    at: "assumptions.lead.delete",
    lists: { assumptions: { "lead.delete": 204 } },
  },
  { title: "assumptions that are not an object", at: "assumptions", lists: { assumptions: [] } },
  { title: "a list of the wrong type", at: "firms", lists: { firms: {} } },
  { title: "a record of the wrong type", at: "firms.0", lists: { firms: ["HandFirm"] } },
  { title: "an unknown list", at: "people", lists: { people: [] } },
  {
    title: "an unknown field",
    at: "leads.0.nickname",
    lists: { leads: [{ ...lead, nickname: "H" }] },
  },
  { title: "a number as an id", at: "leads.0.id", lists: { leads: [{ ...lead, id: 7 }] } },
  { title: "an id that is empty", at: "leads.0.id", lists: { leads: [{ ...lead, id: "" }] } },
  {
    title: "an id of 65 characters",
    at: "leads.0.id",
    lists: { leads: [{ ...lead, id: "L".repeat(65) }] },
  },
  {
    title: "an id with half a letter",
    at: "leads.0.id",
    lists: { leads: [{ ...lead, id: "half \ud83d" }] },
  },
  {
    title: "an unknown status of a Plan",
    at: "plans.0.status",
    lists: { plans: [{ ...plan, status: "Old" }] },
  },
  {
    title: "a key that is not a UUID",
    at: "apiKeys.0.key",
    lists: { apiKeys: [{ ...key, key: "mine" }] },
  },
  {
    title: "a quota of 0",
    at: "apiKeys.0.quotaPerHour",
    lists: { apiKeys: [{ ...key, quotaPerHour: 0 }] },
  },
  {
    title: "clientData that is a list",
    at: "leads.0.clientData",
    lists: { leads: [{ ...lead, clientData: [] }] },
  },
  {
    title: "an invalid date",
    at: "leads.0.createdAt",
    lists: { leads: [{ ...lead, createdAt: "2026-02-30T00:00:00.000Z" }] },
  },
  {
    title: "a moment before the year 0",
    at: "leads.0.createdAt",
    lists: { leads: [{ ...lead, createdAt: "0000-01-01T00:00:00+00:01" }] },
  },
  {
    title: "a moment after the year 9999",
    at: "leads.0.createdAt",
    lists: { leads: [{ ...lead, createdAt: "9999-12-31T23:59:59.999-00:01" }] },
  },
  {
    title: "a workflow with a body for a status without one",
    at: "workflows.0",
    lists: { workflows: [{ ...workflow, answer: { status: 204, body: {} } }] },
  },
];

describe("PUT state", () => {
  it.each(broken)("422 for $title at $at, and nothing is changed", async ({ at: path, lists }) => {
    const world = await newWorld();
    await world.createLead();
    const before = await tellAll(world);
    const reply = await world.control("PUT", "/state", { ...handMadeWorld, ...lists });
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    const fields = at(reply, "fields");
    expect(typeof fields === "object" && fields !== null ? Object.keys(fields) : []).toEqual([
      path,
    ]);
    expect(await tellAll(world)).toBe(before);
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
  });

  it("422 with every problem at once", async () => {
    const world = await newWorld();
    const reply = await world.control("PUT", "/state", {
      ...handMadeWorld,
      leads: [{ ...lead, resourceId: "nobody" }],
      plans: [{ ...plan, owners: ["nobody"] }, plan],
    });
    expect(Object.keys(Object(at(reply, "fields"))).toSorted()).toEqual([
      "leads.0.resourceId",
      "plans.0.owners",
      "plans.1.id",
    ]);
  });

  it.each(["__proto__", "assumptions.__proto__"])(
    "422 for a key named %s, which is not ignored",
    async (name) => {
      const world = await newWorld();
      const body = name === "__proto__" ? '{"__proto__":[]}' : '{"assumptions":{"__proto__":"x"}}';
      const reply = await sendRaw(world, "PUT", `/_sandbox/workspaces/${world.id}/state`, body);
      expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
      expect(reply.text).toContain(name);
    },
  );
});
