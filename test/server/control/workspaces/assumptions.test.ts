import { describe, expect, it } from "vitest";

import { isChoiceRuleId, ruleIds, ruleOf } from "../../../../src/domain/rules/catalogue.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, column } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";

const defaults = Object.fromEntries(
  ruleIds.filter(isChoiceRuleId).map((id) => [id, ruleOf(id).default ?? ""]),
);
const choices = ruleIds
  .filter(isChoiceRuleId)
  .flatMap((id) => (ruleOf(id).alternatives ?? []).map((alternative) => ({ id, alternative })));

function inForce(world: World): Promise<Reply> {
  return world.control("GET", "/assumptions");
}

function put(world: World, body: unknown): Promise<Reply> {
  return world.control("PUT", "/assumptions", body);
}

describe("GET assumptions", () => {
  it("200 with the default of every rule that has alternatives", async () => {
    expect(at(await inForce(await newWorld()), "data")).toEqual(defaults);
  });

  it("200 with the assumptions of the workspace's creation in place of defaults", async () => {
    const world = await newWorld({ assumptions: { "lead.delete": "204" } });
    expect(at(await inForce(world), "data")).toEqual({ ...defaults, "lead.delete": "204" });
  });
});

/** Invalid assumptions, each with the expected field. */
const refused: readonly {
  readonly name: string;
  readonly body: unknown;
  readonly field: string;
}[] = [
  { name: "an unknown rule", body: { "lead.nothing": "200" }, field: "lead.nothing" },
  { name: "a rule with no choice", body: { "auth.missing": "403" }, field: "auth.missing" },
  { name: "an unknown alternative", body: { "lead.delete": "205" }, field: "lead.delete" },
  {
    name: "an alternative in another case",
    body: { "list.limit": "Clamped" },
    field: "list.limit",
  },
  { name: "a number", body: { "lead.delete": 204 }, field: "lead.delete" },
  { name: "null", body: { "lead.delete": null }, field: "lead.delete" },
  { name: "an object's own name", body: { constructor: "x" }, field: "constructor" },
  {
    name: "one good and one bad",
    body: { "lead.delete": "204", "list.limit": "x" },
    field: "list.limit",
  },
];

describe("PUT assumptions", () => {
  it.each(choices)("200 sets $id to $alternative, and back to its default", async (row) => {
    const world = await newWorld();
    const switched = await put(world, { [row.id]: row.alternative });
    expect(at(switched, "data")).toEqual({ ...defaults, [row.id]: row.alternative });
    const back = await put(world, { [row.id]: ruleOf(row.id).default });
    expect(at(back, "data")).toEqual(defaults);
  });

  it("200 and leaves the other rules unchanged", async () => {
    const world = await newWorld({ assumptions: { "lead.delete": "204" } });
    await put(world, { "list.limit": "clamped" });
    const wanted = { ...defaults, "lead.delete": "204", "list.limit": "clamped" };
    expect(at(await inForce(world), "data")).toEqual(wanted);
    expect(at(await put(world, {}), "data")).toEqual(wanted);
  });

  it("200 and applies from the next request on", async () => {
    const world = await newWorld();
    expect((await world.api("GET", "/v1/leads?limit=101")).status).toBe(422);
    await put(world, { "list.limit": "clamped" });
    expect((await world.api("GET", "/v1/leads?limit=101")).status).toBe(200);
    await put(world, { "list.limit": "422" });
    expect((await world.api("GET", "/v1/leads?limit=101")).status).toBe(422);
  });

  it("200 and reports only the changed rules in an event", async () => {
    const world = await newWorld({ assumptions: { "lead.delete": "204" } });
    const switched = { "list.limit": "clamped", "lead.delete": "200" };
    await put(world, switched);
    const events = await world.control("GET", "/events");
    expect(column(events, "data")).toEqual([{ ...switched, callId: "call_1" }]);
    expect(column(events, "type")).toEqual(["assumptions.set"]);
  });

  it.each(refused)(
    "422 for $name with its field, and nothing is changed",
    async ({ body, field }) => {
      const world = await newWorld();
      const reply = await put(world, body);
      expect(reply.status).toBe(422);
      expect(Object.keys(Object(at(reply, "fields")))).toEqual([field]);
      expect(at(await inForce(world), "data")).toEqual(defaults);
      expect(at(await world.control("GET", "/events"), "meta.total")).toBe(0);
    },
  );

  it.each(["[]", '"lead.delete"', "null", '{"__proto__":"x"}', '{"lead.delete":'])(
    "422 for %s, and nothing is changed",
    async (rawBody) => {
      const world = await newWorld();
      const path = `/_sandbox/workspaces/${world.id}/assumptions`;
      const headers = { "content-type": "application/json" };
      const reply = await world.api("PUT", path, { key: null, rawBody, headers });
      expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
      expect(at(await inForce(world), "data")).toEqual(defaults);
    },
  );
});

describe("the assumptions of a workspace", () => {
  it("are independent of other workspaces", async () => {
    const world = await newWorld();
    await world.server("POST", "/workspaces", { id: "other", now: monday });
    await put(world, { "lead.delete": "204" });
    const other = await world.server("GET", "/workspaces/other/assumptions");
    expect(at(other, "data")).toEqual(defaults);
    const archived = await world.api("DELETE", `/v1/leads/${ids.activeLead}`);
    expect(archived.status).toBe(204);
  });

  it("are those of its creation after a reset", async () => {
    const world = await newWorld({ assumptions: { "lead.delete": "204" } });
    await put(world, { "lead.delete": "200", "list.limit": "clamped" });
    await world.control("POST", "/reset");
    expect(at(await inForce(world), "data")).toEqual({ ...defaults, "lead.delete": "204" });
  });

  it("are those of the snapshot after a restore", async () => {
    const world = await newWorld();
    await put(world, { "list.limit": "clamped" });
    await world.control("POST", "/snapshots", { name: "then" });
    await put(world, { "list.limit": "422", "lead.delete": "204" });
    await world.control("POST", "/snapshots/then/restore");
    expect(at(await inForce(world), "data")).toEqual({ ...defaults, "list.limit": "clamped" });
  });

  it("are those of the document after PUT state", async () => {
    const world = await newWorld({ assumptions: { "list.limit": "clamped" } });
    await world.control("PUT", "/state", { assumptions: { "lead.delete": "204" } });
    expect(at(await inForce(world), "data")).toEqual({ ...defaults, "lead.delete": "204" });
  });

  it("appear with the rules of an explanation", async () => {
    const world = await newWorld();
    await put(world, { "list.limit": "clamped" });
    const reply = await world.control("POST", "/explain", {
      method: "GET",
      path: "/v1/leads?limit=0",
      apiKeyId: world.keyIds.partner,
    });
    const { clause, standing, statement } = ruleOf("list.limit");
    expect(at(reply, "data.rules")).toContainEqual({
      id: "list.limit",
      clause,
      standing,
      statement,
      assumed: true,
      choice: "clamped",
    });
  });
});
