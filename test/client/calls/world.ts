import { expect } from "vitest";

import { ids } from "../../support/world.ts";
import type { Call } from "./call.ts";
import { dataOf } from "./call.ts";

const firm = { id: "NewFirm1", name: "New Firm", firmType: "Partner" };

/** A workflow that archives a Lead. */
const archive = {
  id: "archive",
  method: "DELETE" as const,
  request: null,
  steps: [
    {
      method: "DELETE" as const,
      path: "/leads/{leadId}",
      params: { leadId: ids.activeLead },
    },
  ],
  answer: { status: 200, body: null },
};

/** Calls that create and change the world. */
export const worldCalls: readonly Call[] = [
  {
    method: "reset",
    operation: "reset-workspace",
    does: "begins again, or on another fixture",
    async shows({ workspace, createLead }) {
      const lead = await createLead("before@example.com");
      expect((await workspace.reset()).fixture).toBe("default");
      await expect(workspace.leads.get(lead)).rejects.toMatchObject({ status: 404 });
      expect((await workspace.reset({ fixture: "empty" })).fixture).toBe("empty");
      expect(await dataOf(workspace.leads.list())).toEqual([]);
    },
  },
  {
    method: "state.get",
    operation: "get-state",
    does: "tells the world as a fixture",
    async shows({ workspace }) {
      const world = await workspace.state.get();
      expect(world.firms.map(({ id }) => id)).toEqual([ids.partnerFirm, ids.realtyFirm]);
      expect(world.leads).toHaveLength(8);
    },
  },
  {
    method: "state.put",
    operation: "put-state",
    does: "takes back what get told, also a part of it",
    async shows({ workspace, createLead, api }) {
      const world = await workspace.state.get();
      await createLead("extra@example.com");
      await workspace.state.put(world);
      expect(await workspace.state.get()).toEqual(world);
      const { firms, apiKeys } = world;
      await workspace.state.put({ firms, apiKeys });
      expect(await dataOf(workspace.leads.list())).toEqual([]);
      expect((await api("GET", "/v1/leads")).status).toBe(200);
    },
  },
  {
    method: "snapshots.list",
    operation: "list-snapshots",
    does: "lists them by name",
    async shows({ workspace }) {
      await workspace.snapshots.take("b");
      await workspace.snapshots.take("a");
      const names = (await dataOf(workspace.snapshots.list())).map(({ name }) => name);
      expect(names.toSorted()).toEqual(["a", "b"]);
    },
  },
  {
    method: "snapshots.take",
    operation: "take-snapshot",
    does: "keeps the world under a name, once",
    async shows({ workspace }) {
      const taken = await workspace.snapshots.take("first");
      expect(taken).toEqual({ name: "first", bytes: expect.any(Number) });
      await expect(workspace.snapshots.take("first")).rejects.toMatchObject({ status: 409 });
    },
  },
  {
    method: "snapshots.restore",
    operation: "restore-snapshot",
    does: "brings the world back as it was",
    async shows({ workspace, createLead }) {
      await workspace.snapshots.take("before");
      const before = await workspace.state.get();
      await createLead("later@example.com");
      await workspace.clock.advance("PT1H");
      const { clock } = await workspace.snapshots.restore("before");
      expect(clock.now).toBe("2026-03-02T09:00:00.000Z");
      expect(await workspace.state.get()).toEqual(before);
    },
  },
  {
    method: "snapshots.download",
    operation: "download-snapshot",
    does: "brings the bytes of the SQLite file, every one",
    async shows({ workspace }) {
      const { bytes } = await workspace.snapshots.take("file");
      const file = await workspace.snapshots.download("file");
      expect(new TextDecoder().decode(file.subarray(0, 15))).toBe("SQLite format 3");
      expect(file).toHaveLength(bytes);
    },
  },
  {
    method: "snapshots.state",
    operation: "get-snapshot-state",
    does: "tells the world that it holds",
    async shows({ workspace }) {
      const before = await workspace.state.get();
      await workspace.snapshots.take("before");
      await workspace.leads.archive(ids.activeLead);
      expect(await workspace.snapshots.state("before")).toEqual(before);
      expect(await workspace.state.get()).not.toEqual(before);
    },
  },
  {
    method: "snapshots.remove",
    operation: "delete-snapshot",
    does: "forgets one",
    async shows({ workspace }) {
      await workspace.snapshots.take("gone");
      expect(await workspace.snapshots.remove("gone")).toEqual({ name: "gone" });
      expect(await dataOf(workspace.snapshots.list())).toEqual([]);
    },
  },
  {
    method: "workflows.put",
    operation: "put-workflows",
    does: "replaces the workflows",
    async shows({ workspace, api }) {
      expect(await workspace.workflows.put([archive])).toEqual([archive]);
      expect((await api("DELETE", "/v1/workflows/archive")).status).toBe(200);
      expect((await api("GET", `/v1/leads/${ids.activeLead}`)).status).toBe(404);
    },
  },
  {
    method: "workflows.get",
    operation: "get-workflows",
    does: "lists the workflows",
    async shows({ workspace }) {
      const [first] = await workspace.workflows.get();
      expect(first).toMatchObject({ id: "request-callback", method: "POST" });
    },
  },
  {
    method: "firms.add",
    operation: "add-firm",
    does: "adds a Firm",
    async shows({ workspace, client, id }) {
      expect(await workspace.firms.add(firm)).toMatchObject({ ...firm, colour: null });
      const { firms } = await client.workspaces.get(id);
      expect(firms.at(-1)).toMatchObject({ ...firm, apiKeys: [] });
    },
  },
  {
    method: "firmMembers.add",
    operation: "add-firm-member",
    does: "adds a member",
    async shows({ workspace, api }) {
      const person = { email: "nina@example.com", firstName: "Nina", lastName: "New" };
      const member = { firmId: ids.partnerFirm, ...person, isOwner: true };
      const added = await workspace.firmMembers.add({ ...member, subscription: "active" });
      expect(added).toMatchObject({ ...member, subscription: "active", deletedAt: null });
      const listed = await api("GET", `/v1/firms/${ids.partnerFirm}/firmMembers`);
      expect(await listed.text()).toContain(added.id);
    },
  },
  {
    method: "referralCodes.add",
    operation: "add-referral-code",
    does: "adds a referral code",
    async shows({ workspace, api }) {
      const code = await workspace.referralCodes.add({ firmId: ids.partnerFirm, id: "NewCode1" });
      expect(code).toMatchObject({ id: "NewCode1", firmId: ids.partnerFirm });
      expect((await api("GET", "/v1/referralCodes/NewCode1")).status).toBe(200);
    },
  },
  {
    method: "subscriptions.set",
    operation: "set-subscription",
    does: "ends a subscription, so that nobody is told",
    async shows({ workspace }) {
      const ended = { firmMemberId: "HPowner1", active: false };
      expect(await workspace.subscriptions.set(ended)).toEqual(ended);
      expect((await workspace.leads.convert(ids.activeLead)).emails).toEqual([]);
    },
  },
  {
    method: "apiKeys.list",
    operation: "list-api-keys",
    does: "lists the keys with their text",
    async shows({ workspace, key }) {
      const keys = await dataOf(workspace.apiKeys.list());
      expect(keys.map(({ id }) => id)).toEqual(["HPkeySbx", "HPkeyPrd", "MRkeySbx", "MRkeyPrd"]);
      expect(keys[0]?.key).toBe(key);
    },
  },
  {
    method: "apiKeys.issue",
    operation: "issue-api-key",
    does: "issues a key that works",
    async shows({ workspace, url }) {
      const { key, quotaPerHour } = await workspace.apiKeys.issue({
        firmId: ids.partnerFirm,
        roleType: "Partner",
        environment: "sandbox",
        quotaPerHour: 9,
      });
      expect(quotaPerHour).toBe(9);
      const answer = await fetch(`${url}/v1/firms`, { headers: { "x-api-key": key } });
      expect(answer.status).toBe(200);
    },
  },
  {
    method: "apiKeys.revoke",
    operation: "revoke-api-key",
    does: "revokes one",
    async shows({ workspace, api }) {
      const { revokedAt } = await workspace.apiKeys.revoke("HPkeySbx");
      expect(revokedAt).toBe("2026-03-02T09:00:00.000Z");
      expect((await api("GET", "/v1/leads")).status).toBe(401);
    },
  },
];
