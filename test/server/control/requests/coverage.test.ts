import { describe, expect, it } from "vitest";

import { ruleIds, ruleOf } from "../../../../src/domain/rules/catalogue.ts";
import { statusesOf } from "../../../../src/network/http/statuses.ts";
import { apiOperations } from "../../../../src/server/api/routes/operations.ts";
import type { Reply } from "../../../support/reply.ts";
import { at } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { fullHistory } from "../events/full-history.ts";

function coverage(world: World): Promise<Reply> {
  return world.control("GET", "/coverage");
}

/** The coverage of one operation. */
async function operation(world: World, id: string): Promise<unknown> {
  return listIn(await coverage(world), "operations").find((one) => Object(one).id === id);
}

async function statusesMet(world: World, id: string): Promise<unknown> {
  return Object(await operation(world, id)).statuses;
}

function listIn(reply: Reply, name: string): readonly unknown[] {
  const list: unknown = at(reply, `data.${name}`);
  if (!Array.isArray(list)) throw new Error(`No ${name} in ${reply.text}`);
  return list;
}

const lead = `/v1/leads/${ids.activeLead}`;

describe("GET coverage", () => {
  it("200 with nothing covered at the start, and everything that can be covered", async () => {
    const reply = await coverage(await newWorld());
    expect(at(reply, "data.requests")).toBe(0);
    expect(at(reply, "data.totals")).toEqual({
      operations: { covered: 0, of: apiOperations.length },
      statuses: { covered: 0, of: apiOperations.flatMap(statusesOf).length },
      rules: { covered: 0, of: ruleIds.length },
      transitions: { covered: 0, of: 5 },
    });
    expect(listIn(reply, "operations")).toEqual(
      apiOperations.map((one) => ({
        id: one.id,
        method: one.method,
        path: one.path,
        statuses: {},
        missing: statusesOf(one),
      })),
    );
    expect(listIn(reply, "rules")).toEqual(
      ruleIds.map((id) => ({ id, standing: ruleOf(id).standing, count: 0 })),
    );
  });

  it("200 with the statuses of one operation, and its missing ones", async () => {
    const world = await newWorld();
    const patch = (path: string, body: unknown) => world.api("PATCH", path, { body });
    await patch(lead, { firstName: "Ada" });
    await patch(lead, { firstName: "Ada" });
    await patch("/leads/Nobody", {});
    await patch(lead, { email: "ben.active@example.com" });
    await patch(lead, { email: 1 });
    await patch(lead, { email: 2 });
    await world.api("PATCH", lead, { body: {}, surface: "partner-production" });
    await world.control("PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour: 1 });
    await patch(lead, {});
    expect(await operation(world, "patch-Lead")).toEqual({
      id: "patch-Lead",
      method: "PATCH",
      path: "/leads/{leadId}",
      statuses: { "200": 2, "401": 1, "404": 1, "409": 1, "422": 2, "429": 1 },
      missing: [204, 400, 403, 413, 415, 500],
    });
    expect(at(await coverage(world), "data")).toMatchObject({
      requests: 8,
      totals: { operations: { covered: 1 }, statuses: { covered: 6 } },
    });
  });

  it("200 and HEAD counts as GET", async () => {
    const world = await newWorld();
    await world.api("HEAD", "/v1/leads");
    expect(await statusesMet(world, "get-leads")).toEqual({ "200": 1 });
  });

  it("200 and an undocumented status counts, but does not add to the coverage", async () => {
    const world = await newWorld();
    await world.control("POST", "/faults", { then: { status: 503 } });
    await world.api("GET", "/v1/leads");
    expect(await statusesMet(world, "get-leads")).toEqual({ "503": 1 });
    expect(at(await coverage(world), "data.totals.statuses.covered")).toBe(0);
  });

  it("200 with nothing covered again once the journal is forgotten", async () => {
    const world = await newWorld();
    const before = (await coverage(world)).text;
    await world.createLead();
    await world.control("POST", `/leads/${ids.activeLead}/archive`);
    expect((await coverage(world)).text).not.toBe(before);
    await world.control("DELETE", "/requests");
    expect((await coverage(world)).text).toBe(before);
  });

  it.skipIf(isRemote)("200 and counts requests that the journal dropped", async () => {
    const world = await newWorld({ sandbox: { journalEntries: 1 } });
    await world.api("GET", "/v1/leads");
    await world.api("GET", "/v1/leads/Nobody");
    await world.api("GET", "/v1/leads");
    expect(await statusesMet(world, "get-leads")).toEqual({ "200": 2 });
    expect(await statusesMet(world, "get-lead")).toEqual({ "404": 1 });
    expect(at(await coverage(world), "data.requests")).toBe(3);
  });
});

describe("GET coverage of transitions", () => {
  it("200 with the transitions of a Lead and of a Plan, covered or not", async () => {
    const world = await newWorld();
    for (const { run } of fullHistory) {
      // oxlint-disable-next-line no-await-in-loop -- each step depends on the previous one
      await run(world);
    }
    const reply = await coverage(world);
    expect(listIn(reply, "transitions")).toEqual([
      { of: "Lead", from: null, to: "Active", count: 1 },
      { of: "Lead", from: "Active", to: "Active", count: 1 },
      { of: "Lead", from: "Active", to: "Converted", count: 1 },
      { of: "Lead", from: "Active", to: "Archived", count: 2 },
      { of: "Plan", from: null, to: "New", count: 3 },
      { of: "Plan", from: "Ready for Pre-approval", to: "Completed", count: 1 },
    ]);
    expect(at(reply, "data.totals.transitions")).toEqual({ covered: 6, of: 6 });
  });

  it("200 and a change of a Converted or Archived Lead is no transition from Active", async () => {
    const world = await newWorld();
    const path = `/v1/leads/${ids.convertedLead}?scope=withDeleted`;
    expect((await world.api("PATCH", path, { body: { firstName: "Cy" } })).status).toBe(200);
    expect(at(await coverage(world), "data.totals.transitions.covered")).toBe(0);
  });
});

describe("GET coverage of requests without a version", () => {
  it("200 with the number of requests without /v1, refused and unknown ones included", async () => {
    const world = await newWorld();
    await world.api("GET", "/leads");
    await world.api("GET", "/leads", { surface: "partner-production" });
    await world.api("GET", "/nope");
    await world.api("GET", "/v1/leads");
    expect(at(await coverage(world), "data")).toMatchObject({
      requests: 4,
      withoutVersion: 3,
      totals: { operations: { covered: 1 } },
    });
  });
});

/** The rules that the traffic of a world covers. */
async function coveredRules(world: World): Promise<readonly string[]> {
  return listIn(await coverage(world), "rules").flatMap((rule) => {
    const { id, count } = Object(rule);
    return count > 0 ? [String(id)] : [];
  });
}

describe("GET coverage of rules", () => {
  it.each([
    { rule: "lead.get", path: lead, isCovered: true },
    { rule: "lead.list-all", path: lead, isCovered: false },
    { rule: "audit.every-request", path: "/nope", isCovered: true },
    { rule: "http.path.unknown", path: "/nope", isCovered: true },
    { rule: "http.atomic", path: "/nope", isCovered: true },
    { rule: "http.atomic", path: "/v1/leads", isCovered: false },
    { rule: "error.codes", path: "/nope", isCovered: false },
    { rule: "error.codes", path: "/v1/leads?limit=0", isCovered: true },
    { rule: "quota.unauthenticated", path: "/v1/leads?limit=0", isCovered: false },
  ])("200 after $path with $rule covered: $isCovered", async ({ rule, path, isCovered }) => {
    const world = await newWorld();
    await world.api("GET", path);
    expect((await coveredRules(world)).includes(rule)).toBe(isCovered);
  });

  it.each([404, 500])("200 and a planned %i covers only what every answer does", async (status) => {
    const world = await newWorld();
    await world.control("POST", "/faults", { then: { status } });
    await world.api("GET", "/v1/leads");
    const covered = await coveredRules(world);
    expect(covered.toSorted()).toEqual(["audit.every-request", "error.server"]);
    const total = { covered: 2, of: ruleIds.length };
    expect(at(await coverage(world), "data.totals.rules")).toEqual(total);
  });
});
