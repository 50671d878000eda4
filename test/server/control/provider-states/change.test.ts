import { describe, expect, it } from "vitest";

import { providerStates } from "../../../../src/server/control/provider-states/catalogue.ts";
import { at, column, text } from "../../../support/reply.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { tellAll } from "../paths.ts";
import type { Params } from "./staged.ts";
import { changeState, staged, withKey } from "./staged.ts";

const required: Readonly<Record<string, Params>> = {
  "a lead with this email exists for the firm": { email: "some@example.com" },
  "a client has registered with this email": { email: "some@example.com" },
  "the API key lacks a permission": { permission: "leads:read" },
  "a record has been deleted": { resource: "plans" },
  "the time is": { now: "2026-05-05T05:05:05Z" },
  "the rule is chosen": { rule: "lead.delete", choice: "204" },
};
const rows = providerStates.map(({ name, values }) => ({ name, values: Object.keys(values) }));

describe("every provider state", () => {
  it.each(rows)(
    "$name returns $values, leaves no mail or request, and is torn down",
    async (row) => {
      const { name, values } = row;
      const world = await newWorld({ quotaPerHour: 60 });
      await world.control("POST", "/reset", {});
      const before = await tellAll(world);
      const reply = await staged(world, name, required[name]);
      expect(Object.keys(Object(reply.json)).toSorted()).toEqual(values.toSorted());
      expect(column(await world.control("GET", "/emails"), "id")).toEqual([]);
      expect(column(await world.control("GET", "/requests"), "id")).toEqual([]);
      expect(at(await world.control("GET", "/coverage"), "data.requests")).toBe(0);
      const removed = await changeState(world, name, undefined, "teardown");
      expect([removed.status, removed.json]).toEqual([200, {}]);
      expect(await tellAll(world)).toBe(before);
    },
  );

  it.each(rows)("$name returns $values in an empty world", async ({ name, values }) => {
    const world = await newWorld({ quotaPerHour: 60 });
    await world.control("PUT", "/state", {});
    const reply = await staged(world, name, required[name]);
    expect(Object.keys(Object(reply.json)).toSorted()).toEqual(values.toSorted());
  });

  it.each(rows)(
    "$name is 422 with an unknown parameter, or without a required one",
    async (row) => {
      const world = await newWorld();
      const unknown = await changeState(world, row.name, { ...required[row.name], frimId: "x" });
      expect(`${unknown.status} ${unknown.text}`).toMatch(/^422 .*frimId/);
      const [missing] = Object.keys(required[row.name] ?? {});
      if (missing === undefined) return;
      const without = await changeState(world, row.name);
      expect(`${without.status} ${without.text}`).toMatch(
        new RegExp(`^422 .*${missing}.*REQUIRED`),
      );
    },
  );
});

describe("GET pact/states", () => {
  it("lists every state once: name, sentence, parameters as JSON Schema, and values", async () => {
    const reply = await (await newWorld()).control("GET", "/pact/states");
    const names = column(reply, "name");
    expect(names).toEqual(providerStates.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    const of = (name: string): number => names.indexOf(name);
    const lacks = `data.${of("the API key lacks a permission")}`;
    expect(at(reply, `${lacks}.params.required`)).toEqual(["permission"]);
    expect(at(reply, `data.${of("leads exist")}.params.properties.count`)).toMatchObject({
      type: "integer",
      default: 3,
      minimum: 1,
      maximum: 1_000,
    });
    expect(at(reply, `data.${of("the API key is unknown")}.values`)).toEqual({
      apiKey: "the key to send",
    });
  });
});

describe("an unknown state", () => {
  it.each([
    ["an active led exists", "an active lead exists"],
    ["lead exists", "an active lead exists"],
    ["a customer has registered", "a client has registered with this email"],
    ["the lead was deleted", "a lead has been archived"],
  ])("%s is 404 and suggests %s among three", async (state, nearest) => {
    const reply = await changeState(await newWorld(), state);
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain(JSON.stringify(state));
    const named = Array.from(text(reply, "hint").matchAll(/"([^"]+)"/g), ([, name]) => name);
    expect(named).toContain(nearest);
    expect(named).toHaveLength(3);
  });

  it("suggests the state with the same meaning first, before one with similar letters", async () => {
    const reply = await changeState(await newWorld(), "lead exists");
    expect(text(reply, "hint")).toContain('The nearest: "an active lead exists"');
  });

  it("is not the empty name, which Pact sends for an interaction without a state", async () => {
    const world = await newWorld();
    const before = await tellAll(world);
    const reply = await changeState(world, "");
    expect([reply.status, reply.text]).toEqual([200, "{}"]);
    expect(await tellAll(world)).toBe(before);
  });

  it.each([" ", "an active lead exists!", "constructor"])("%j is 404", async (state) => {
    expect((await changeState(await newWorld(), state)).status).toBe(404);
  });

  it.each(["setup", "teardown"] as const)(
    "is 404 for its %s, and changes nothing",
    async (action) => {
      const world = await newWorld();
      await world.createLead();
      const before = await tellAll(world);
      expect((await changeState(world, "nonsense", { leadId: "NewLead1" }, action)).status).toBe(
        404,
      );
      expect(await tellAll(world)).toBe(before);
    },
  );
});

describe("a state change", () => {
  it("accepts a name in any case, with spaces around it", async () => {
    const state = "  An ACTIVE lead exists\t";
    const values = await staged(await newWorld(), state, { leadId: "NewLead1" });
    expect(text(values, "leadId")).toBe("NewLead1");
  });

  it.each([
    ["no state", {}, "state"],
    ["a state that is a number", { state: 7 }, "state"],
    ["an unknown action", { state: "leads exist", action: "begin" }, "action"],
    ["parameters that are a list", { state: "leads exist", params: [] }, "params"],
    ["an unknown key", { state: "leads exist", param: {} }, "param"],
  ])("is 422 for %s, with that field", async (_what, body, name) => {
    const reply = await (await newWorld()).control("POST", "/pact/states", body);
    expect(reply.status).toBe(422);
    expect(Object.keys(Object(at(reply, "fields")))).toEqual([name]);
  });

  it("accepts the consumer, which Pact sends, and returns the values at the top level", async () => {
    const body = { state: "the API key is unknown", consumer: "portal", action: "setup" };
    const reply = await (await newWorld()).control("POST", "/pact/states", body);
    expect(reply.json).toEqual({ apiKey: "00000000-0000-4000-8000-000000000000" });
  });

  it("of 20 concurrent ones each creates its own Lead", async () => {
    const world = await newWorld();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => staged(world, "an active lead exists")),
    );
    expect(new Set(all.map((values) => text(values, "leadId"))).size).toBe(20);
    expect(new Set(all.map((values) => text(values, "email"))).size).toBe(20);
  });
});

describe("several states of one interaction", () => {
  it("combine: two Leads, a converted one and a registered client of one Firm", async () => {
    const world = await newWorld();
    const firm = await staged(world, "a firm exists", { firmId: "NewFirm1" });
    const params = { firmId: "NewFirm1" };
    const one = await staged(world, "an active lead exists", params);
    const other = await staged(world, "an active lead exists", params);
    const done = await staged(world, "a lead has converted", params);
    const reply = await withKey(world, firm, "GET", "/v1/leads?scope=withDeleted");
    const wanted = [done, other, one].map((values) => text(values, "leadId"));
    expect(new Set(column(reply, "id"))).toEqual(new Set(wanted));
    expect(new Set(column(reply, "email")).size).toBe(3);
  });

  it.each([
    ["the service fails", {}, 500],
    ["the API key has used its quota", {}, 429],
    ["the rule is chosen", { rule: "lead.delete", choice: "204" }, 204],
  ])("%s remains when there are no leads after it", async (state, params, status) => {
    const world = await newWorld({ quotaPerHour: 60 });
    await staged(world, state, params);
    await staged(world, "there are no leads");
    const values = await staged(world, "an active lead exists");
    const path = `/v1/leads/${text(values, "leadId")}`;
    expect((await withKey(world, values, "DELETE", path)).status).toBe(status);
  });

  it("are rejected if they contradict each other: a private Plan that a Firm owns", async () => {
    const world = await newWorld();
    const params = { planId: ids.plan };
    await staged(world, "a plan of the firm exists", params);
    const reply = await changeState(world, "a private plan exists", params);
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^409 .*${ids.partnerFirm}`));
  });
});
