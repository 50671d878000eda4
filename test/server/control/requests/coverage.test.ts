import { describe, expect, it } from "vitest";

import { statusesOf } from "../../../../src/network/http/statuses.ts";
import { apiOperations } from "../../../../src/server/api/routes/operations.ts";
import type { Reply } from "../../../support/reply.ts";
import { at } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
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
      rules: { covered: 0, of: listIn(reply, "rules").length },
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

  it("200 and a request for an unknown path counts without an operation", async () => {
    const world = await newWorld();
    await world.api("GET", "/nope");
    await world.api("PUT", "/v1/leads");
    expect(at(await coverage(world), "data")).toMatchObject({
      requests: 2,
      totals: { operations: { covered: 0 }, statuses: { covered: 0 } },
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

  // In this process, a reset connection rejects the fetch.
  it.skipIf(isRemote)(
    "200 and a missing answer counts as status 0, for operations and unknown paths",
    async () => {
      const world = await newWorld();
      await world.control("POST", "/faults", { then: { kind: "reset" } });
      await expect(world.api("GET", "/v1/leads")).rejects.toThrow(/./);
      await expect(world.api("GET", "/nope")).rejects.toThrow(/./);
      expect(await statusesMet(world, "get-leads")).toEqual({ "0": 1 });
      expect(at(await coverage(world), "data.requests")).toBe(2);
    },
  );

  it("200 and calls of the control API and explanations do not count", async () => {
    const world = await newWorld();
    await world.control("GET", "/leads");
    await world.control("POST", `/leads/${ids.convertedLead}/convert`);
    const request = { method: "GET", path: "/v1/leads", apiKeyId: world.keyIds.partner };
    await world.control("POST", "/explain", request);
    expect(at(await coverage(world), "data")).toMatchObject({
      requests: 0,
      totals: { operations: { covered: 0 }, statuses: { covered: 0 } },
    });
  });

  it("200 and the traffic of another workspace does not count", async () => {
    const world = await newWorld();
    await world.server("POST", "/workspaces", { id: "other", now: monday });
    const before = (await world.server("GET", "/workspaces/other/coverage")).text;
    await world.api("GET", "/v1/leads");
    await world.control("POST", `/leads/${ids.activeLead}/archive`);
    expect((await world.server("GET", "/workspaces/other/coverage")).text).toBe(before);
  });

  it.each([
    { name: "the journal is forgotten", method: "DELETE", path: "/requests" },
    { name: "the workspace is reset", method: "POST", path: "/reset" },
    { name: "a snapshot is restored", method: "POST", path: "/snapshots/first/restore" },
  ])("200 with nothing covered again once $name", async ({ method, path }) => {
    const world = await newWorld();
    const before = (await coverage(world)).text;
    await world.control("POST", "/snapshots", { name: "first" });
    await world.createLead();
    await world.control("POST", `/leads/${ids.activeLead}/archive`);
    expect((await coverage(world)).text).not.toBe(before);
    await world.control(method, path);
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

  it("200 and a rejected request is no transition", async () => {
    const world = await newWorld();
    await world.api("PATCH", lead, { body: { email: 1 } });
    await world.api("DELETE", `/v1/leads/${ids.archivedLead}`);
    await world.control("POST", `/leads/${ids.archivedLead}/convert`);
    expect(at(await coverage(world), "data.totals.transitions.covered")).toBe(0);
  });
});

describe("GET coverage of requests without a version", () => {
  it("200 with the number of requests without /v1, refused ones included", async () => {
    const world = await newWorld();
    await world.api("GET", "/leads");
    await world.api("GET", "/leads", { surface: "partner-production" });
    await world.api("GET", "/v1/leads");
    expect(at(await coverage(world), "data.withoutVersion")).toBe(2);
  });
});
