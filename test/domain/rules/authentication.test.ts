import { request as httpRequest } from "node:http";

import { describe, expect, it } from "vitest";

import { postLead } from "../../support/post-lead.ts";
import type { Reply } from "../../support/reply.ts";
import { assumedRulesOf, at, rulesOf, text } from "../../support/reply.ts";
import { listeningSandbox } from "../../support/sandbox.ts";
import { isRemote } from "../../support/target.ts";
import type { World } from "../../support/world.ts";
import { ids, monday, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";

describe("a request without a valid key", () => {
  it.each([
    { name: "no key", key: null },
    { name: "an empty key", key: "" },
  ])("auth.missing: 401 with only a message for $name (5.6)", async ({ key }) => {
    const reply = await (await newWorld()).api("GET", "/v1/leads", { key });
    expect(refusalOf(reply)).toEqual(unauthorized("auth.missing"));
  });

  it.skipIf(isRemote)(
    "uncited auth.missing: accepts the header in any letter case (5.1)",
    async () => {
      const { sandbox, url } = await listeningSandbox();
      const partnerKey = sandbox.describe().firms[0]?.apiKeys[0]?.key ?? "";
      expect(partnerKey).not.toBe("");
      const names = ["X-API-Key", "x-api-key", "X-aPi-kEY"];
      const statuses = names.map((name) => statusOf(`${url}/v1/leads`, { [name]: partnerKey }));
      expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
    },
  );

  it.each([
    { name: "not a UUID", key: "secret" },
    { name: "a UUID of version 1", key: "11111111-1111-1111-8111-111111111111" },
    { name: "a UUID of another variant", key: "11111111-1111-4111-c111-111111111111" },
    { name: "unknown", key: "99999999-9999-4999-8999-999999999999" },
  ])("auth.invalid: 401 for a key that is $name (5.2, 5.6)", async ({ key }) => {
    const reply = await (await newWorld()).api("GET", "/v1/leads", { key });
    expect(refusalOf(reply)).toEqual(unauthorized("auth.invalid"));
  });

  it("auth.invalid: 401 for a key that was revoked (5.6)", async () => {
    const world = await newWorld();
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    expect(refusalOf(await world.api("GET", "/v1/leads"))).toEqual(unauthorized("auth.invalid"));
  });

  it("auth.invalid: 401 for a key from the moment that it expires (5.6)", async () => {
    const world = await newWorld();
    const expiresAt = new Date(Date.parse(monday) + 60_000).toISOString();
    const key = await issueKey(world, { expiresAt });
    await world.control("POST", "/clock/advance", { by: 59_999 });
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(200);
    await world.control("POST", "/clock/advance", { by: 1 });
    expect(refusalOf(await world.api("GET", "/v1/leads", { key }))).toEqual(
      unauthorized("auth.invalid"),
    );
  });
});

describe("a key of the other role type", () => {
  it("auth.role-surface: 403 for a Realtor key on the Partner API (5.2)", async () => {
    const reply = await realtorOnPartnerApi(await newWorld());
    expectStatus(reply, 403);
    expect(assumedRulesOf(reply)).toContain("auth.role-surface");
  });

  it("auth.role-surface [401]: 401 for a Realtor key on the Partner API (5.2)", async () => {
    const world = await newWorld({ assumptions: { "auth.role-surface": "401" } });
    const reply = await realtorOnPartnerApi(world);
    expectStatus(reply, 401);
    expect(assumedRulesOf(reply)).toContain("auth.role-surface");
  });

  it("auth.role-surface [allowed]: 200 for a Realtor key on the Partner API (5.2)", async () => {
    const world = await newWorld({ assumptions: { "auth.role-surface": "allowed" } });
    const reply = await realtorOnPartnerApi(world);
    expectStatus(reply, 200);
    expect(at(reply, "data.0.id")).toBe(ids.foreignLead);
    expect(assumedRulesOf(reply)).toContain("auth.role-surface");
  });
});

const unreadable = ["/v1/clientProfiles", `/v1/clientProfiles/${ids.clientProfile}`];

const refusedWrites = ["firms", "firmMembers", "referralCodes", "plans", "clientProfiles"].flatMap(
  (resource) => [
    { method: "POST", path: `/v1/${resource}` },
    { method: "PATCH", path: `/v1/${resource}/${ids.plan}` },
    { method: "DELETE", path: `/v1/${resource}/${ids.plan}` },
  ],
);

describe("the permissions of a key", () => {
  it("auth.permission: 403 with only a message for a key without the permission (5.6)", async () => {
    const world = await newWorld();
    const key = await issueKey(world, { permissions: ["leads:read"] });
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(200);
    const refused = await postLead(world, {}, { key });
    expectStatus(refused, 403);
    expect(refused.json).toEqual({ message: "Forbidden" });
    expect(rulesOf(refused)).toContain("auth.permission");
    expect(assumedRulesOf(refused)).not.toContain("auth.permission");
  });

  it.each(unreadable)("auth.permissions: 403 on GET %s (5.7)", async (path) => {
    const reply = await (await newWorld()).api("GET", path);
    expectStatus(reply, 403);
    expect(assumedRulesOf(reply)).toContain("auth.permissions");
  });

  it.each(refusedWrites)(
    "auth.permissions: 403 on $method $path (5.7)",
    async ({ method, path }) => {
      const reply = await (await newWorld()).api(method, path, { body: {} });
      expectStatus(reply, 403);
      expect(assumedRulesOf(reply)).toContain("auth.permissions");
    },
  );

  it("uncited auth.permissions: 201, 200 and 200 for the Leads of a member of the Firm (5.7)", async () => {
    const world = await newWorld();
    const body = { email: "m@example.com", firstName: "M", lastName: "M" };
    const path = `/v1/firmMembers/${ids.partnerMember}/leads`;
    const created = await world.api("POST", path, { body });
    expectStatus(created, 201);
    const lead = `/v1/leads/${text(created, "data.id")}`;
    expect((await world.api("PATCH", lead, { body: { firstName: "N" } })).status).toBe(200);
    expect((await world.api("DELETE", lead)).status).toBe(200);
  });

  it("auth.permissions: 200 for a key with a further permission from the workspace (5.7)", async () => {
    const world = await newWorld();
    const key = await issueKey(world, { permissions: ["clientProfiles:read"] });
    const path = `/v1/clientProfiles/${ids.clientProfile}`;
    expect((await world.api("GET", path, { key })).status).toBe(200);
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(403);
  });
});

/** A 401 that cites `rule` as stated, not as an assumption. */
function unauthorized(rule: string): unknown {
  return {
    status: 401,
    body: { message: "Unauthorized" },
    rules: expect.arrayContaining([rule]),
    assumed: expect.not.arrayContaining([rule]),
  };
}

function refusalOf(reply: Reply): unknown {
  const { status, json: body } = reply;
  return { status, body, rules: rulesOf(reply), assumed: assumedRulesOf(reply) };
}

function realtorOnPartnerApi(world: World): Promise<Reply> {
  return world.api("GET", "/v1/leads", { key: world.keys.realtor });
}

/** Issues a Partner sandbox key of the partner Firm, with `fields` over its defaults. */
async function issueKey(world: World, fields: Readonly<Record<string, unknown>>): Promise<string> {
  const firm = { firmId: ids.partnerFirm, roleType: "Partner", environment: "sandbox" };
  return text(await world.control("POST", "/api-keys", { ...firm, ...fields }), "data.key");
}

/** The status of a GET that sends its header names unchanged. */
function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = httpRequest(url, { headers, agent: false }, (incoming) => {
    incoming.resume().on("end", () => resolve(incoming.statusCode ?? 0));
  });
  sent.on("error", reject).end();
  return promise;
}
