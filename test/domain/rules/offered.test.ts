import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, column, rulesOf } from "../../support/reply.ts";
import type { Call, World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";
import { expectAssumes, outcome } from "./ruled-answers.ts";

const permissions = [
  "firms:read",
  "firmMembers:read",
  "referralCodes:read",
  "plans:read",
  "clientProfiles:read",
];

/** A request with a key that may read every resource. */
async function asReader(
  world: World,
  method: string,
  path: string,
  call: Call = {},
): Promise<Reply> {
  const issued = await world.control("POST", "/api-keys", {
    firmId: ids.partnerFirm,
    roleType: "Partner",
    environment: "sandbox",
    quotaPerHour: null,
    permissions,
  });
  return world.api(method, path, { key: String(at(issued, "data.key")), ...call });
}

async function expectUnknown(world: World, method: string, path: string): Promise<Reply> {
  const call = method === "GET" || method === "DELETE" ? {} : { body: {} };
  const refused = await asReader(world, method, path, call);
  const unknown = await asReader(world, method, "/v1/nonsense", call);
  expect(`${refused.status} ${refused.text}`).toBe(`404 ${unknown.text}`);
  return refused;
}

async function expectLacking(rule: string, calls: readonly string[]): Promise<void> {
  const world = await newWorld({ assumptions: { [rule]: "404" } });
  const replies = await Promise.all(
    calls.map((call) => {
      const [method = "", path = ""] = call.split(" ");
      return expectUnknown(world, method, `/v1${path}`);
    }),
  );
  for (const reply of replies) expectAssumes(reply, rule);
  expectStatus(await world.api("GET", `/v1/leads/${ids.activeLead}`), 200);
}

async function expectOffered(rule: string, path: string): Promise<void> {
  const reply = await asReader(await newWorld(), "GET", path);
  expectStatus(reply, 200);
  expectAssumes(reply, rule);
}

function ofGeneric(resource: string, id: string): readonly string[] {
  return [
    `GET /${resource}`,
    `GET /${resource}/${id}`,
    `POST /${resource}`,
    `PATCH /${resource}/${id}`,
    `DELETE /${resource}/${id}`,
  ];
}

describe("the availability of each resource", () => {
  it("resource.generic.firms: 200 for firms (4.2, 4.4)", async () => {
    await expectOffered("resource.generic.firms", "/v1/firms");
    expect.hasAssertions();
  });

  it("resource.generic.firms [404]: 404 only for the paths of firms themselves, not for nested ones (4.2)", async () => {
    await expectLacking("resource.generic.firms", ofGeneric("firms", ids.partnerFirm));
    const world = await newWorld({ assumptions: { "resource.generic.firms": "404" } });
    expectStatus(await world.api("GET", `/v1/firms/${ids.partnerFirm}/leads`), 200);
    expect.hasAssertions();
  });

  it("resource.generic.firm-members: 200 for firm members (4.2, 4.4)", async () => {
    await expectOffered("resource.generic.firm-members", "/v1/firmMembers");
    expect.hasAssertions();
  });

  it("resource.generic.firm-members [404]: 404 for firm members (4.2)", async () => {
    await expectLacking("resource.generic.firm-members", [
      ...ofGeneric("firmMembers", ids.partnerMember),
      `GET /firms/${ids.partnerFirm}/firmMembers`,
    ]);
    expect.hasAssertions();
  });

  it("resource.generic.referral-codes: 200 for referral codes (4.2, 4.4)", async () => {
    await expectOffered("resource.generic.referral-codes", "/v1/referralCodes");
    expect.hasAssertions();
  });

  it("resource.generic.referral-codes [404]: 404 for referral codes (4.2)", async () => {
    await expectLacking("resource.generic.referral-codes", [
      ...ofGeneric("referralCodes", ids.partnerCode),
      `GET /firms/${ids.partnerFirm}/referralCodes`,
    ]);
    expect.hasAssertions();
  });

  it("resource.generic.plans: 200 for Plans (4.2, 4.4)", async () => {
    await expectOffered("resource.generic.plans", `/v1/plans/${ids.plan}`);
    expect.hasAssertions();
  });

  it("resource.generic.plans [404]: 404 for Plans (4.2)", async () => {
    await expectLacking("resource.generic.plans", ofGeneric("plans", ids.plan));
    expect.hasAssertions();
  });

  it("resource.generic.client-profiles: 200 for client profiles (4.2, 4.4)", async () => {
    await expectOffered("resource.generic.client-profiles", "/v1/clientProfiles");
    expect.hasAssertions();
  });

  it("resource.generic.client-profiles [404]: 404 for client profiles (4.2)", async () => {
    await expectLacking(
      "resource.generic.client-profiles",
      ofGeneric("clientProfiles", ids.clientProfile),
    );
    expect.hasAssertions();
  });

  it("lead.list.firm-member: 200 with the Leads of the member (4.2)", async () => {
    const path = `/v1/firmMembers/${ids.partnerMember}/leads`;
    const page = await (await newWorld()).api("GET", path);
    expect(column(page, "id")).toEqual([ids.memberLead]);
    expectAssumes(page, "lead.list.firm-member");
  });

  it("lead.list.firm-member [404]: 404 on list, 201 on create (4.2)", async () => {
    const world = await newWorld({ assumptions: { "lead.list.firm-member": "404" } });
    const path = `/v1/firmMembers/${ids.partnerMember}/leads`;
    const refused = await world.api("GET", path);
    expect(outcome(refused)).toMatch(/^404 /);
    expectAssumes(refused, "lead.list.firm-member");
    const body = { email: "m@example.com", firstName: "Mo", lastName: "Moe" };
    expectStatus(await world.api("POST", path, { body }), 201);
  });

  it("lead.list-all [404]: 404 for GET and POST of /leads (4.2)", async () => {
    const world = await newWorld({ assumptions: { "lead.list-all": "404" } });
    const replies = [
      await world.api("GET", "/v1/leads"),
      await world.api("POST", "/leads", { body: {} }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404]);
    for (const reply of replies) expectAssumes(reply, "lead.list-all");
  });
});

describe("the operations of the Realtor API", () => {
  const rule = "env.realtor-operations";
  const leads = `/v1/firms/${ids.realtyFirm}/leads`;
  const lead = `/v1/leads/${ids.foreignLead}`;
  const others = [
    `GET ${leads}`,
    `GET ${lead}`,
    `DELETE ${lead}`,
    "GET /v1/leads",
    "GET /v1/plans",
  ];

  it("env.realtor-operations: all exist, by assumption for all but two (4.4)", async () => {
    const world = await newWorld();
    const listed = await world.api("GET", leads, realtor(world));
    expectStatus(listed, 200);
    expectAssumes(listed, rule);
    const patched = await world.api("PATCH", lead, realtor(world, { body: { firstName: "Rae" } }));
    expectStatus(patched, 200);
    expect(rulesOf(patched)).not.toContain(rule);
    expect(rulesOf(await world.api("GET", "/v1/leads"))).not.toContain(rule);
  });

  it.each(others)("env.realtor-operations [create-and-update]: 404 for %s (4.4)", async (call) => {
    const world = await newWorld({ assumptions: { [rule]: "create-and-update" } });
    const [method = "", path = ""] = call.split(" ");
    const refused = await world.api(method, path, realtor(world));
    expect(outcome(refused)).toMatch(/^404 /);
    expectAssumes(refused, rule);
  });

  it("uncited env.realtor-operations [create-and-update]: 201 on create and 200 on change, and 200 for a list on the Partner API (4.4)", async () => {
    const world = await newWorld({ assumptions: { [rule]: "create-and-update" } });
    const body = { email: "r@example.com", firstName: "Rae", lastName: "Roe" };
    expectStatus(await world.api("POST", leads, realtor(world, { body })), 201);
    expectStatus(
      await world.api("PATCH", lead, realtor(world, { body: { firstName: "Ro" } })),
      200,
    );
    expectStatus(await world.api("GET", "/v1/leads"), 200);
    expect.hasAssertions();
  });
});

const realtor = (world: World, call: Call = {}): Call => ({
  surface: "realtor",
  key: world.keys.realtor,
  ...call,
});
