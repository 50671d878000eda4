import { expect } from "vitest";

import { at, column, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday } from "../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, later, list, refused } from "./row.ts";

const newKey = { firmId: ids.partnerFirm, roleType: "Partner", environment: "sandbox" };

/** New directory records, keys, and Leads in any state. */
export const directory: readonly Row[] = [
  {
    call: "POST W/firms",
    promise: "adds a Firm, which the emulated API shows to a key of it",
    async keeps(world) {
      const firm = { id: "NewFirm1", name: "New Firm", firmType: "Partner", colour: "#102030" };
      const made = answered(201, await world.control("POST", "/firms", firm));
      expect(at(made, "data")).toMatchObject({ ...firm, createdAt: monday, deletedAt: null });
      const key = await issued(world, { ...newKey, firmId: "NewFirm1" });
      expect(at(await world.api("GET", "/v1/firms/NewFirm1", { key }), "data.name")).toBe(
        "New Firm",
      );
      refused(409, await world.control("POST", "/firms", firm), /NewFirm1/);
      refused(422, await world.control("POST", "/firms", { name: "No type" }), /firmType/);
      const free = await world.control("POST", "/firms", { name: "Any", firmType: "Realty" });
      expect(text(answered(201, free), "data.id")).toMatch(/^[A-Za-z0-9]{8}$/);
    },
  },
  {
    call: "POST W/firm-members",
    promise: "adds a FirmMember to a Firm, which the emulated API lists",
    async keeps(world) {
      const member = { firmId: ids.partnerFirm, firstName: "Nina", lastName: "New" };
      const body = { ...member, email: "nina@example.com", isOwner: true };
      const made = answered(201, await world.control("POST", "/firm-members", body));
      expect(at(made, "data")).toMatchObject({ ...body, subscription: null });
      const path = `/v1/firms/${ids.partnerFirm}/firmMembers`;
      expect(column(await world.api("GET", path), "id")).toContain(text(made, "data.id"));
      const nowhere = { ...body, firmId: "NoFirm00" };
      refused(404, await world.control("POST", "/firm-members", nowhere), /NoFirm00/);
      refused(422, await world.control("POST", "/firm-members", member), /email/);
    },
  },
  {
    call: "POST W/referral-codes",
    promise: "adds a referral code to a Firm, which a Lead can use",
    async keeps(world) {
      const body = { id: "NewCode1", firmId: ids.partnerFirm };
      answered(201, await world.control("POST", "/referral-codes", body));
      const path = `/v1/firms/${ids.partnerFirm}/referralCodes`;
      expect(column(await world.api("GET", path), "id")).toContain("NewCode1");
      await world.createLead({
        email: "by.code@example.com",
        referredByReferralCodeId: "NewCode1",
      });
      expect(text(await world.control("GET", "/emails"), "data.0.links.0")).toContain("NewCode1");
      refused(409, await world.control("POST", "/referral-codes", body), /NewCode1/);
      const nowhere = { firmId: "NoFirm00" };
      refused(404, await world.control("POST", "/referral-codes", nowhere), /NoFirm00/);
    },
  },
  {
    call: "POST W/subscriptions",
    promise: "members of a Firm with a subscription get mail about conversions, others do not",
    async keeps(world) {
      const expected = async (leadId: string): Promise<unknown> => {
        const reply = await world.control("POST", `/leads/${leadId}/convert`);
        return at(answered(200, reply), "data.emails.0.to.0");
      };
      expect(await expected(ids.activeLead)).toBe("olive.owner@harbour-point.example");
      const ended = { firmMemberId: "HPowner1", active: false };
      const reply = answered(201, await world.control("POST", "/subscriptions", ended));
      expect(at(reply, "data")).toEqual(ended);
      expect(await expected("LeadHPa2")).toBeUndefined();
      await world.control("POST", "/subscriptions", { firmMemberId: "HPowner2" });
      expect(await expected(ids.memberLead)).toBe("quinn.quiet@harbour-point.example");
      const nobody = { firmMemberId: "NoMember" };
      refused(404, await world.control("POST", "/subscriptions", nobody), /NoMember/);
    },
  },
  {
    call: "GET W/api-keys",
    promise: "every key, revoked ones too",
    async keeps(world) {
      await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
      const reply = answered(200, await world.control("GET", "/api-keys"));
      const keys = ["HPkeySbx", "HPkeyPrd", "MRkeySbx", "MRkeyPrd"];
      expect(column(reply, "id")).toEqual(keys);
      expect(column(reply, "revokedAt")).toEqual([monday, null, null, null]);
    },
  },
  ...(
    [
      ["Partner", "sandbox", "partner"],
      ["Partner", "production", "partner-production"],
      ["Realtor", "sandbox", "realtor"],
      ["Realtor", "production", "realtor-production"],
    ] as const
  ).map(validOn),
  {
    call: "POST W/api-keys",
    promise: "quotaPerHour: request N is answered, N + 1 refused; null has no limit",
    async keeps(world) {
      const key = await issued(world, { ...newKey, quotaPerHour: 2 });
      expect((await world.api("GET", "/v1/firms", { key })).status).toBe(200);
      await world.control("POST", "/clock/advance", { by: "PT10M" });
      expect((await world.api("GET", "/v1/firms", { key })).status).toBe(200);
      await world.control("POST", "/clock/advance", { by: "PT10M" });
      expect((await world.api("GET", "/v1/firms", { key })).status).toBe(429);
      const free = await world.control("POST", "/api-keys", { ...newKey, quotaPerHour: null });
      expect(at(free, "data.quotaPerHour")).toBeNull();
      const byRule = await world.control("POST", "/api-keys", newKey);
      expect(at(byRule, "data.quotaPerHour")).toBe(500);
    },
  },
  {
    call: "POST W/api-keys",
    promise: "key: the text of it, 409 when some workspace has it",
    async keeps(world) {
      const key = "5ca1ab1e-0000-4000-8000-000000000001";
      expect(await issued(world, { ...newKey, key })).toBe(key);
      answered(200, await world.api("GET", "/v1/firms", { key }));
      refused(
        409,
        await world.control("POST", "/api-keys", { ...newKey, key }),
        /has or had that key/,
      );
    },
  },
  {
    call: "POST W/api-keys",
    promise: "permissions: only those operations",
    async keeps(world) {
      const key = await issued(world, { ...newKey, permissions: ["firms:read"] });
      answered(200, await world.api("GET", "/v1/firms", { key }));
      answered(403, await world.api("GET", "/v1/leads", { key }));
      const unknown = { ...newKey, permissions: ["everything"] };
      refused(422, await world.control("POST", "/api-keys", unknown), /permissions/);
    },
  },
  {
    call: "POST W/api-keys",
    promise: "expiresAt: valid before that moment of the workspace's clock, 401 from it on",
    async keeps(world) {
      const expiresAt = later(monday, 60_000);
      const key = await issued(world, { ...newKey, expiresAt });
      await world.control("POST", "/clock/advance", { by: 59_999 });
      answered(200, await world.api("GET", "/v1/firms", { key }));
      await world.control("POST", "/clock/advance", { by: 1 });
      answered(401, await world.api("GET", "/v1/firms", { key }));
    },
  },
  {
    call: "DELETE W/api-keys/{id}",
    promise: "revokes it: 401 from now on, and 409 the second time",
    async keeps(world) {
      answered(200, await world.api("GET", "/v1/firms"));
      const path = `/api-keys/${world.keyIds.partner}`;
      const reply = answered(200, await world.control("DELETE", path));
      expect(at(reply, "data.revokedAt")).toBe(monday);
      answered(401, await world.api("GET", "/v1/firms"));
      refused(409, await world.control("DELETE", path), /revoked/);
      refused(404, await world.control("DELETE", "/api-keys/NoKey000"), /NoKey000/);
    },
  },
  {
    call: "GET W/leads",
    promise: "?search= finds a part of an email or a name, or an id; ?state= one state",
    async keeps(world) {
      const id = await world.createLead({ email: "Sought.After@example.com", firstName: "Zoë" });
      const found = async (query: string): Promise<readonly unknown[]> =>
        column(answered(200, await world.control("GET", `/leads?${query}`)), "id");
      expect(await found("search=sought.after")).toEqual([id]);
      expect(await found(`search=${encodeURIComponent("zoë l")}`)).toEqual([id]);
      expect(await found(`search=${id}`)).toEqual([id]);
      expect(await found(`search=${ids.partnerFirm}&state=Active`)).toContain(id);
      expect(await found("search=sought&state=Archived")).toEqual([]);
      expect(await found("search=%25")).toEqual([]);
      expect(await found("state=Archived")).toContain(ids.archivedLead);
      expect(await found("state=Converted")).not.toContain(ids.archivedLead);
      refused(422, await world.control("GET", "/leads?state=active"), /state/);
    },
  },
  {
    call: "GET W/leads",
    promise: "any Lead of any Firm with its state, deleted ones too, page by page",
    async keeps(world) {
      const reply = answered(200, await world.control("GET", "/leads"));
      const states = list(reply).map((_lead, index) => [
        text(reply, `data.${index}.id`),
        text(reply, `data.${index}.state`),
      ]);
      expect(Object.fromEntries(states)).toMatchObject({
        [ids.activeLead]: "Active",
        [ids.convertedLead]: "Converted",
        [ids.archivedLead]: "Archived",
        [ids.foreignLead]: "Active",
      });
      const page = await world.control("GET", "/leads?limit=3&offset=2");
      expect(at(page, "meta")).toEqual({ total: 8, count: 3, offset: 2, limit: 3 });
      expect(column(page, "id")).toEqual(column(reply, "id").slice(2, 5));
    },
  },
  {
    call: "GET W/leads/{id}",
    promise: "any Lead with its state, deleted ones too",
    async keeps(world) {
      const lead = answered(200, await world.control("GET", `/leads/${ids.convertedLead}`));
      expect(at(lead, "data")).toMatchObject({
        id: ids.convertedLead,
        state: "Converted",
        deletedAt: "2026-01-12T15:30:00.000Z",
        convertedAt: "2026-01-12T15:30:00.000Z",
        plan_ids: [ids.plan],
        clientProfileId: ids.clientProfile,
      });
      refused(404, await world.control("GET", "/leads/NoLead00"), /NoLead00/);
    },
  },
];

const surfaces = ["partner", "partner-production", "realtor", "realtor-production"] as const;

function validOn([roleType, environment, surface]: readonly [string, string, string]): Row {
  return {
    call: "POST W/api-keys",
    promise: `{ roleType: ${roleType}, environment: ${environment} }: valid there and only there`,
    async keeps(world) {
      const key = await issued(world, { ...newKey, roleType, environment });
      const replies = surfaces.map((one) => world.api("GET", "/v1/firms", { key, surface: one }));
      const statuses = (await Promise.all(replies)).map(({ status }) => status);
      expect(surfaces.filter((_, index) => statuses[index] === 200)).toEqual([surface]);
    },
  };
}

/** Issues a key and returns its text. */
async function issued(world: World, body: object): Promise<string> {
  return text(answered(201, await world.control("POST", "/api-keys", body)), "data.key");
}
