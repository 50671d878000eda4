import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { assumedRulesOf, at, column, rulesOf, text } from "../../support/reply.ts";
import type { SurfaceHost, World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";

const maya = { email: "maya@example.com", firstName: "Maya", lastName: "Moss" };
const leads = `/v1/firms/${ids.partnerFirm}/leads`;
const lists = ["/v1/leads", leads, `/v1/firmMembers/${ids.partnerMember}/leads`];
const sandbox = "partner";
const production = "partner-production";

describe("the records of an environment", () => {
  it("env.data: 201 for the same email in each environment, 409 within one (1.4)", async () => {
    const world = await newWorld();
    const first = await post(world, sandbox);
    const second = await post(world, production);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(assumedRulesOf(second)).toContain("env.data");
    expect((await post(world, sandbox)).status).toBe(409);
    expect((await post(world, production)).status).toBe(409);
  });

  it.each(lists)(
    "env.data: GET %s lists and counts only Leads of the key's own environment (1.4)",
    async (path) => {
      const world = await newWorld();
      const parent = path === "/v1/leads" ? leads : path;
      const mine = text(await post(world, production, {}, parent), "data.id");
      const page = await as(world, production, "GET", path);
      expect(column(page, "id")).toEqual([mine]);
      expect(at(page, "meta.total")).toBe(1);
      expect(assumedRulesOf(page)).toContain("env.data");
      expect(column(await as(world, sandbox, "GET", path), "id")).not.toContain(mine);
    },
  );

  it("env.data: 404 on GET, PATCH and DELETE of the other environment's Lead (1.4)", async () => {
    const world = await newWorld();
    const mine = `/v1/leads/${text(await post(world, production), "data.id")}`;
    const absent = await as(world, sandbox, "GET", "/v1/leads/NoSuchId");
    for (const method of ["GET", "PATCH", "DELETE"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const other = await as(world, sandbox, method, mine, method === "PATCH" ? {} : undefined);
      expectStatus(other, 404);
      expect(other.text).toBe(absent.text);
      expect(assumedRulesOf(other)).toContain("env.data");
    }
    expect((await as(world, production, "GET", mine)).status).toBe(200);
  });

  it("env.data: 404 for the other environment's Lead under auth.foreign-record=403 too (1.4)", async () => {
    const world = await newWorld({ assumptions: { "auth.foreign-record": "403" } });
    const mine = `/v1/leads/${text(await post(world, production), "data.id")}`;
    expect((await as(world, sandbox, "GET", mine)).status).toBe(404);
  });

  it("env.data: a sign-up converts Leads and registers a client only in its own environment (1.4, 3)", async () => {
    const world = await newWorld();
    const plan = { clientData: { Plans: [{ type: "Buying" }] } };
    const inSandbox = text(await post(world, sandbox, plan), "data.id");
    const inProduction = text(await post(world, production, plan), "data.id");
    const signedUp = await signUp(world, { email: maya.email, environment: "production" });
    expect(signedUp.json).toMatchObject({
      data: {
        clientProfile: { environment: "production" },
        leads: [{ id: inProduction, environment: "production" }],
        plans: [{ environment: "production" }],
        emails: [{ environment: "production" }],
      },
    });
    expect((await as(world, sandbox, "GET", `/v1/leads/${inSandbox}`)).status).toBe(200);
    const path = `/v1/leads/${inProduction}?scope=withDeleted&include=Plans.ClientProfiles`;
    const joined = await as(world, production, "GET", path);
    expect(at(joined, "data.Plans.0.ClientProfiles.0.email")).toBe(maya.email);
    const later = await signUp(world, { email: maya.email });
    expect(at(later, "data.leads.0.id")).toBe(inSandbox);
  });

  it("env.data: 409 IN_USE only for a client who registered in the same environment (1.4, 7)", async () => {
    const world = await newWorld({ assumptions: { "lead.in-use": "409" } });
    await signUp(world, { email: maya.email });
    expect((await post(world, production)).status).toBe(201);
    expect((await post(world, sandbox)).status).toBe(409);
  });

  it("env.data: Plans and ClientProfiles are listed and read in their own environment (1.4)", async () => {
    const world = await newWorld();
    await post(world, production, { clientData: { Plans: [{ type: "Buying" }] } });
    const signedUp = await signUp(world, { email: maya.email, environment: "production" });
    const planId = text(signedUp, "data.plans.0.id");
    const profileId = text(signedUp, "data.clientProfile.id");
    const keys = await keysWithProfiles(world);
    const seen = async (path: string): Promise<readonly number[]> => [
      (await world.api("GET", path, { surface: production, key: keys.production })).status,
      (await world.api("GET", path, { key: keys.sandbox })).status,
    ];
    expect(await seen(`/v1/plans/${planId}`)).toEqual([200, 404]);
    expect(await seen(`/v1/clientProfiles/${profileId}`)).toEqual([200, 404]);
    const listed = (resource: string) =>
      world.api("GET", `/v1/${resource}`, { surface: production, key: keys.production });
    expect(column(await listed("plans"), "id")).toEqual([planId]);
    expect(column(await listed("clientProfiles"), "id")).toEqual([profileId]);
    const plans = await world.api("GET", "/v1/plans", { key: keys.sandbox });
    expect(column(plans, "id")).not.toContain(planId);
  });

  it.each(["/v1/firms", "/v1/firmMembers", "/v1/referralCodes"])(
    "uncited env.data: GET %s is the same in both environments, which share the directory (1.4)",
    async (path) => {
      const world = await newWorld();
      const replies = [
        await as(world, sandbox, "GET", path),
        await as(world, production, "GET", path),
      ];
      expect(replies[0]?.status).toBe(200);
      expect(replies[0]?.text).toBe(replies[1]?.text);
      expect(replies.flatMap((reply) => rulesOf(reply))).not.toContain("env.data");
    },
  );

  it("env.data [shared]: 409 for the email of a Lead that the other environment made (1.4)", async () => {
    const world = await shared();
    expect((await post(world, sandbox)).status).toBe(201);
    const second = await post(world, production);
    expectStatus(second, 409);
    expect(assumedRulesOf(second)).toContain("env.data");
  });

  it.each(lists)(
    "env.data [shared]: GET %s lists the same in both environments (1.4)",
    async (path) => {
      const world = await shared();
      const parent = path === "/v1/leads" ? leads : path;
      await post(world, sandbox, {}, parent);
      await post(world, production, { email: "m2@example.com" }, parent);
      for (const query of [
        "",
        "?scope=withDeleted",
        "?limit=2&offset=1",
        '?order=[["email","ASC"]]',
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const one = await as(world, sandbox, "GET", path + query);
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        expect((await as(world, production, "GET", path + query)).text).toBe(one.text);
        expect(at(one, "meta.total")).toBeGreaterThan(1);
        expect(assumedRulesOf(one)).toContain("env.data");
      }
    },
  );

  it("env.data [shared]: a Lead is read, changed and converted from either environment (1.4, 3)", async () => {
    const world = await shared();
    const mine = text(await post(world, production), "data.id");
    const path = `/v1/leads/${mine}`;
    expect((await as(world, sandbox, "GET", path)).status).toBe(200);
    expect((await as(world, sandbox, "PATCH", path, { firstName: "May" })).status).toBe(200);
    const signedUp = await signUp(world, { email: maya.email });
    expect(at(signedUp, "data.leads")).toMatchObject([{ id: mine }]);
  });
});

function shared(): Promise<World> {
  return newWorld({ assumptions: { "env.data": "shared" } });
}

function as(
  world: World,
  surface: SurfaceHost,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  return world.api(method, path, { surface, key: world.keys[surface], body });
}

function post(
  world: World,
  surface: SurfaceHost,
  fields: Readonly<Record<string, unknown>> = {},
  path = leads,
): Promise<Reply> {
  return as(world, surface, "POST", path, { ...maya, ...fields });
}

async function signUp(world: World, client: Readonly<Record<string, string>>): Promise<Reply> {
  const reply = await world.control("POST", "/sign-ups", client);
  expectStatus(reply, 201);
  return reply;
}

/** Keys of the partner Firm that may read ClientProfiles directly. */
async function keysWithProfiles(world: World) {
  const issue = async (environment: string): Promise<string> => {
    const firm = { firmId: ids.partnerFirm, roleType: "Partner", environment };
    const permissions = ["plans:read", "clientProfiles:read"];
    return text(await world.control("POST", "/api-keys", { ...firm, permissions }), "data.key");
  };
  return { sandbox: await issue("sandbox"), production: await issue("production") };
}
