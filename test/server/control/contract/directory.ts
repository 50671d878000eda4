import { expect } from "vitest";

import { column } from "../../../support/reply.ts";
import { ids, monday } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { rejected } from "./row.ts";

const keyIds = ["HPkeySbx", "HPkeyPrd", "MRkeySbx", "MRkeyPrd"];

/**
 * New directory records, keys, and Leads in any state; `test/server/control/people/directory.test.ts` and `api-keys.test.ts` test
 * what else these calls take and refuse.
 */
export const directory: readonly Row[] = [
  {
    call: "POST W/firms",
    method: "firms.add",
    promise: "adds a Firm, without keys",
    async keeps({ workspace, client, id }) {
      const firm = { id: "NewFirm1", name: "New Firm", firmType: "Partner" };
      const added = await workspace.firms.add(firm);
      expect(added).toMatchObject({ ...firm, colour: null, createdAt: monday, deletedAt: null });
      const { firms } = await client.workspaces.get(id);
      expect(firms.at(-1)).toMatchObject({ ...firm, apiKeys: [] });
    },
  },
  {
    call: "POST W/firm-members",
    method: "firmMembers.add",
    promise: "adds a FirmMember to a Firm, which the emulated API lists",
    async keeps({ workspace, api }) {
      const person = { email: "nina@example.com", firstName: "Nina", lastName: "New" };
      const member = { firmId: ids.partnerFirm, ...person, isOwner: true };
      const added = await workspace.firmMembers.add({ ...member, subscription: "active" });
      expect(added).toMatchObject({ ...member, subscription: "active", deletedAt: null });
      const listed = await api("GET", `/v1/firms/${ids.partnerFirm}/firmMembers`);
      expect(column(listed, "id")).toContain(added.id);
    },
  },
  {
    call: "POST W/referral-codes",
    method: "referralCodes.add",
    promise: "adds a referral code to a Firm, which the emulated API lists",
    async keeps({ workspace, api }) {
      const code = { id: "NewCode1", firmId: ids.partnerFirm };
      expect(await workspace.referralCodes.add(code)).toMatchObject(code);
      const listed = await api("GET", `/v1/firms/${ids.partnerFirm}/referralCodes`);
      expect(column(listed, "id")).toContain("NewCode1");
    },
  },
  {
    call: "POST W/subscriptions",
    method: "subscriptions.set",
    promise: "ends a subscription, so that the member gets no mail about conversions",
    async keeps({ workspace }) {
      const ended = { firmMemberId: "HPowner1", active: false };
      expect(await workspace.subscriptions.set(ended)).toEqual(ended);
      expect((await workspace.leads.convert(ids.activeLead)).emails).toEqual([]);
    },
  },
  {
    call: "GET W/api-keys",
    method: "apiKeys.list",
    promise: "every key with its text, revoked ones too",
    async keeps({ workspace, keys }) {
      await workspace.apiKeys.revoke("HPkeySbx");
      const { data } = await workspace.apiKeys.list();
      expect(data.map(({ id }) => id)).toEqual(keyIds);
      expect(data.map(({ revokedAt }) => revokedAt)).toEqual([monday, null, null, null]);
      expect(data[0]?.key).toBe(keys.partner);
    },
  },
  {
    call: "POST W/api-keys",
    method: "apiKeys.issue",
    promise: "a key that is valid on its surface at once",
    async keeps({ workspace, api }) {
      const { key, quotaPerHour } = await workspace.apiKeys.issue({
        firmId: ids.realtyFirm,
        roleType: "Realtor",
        environment: "production",
        quotaPerHour: 30,
      });
      expect(quotaPerHour).toBe(30);
      const surfaces = ["realtor-production", "realtor", "partner-production"] as const;
      const sent = surfaces.map((surface) => api("GET", "/v1/firms", { key, surface }));
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 401, 403]);
    },
  },
  {
    call: "DELETE W/api-keys/{id}",
    method: "apiKeys.revoke",
    promise: "revokes it: 401 from now on, and 409 the second time",
    async keeps({ workspace, api }) {
      expect((await api("GET", "/v1/firms")).status).toBe(200);
      expect((await workspace.apiKeys.revoke("HPkeySbx")).revokedAt).toBe(monday);
      expect((await api("GET", "/v1/firms")).status).toBe(401);
      await rejected(409, workspace.apiKeys.revoke("HPkeySbx"), /revoked/);
    },
  },
  {
    call: "GET W/leads",
    promise: "?search= finds a part of an email or a name, or an id; ?state= one state",
    async keeps({ workspace, createLead }) {
      const id = await createLead({ email: "Sought.After@example.com", firstName: "Zoë" });
      const found = async (query: Parameters<typeof workspace.leads.list>[0]) =>
        (await workspace.leads.list(query)).data.map((lead) => lead.id);
      expect(await found({ search: "sought.after" })).toEqual([id]);
      expect(await found({ search: "zoë l" })).toEqual([id]);
      expect(await found({ search: id })).toEqual([id]);
      expect(await found({ search: ids.partnerFirm, state: "Active" })).toContain(id);
      expect(await found({ search: "sought", state: "Archived" })).toEqual([]);
      expect(await found({ search: "%" })).toEqual([]);
      expect(await found({ state: "Archived" })).toContain(ids.archivedLead);
      expect(await found({ state: "Converted" })).not.toContain(ids.archivedLead);
    },
  },
  {
    call: "GET W/leads",
    method: "leads.list",
    promise: "any Lead of any Firm with its state, deleted ones too, page by page",
    async keeps({ workspace }) {
      const all = (await workspace.leads.list()).data;
      expect(Object.fromEntries(all.map(({ id, state }) => [id, state]))).toMatchObject({
        [ids.activeLead]: "Active",
        [ids.convertedLead]: "Converted",
        [ids.archivedLead]: "Archived",
        [ids.foreignLead]: "Active",
      });
      const { data, meta } = await workspace.leads.list({ limit: 3, offset: 6 });
      expect(meta).toEqual({ total: 8, count: 2, offset: 6, limit: 3 });
      expect(data).toEqual(all.slice(6));
    },
  },
  {
    call: "GET W/leads/{id}",
    method: "leads.get",
    promise: "any Lead with its state, deleted ones too",
    async keeps({ workspace }) {
      const converted = "2026-01-12T15:30:00.000Z";
      expect(await workspace.leads.get(ids.convertedLead)).toMatchObject({
        id: ids.convertedLead,
        state: "Converted",
        deletedAt: converted,
        convertedAt: converted,
        plan_ids: [ids.plan],
        clientProfileId: ids.clientProfile,
      });
      await rejected(404, workspace.leads.get("NoLead00"), /NoLead00/);
    },
  },
];
