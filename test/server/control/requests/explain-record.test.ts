import { describe, expect, it } from "vitest";

import { permissions } from "../../../../src/domain/model/api-key.ts";
import { at } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import type { UnseenRow } from "./unseen-records.ts";
import { unseenRecords } from "./unseen-records.ts";

const theirs = ids.realtyFirm;
const theirKeys = ["MRkeySbx", "MRkeyPrd"];
const leadsOf = (parent: string): string => `/v1/firms/${parent}/leads`;

/** A world with one soft-deleted record of each kind, whose keys have every permission to read. */
async function newHidingWorld(deleted: readonly string[] = []): Promise<World> {
  const world = await newWorld();
  const state = Object(at(await world.control("GET", "/state"), "data"));
  const hidden = new Set(deleted);
  const changed = Object.entries(state).map(([name, list]: [string, unknown]) => [
    name,
    Array.isArray(list) ? list.map((item: unknown) => hiding(name, Object(item), hidden)) : list,
  ]);
  const put = await world.control("PUT", "/state", Object.fromEntries(changed));
  if (put.status !== 200) throw new Error(`No state: ${put.status} ${put.text}`);
  return world;
}

function hiding(
  list: string,
  item: Readonly<Record<string, unknown>>,
  hidden: ReadonlySet<string>,
): object {
  if (list === "apiKeys") return { ...item, permissions };
  return hidden.has(String(item["id"])) ? { ...item, deletedAt: "2026-02-01T00:00:00.000Z" } : item;
}

function explain(
  world: World,
  { method = "GET", path }: UnseenRow,
  keyId: string,
  surface = "partner",
) {
  return world.control("POST", "/explain", {
    method,
    path,
    ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
    headers: { host: `${surface}.localhost` },
    apiKeyId: keyId,
  });
}

function worldOf({ id, state }: UnseenRow): Promise<World> {
  return newHidingWorld(state === "deleted" ? [id] : []);
}

describe("POST explain of a request for a record that it does not see", () => {
  it.each(unseenRecords)(
    "200 with the reason, and with the call that shows it: $state $type in $method $path (2.6, 7)",
    async (row) => {
      const { type, id, state = null, firmIds, shownBy } = row;
      const world = await worldOf(row);
      const reply = await explain(world, row, "HPkeySbx");
      expect(at(reply, "data.status")).toBe(404);
      expect(at(reply, "data.record")).toEqual({
        type,
        id,
        exists: true,
        firmIds,
        state,
        reason: expect.stringContaining(`The ${type} exists`),
        shownBy,
      });
      const { scope, apiKeyIds = scope === undefined ? [] : ["HPkeySbx"] } = shownBy;
      const sign = row.path.includes("?") ? "&" : "?";
      const path =
        scope === undefined
          ? row.path
          : `${row.path.replace("scope=active", "")}${sign}scope=${scope}`;
      const replies = await Promise.all(
        apiKeyIds.map((keyId) => explain(world, { ...row, path }, keyId, surfaceOf(keyId))),
      );
      // An empty body is invalid, but the record is looked up first.
      const status = row.method === "POST" ? 422 : 200;
      expect(replies.map((one) => at(one, "data.status"))).toEqual(apiKeyIds.map(() => status));
    },
  );

  it.each([
    { type: "Lead", path: "/v1/leads/Nobody" },
    { type: "Lead", path: "/v1/leads/no%20body%2F" },
    { type: "Firm", path: "/v1/firms/Nobody" },
    { type: "FirmMember", path: "/v1/firmMembers/Nobody" },
    { type: "ReferralCode", path: "/v1/referralCodes/Nobody" },
    { type: "Plan", path: "/v1/plans/Nobody" },
    { type: "ClientProfile", path: "/v1/clientProfiles/Nobody" },
  ])("200 and reports an unknown record: $type in $path (7)", async ({ type, path }) => {
    const id = path.includes("%") ? "no body/" : "Nobody";
    const row = { type, id, path, shownBy: {} };
    const reply = await explain(await newHidingWorld(), row, "HPkeySbx");
    expect(at(reply, "data.status")).toBe(404);
    expect(at(reply, "data.record")).toEqual({
      type,
      id,
      exists: false,
      firmIds: [],
      state: null,
      reason: `This workspace has no ${type} with this id.`,
      shownBy: {},
    });
  });
});

function surfaceOf(keyId: string): string {
  const name = keyId.startsWith("HP") ? "partner" : "realtor";
  return keyId.endsWith("Prd") ? `${name}-production` : name;
}

describe("POST explain of a refusal that is not about a record", () => {
  it.each([
    { name: "200", path: `/v1/leads/${ids.activeLead}`, status: 200 },
    {
      name: "401",
      path: `/v1/leads/${ids.foreignLead}`,
      status: 401,
      surface: "partner-production",
    },
    { name: "403 of the surface", path: "/v1/leads/LeadHPx1", status: 403, surface: "realtor" },
    { name: "403 of a permission", path: "/v1/clientProfiles/ClientMR", status: 403 },
    { name: "404 of a path", path: `/v1/lead/${ids.foreignLead}`, status: 404 },
    { name: "404 of a verb", path: `/v1/leads/${ids.foreignLead}`, method: "PUT", status: 404 },
    { name: "404 of a workflow", path: "/v1/workflows/none", status: 404 },
    { name: "422", path: `/v1/leads/${ids.activeLead}?scope=x`, status: 422 },
  ])("200 without a record for $name", async ({ path, status, surface = "partner", method }) => {
    const world = await newWorld();
    const row = {
      type: "",
      id: "",
      path,
      shownBy: {},
      ...(method === undefined ? {} : { method }),
    };
    const reply = await explain(world, row, "HPkeySbx", surface);
    expect(at(reply, "data.status")).toBe(status);
    expect(at(reply, "data.record")).toBeUndefined();
  });
});

describe("the keys in an explanation", () => {
  it("exclude revoked and expired keys and those without the permission", async () => {
    const world = await newWorld();
    const key = { firmId: theirs, roleType: "Realtor", environment: "sandbox" };
    await world.control("DELETE", "/api-keys/MRkeySbx");
    await world.control("POST", "/api-keys", { ...key, permissions: ["plans:read"] });
    const expiring = { ...key, expiresAt: "2026-03-02T09:00:00.001Z" };
    await world.control("POST", "/api-keys", expiring);
    await world.control("POST", "/clock/advance", { by: 1 });
    const fresh = await world.control("POST", "/api-keys", { ...key, permissions: ["leads:read"] });
    const row = { type: "", id: "", path: `/v1/leads/${ids.foreignLead}`, shownBy: {} };
    const reply = await explain(world, row, "HPkeySbx");
    const named = at(reply, "data.record.shownBy.apiKeyIds");
    expect(named).toEqual([at(fresh, "data.id")]);
  });

  it("are listed for a path under another Firm where that answers 403 (7)", async () => {
    const world = await newWorld({ assumptions: { "auth.foreign-record": "403" } });
    const row = { type: "", id: "", path: leadsOf(theirs), shownBy: {} };
    const reply = await explain(world, row, "HPkeySbx");
    expect(at(reply, "data.status")).toBe(403);
    expect(at(reply, "data.record.shownBy")).toEqual({ apiKeyIds: theirKeys });
  });
});
