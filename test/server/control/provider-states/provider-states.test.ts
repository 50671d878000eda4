import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import type { Params } from "./staged.ts";
import { staged, withKey } from "./staged.ts";

/** The emulated API's answer in a state, with the values of the state. */
interface Shown {
  readonly state: string;
  readonly params?: Params;
  /** The visible effect of the state. */
  readonly shows: string;
  readonly see: (world: World, values: Reply) => Promise<void>;
}

const person = { email: "new@example.com", firstName: "New", lastName: "Name" };

const directory: readonly Shown[] = [
  {
    state: "a firm exists",
    params: { firmId: "NewFirm1", name: "Nine", firmType: "Realty" },
    shows: "the Firm of that id with its name and type, to its own key",
    async see(world, values) {
      const reply = await withKey(world, values, "GET", "/v1/firms/NewFirm1");
      expect(at(reply, "data")).toMatchObject({ id: "NewFirm1", name: "Nine", firmType: "Realty" });
      expect(values.json).toMatchObject({ firmId: "NewFirm1" });
    },
  },
  {
    state: "a firm exists",
    shows: "the Firm of the fixture with its own key by default",
    async see(world, values) {
      expect(values.json).toEqual({ firmId: ids.partnerFirm, apiKey: world.keys.partner });
    },
  },
  {
    state: "a firm member exists",
    params: { firmMemberId: "NewMemb1", firmId: "NewFirm1", email: "m@n.example", isOwner: true },
    shows: "the FirmMember of that Firm, who gets conversion mail as an owner",
    async see(world, values) {
      const reply = await withKey(world, values, "GET", "/v1/firmMembers/NewMemb1");
      expect(at(reply, "data")).toMatchObject({ id: "NewMemb1", email: "m@n.example" });
      const path = "/v1/firmMembers/NewMemb1/leads";
      const lead = await withKey(world, values, "POST", path, person);
      await world.control("POST", `/leads/${text(lead, "data.id")}/convert`);
      const mails = await world.control("GET", "/emails?kind=converted");
      expect(column(mails, "to")).toEqual([["m@n.example"]]);
    },
  },
  {
    state: "a firm member exists",
    shows: "a FirmMember of the fixture's Firm who is not an owner",
    async see(world, values) {
      const path = `/v1/firmMembers/${text(values, "firmMemberId")}`;
      const reply = await withKey(world, values, "GET", path);
      const email = "member@state-partners.example";
      expect(at(reply, "data")).toMatchObject({ email, isOwner: false });
      expect(text(values, "firmId")).toBe(ids.partnerFirm);
    },
  },
  {
    state: "a referral code exists",
    params: { referralCodeId: "NewCode1", firmId: "NewFirm1" },
    shows: "a code that Leads of that Firm can use",
    async see(world, values) {
      const body = { ...person, referredByReferralCodeId: "NewCode1" };
      const reply = await withKey(world, values, "POST", "/v1/firms/NewFirm1/leads", body);
      expect(at(reply, "data.referredByReferralCodeId")).toBe("NewCode1");
    },
  },
  {
    state: "a referral code exists",
    shows: "the first code of the fixture's Firm",
    async see(world, values) {
      const { partnerFirm: firmId, partnerCode: referralCodeId } = ids;
      expect(values.json).toEqual({ referralCodeId, firmId, apiKey: world.keys.partner });
    },
  },
];

const plans: readonly Shown[] = [
  {
    state: "a plan of the firm exists",
    params: {
      planId: "NewPlan1",
      firmId: ids.partnerFirm,
      type: "Renewal",
      name: "Cottage",
      status: "Completed",
      amount: 5,
    },
    shows: "the Plan with those fields, and its client",
    async see(world, values) {
      const path = "/v1/plans/NewPlan1?include=ClientProfiles";
      const reply = await withKey(world, values, "GET", path);
      const fields = { type: "Renewal", name: "Cottage", status: "Completed", amount: 5 };
      expect(at(reply, "data")).toMatchObject({ id: "NewPlan1", ...fields });
      expect(reply.text).toContain(text(values, "clientProfileId"));
    },
  },
  {
    state: "a plan of the firm exists",
    shows: "a new Buying Plan by default",
    async see(world, values) {
      const reply = await withKey(world, values, "GET", `/v1/plans/${text(values, "planId")}`);
      const fields = { type: "Buying", name: null, status: "New", amount: null };
      expect(at(reply, "data")).toMatchObject(fields);
    },
  },
  {
    state: "a private plan exists",
    params: { planId: "NewPlan1" },
    shows: "404 for the Plan, as no Firm owns it",
    async see(world, values) {
      expect((await withKey(world, values, "GET", "/v1/plans/NewPlan1")).status).toBe(404);
      const state = await world.control("GET", "/state");
      expect(at(state, "data.plans")).toContainEqual(
        expect.objectContaining({ id: "NewPlan1", owners: [] }),
      );
    },
  },
  {
    state: "a client has registered with this email",
    params: { email: "client@example.com", firmId: "NewFirm1" },
    shows: "409 for another sign-up with the email",
    async see(world, values) {
      const reply = await world.control("POST", "/sign-ups", { email: "CLIENT@example.com" });
      expect(`${reply.status} ${reply.text}`).toContain("409");
      expect(reply.text).toContain(text(values, "clientProfileId"));
      expect((await withKey(world, values, "GET", "/v1/firms/NewFirm1")).status).toBe(200);
    },
  },
];

const deleted: readonly Shown[] = [
  ["firms", "firms"],
  ["firmMembers", "firmMembers"],
  ["referralCodes", "referralCodes"],
  ["plans", "plans"],
].flatMap(([resource = "", path = ""]) => [
  {
    state: "a record has been deleted",
    params: { resource },
    shows: `404 for one of ${resource}, 200 with the scope for deleted ones`,
    see: (world: World, values: Reply) =>
      isHidden(world, values, `/v1/${path}/${text(values, "id")}`),
  },
  {
    state: "a record has been deleted",
    params: { resource, id: "GoneRec1" },
    shows: `the one of ${resource} with that id`,
    see: (world: World, values: Reply) => isHidden(world, values, `/v1/${path}/GoneRec1`),
  },
]);

const deletedClient: Shown = {
  state: "a record has been deleted",
  params: { resource: "clientProfiles", id: "GoneRec1" },
  shows: "404 for a client that has a Plan of the Firm",
  async see(world, values) {
    const permissions = ["clientProfiles:read"];
    const key = await staged(world, "the API key is valid", { permissions });
    expect(text(key, "firmId")).toBe(text(values, "firmId"));
    await isHidden(world, key, "/v1/clientProfiles/GoneRec1");
  },
};

async function isHidden(world: World, values: Reply, path: string): Promise<void> {
  expect((await withKey(world, values, "GET", path)).status).toBe(404);
  const shown = await withKey(world, values, "GET", `${path}?scope=withDeleted`);
  expect(`${shown.status} ${shown.text}`).toMatch(/^200 .*"deletedAt":"2026-03-02T09:00/);
}

const rows = [...directory, ...plans, ...deleted, deletedClient];

describe("a provider state of the directory, of Plans and of clients", () => {
  it.each(rows)("$state: $shows", async ({ state, params, see }) => {
    expect.hasAssertions();
    const world = await newWorld();
    await see(world, await staged(world, state, params));
  });
});
