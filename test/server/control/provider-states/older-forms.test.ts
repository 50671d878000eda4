import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";
import { tellAll } from "../paths.ts";
import { staged, withKey } from "./staged.ts";

function byQuery(world: World, query: Readonly<Record<string, string>>): Promise<Reply> {
  return world.control("POST", `/pact/states?${new URLSearchParams(query).toString()}`);
}

describe("a state change in the body of Pact's Ruby core", () => {
  it("sets up the state, which it names twice", async () => {
    const world = await newWorld();
    const state = "an active lead exists";
    const params = { leadId: "NewLead1" };
    const body = { consumer: "portal", state, states: [state], params };
    const reply = await world.control("POST", "/pact/states", body);
    expect([reply.status, text(reply, "leadId")]).toEqual([200, "NewLead1"]);
  });

  it("changes nothing for an interaction without a state, whose name is null", async () => {
    const world = await newWorld();
    const before = await tellAll(world);
    const body = { consumer: "portal", state: null, states: [null] };
    const reply = await world.control("POST", "/pact/states", body);
    expect([reply.status, reply.json]).toEqual([200, {}]);
    expect(await tellAll(world)).toBe(before);
  });

  it("is 422 for a list with another state, which would be left out", async () => {
    const body = { state: "leads exist", states: ["leads exist", "a firm exists"] };
    const reply = await (await newWorld()).control("POST", "/pact/states", body);
    expect([reply.status, text(reply, "message")]).toEqual([
      422,
      'Invalid body: states: "a firm exists" differs from the member "state". Send one call for each state.',
    ]);
  });
});

describe("a state change in the query", () => {
  it("sets up the state, with parameters as texts", async () => {
    const world = await newWorld();
    const query = { state: "an active lead exists", action: "setup", leadId: "1234567" };
    const reply = await byQuery(world, query);
    expect([reply.status, text(reply, "leadId")]).toEqual([200, "1234567"]);
  });

  it("takes numbers, lists and booleans as JSON, and null as absent, as Pact's verifier sends them", async () => {
    const world = await newWorld();
    const leads = await byQuery(world, { state: "leads exist", count: "4", leadId: "null" });
    expect(at(leads, "leadIds")).toHaveLength(4);
    const permissions = '["leads:read"]';
    const key = await byQuery(world, { state: "the API key is valid", permissions });
    expect((await withKey(world, key, "GET", "/v1/leads")).status).toBe(200);
    expect((await withKey(world, key, "DELETE", "/v1/leads/none")).status).toBe(403);
  });

  it("tears the state down", async () => {
    const world = await newWorld();
    await world.control("POST", "/reset", {});
    const before = await tellAll(world);
    await staged(world, "an active lead exists");
    const query = { state: "an active lead exists", action: "teardown", leadId: "NewLead1" };
    const reply = await byQuery(world, query);
    expect([reply.status, reply.json]).toEqual([200, {}]);
    expect(await tellAll(world)).toBe(before);
  });

  it("changes nothing for an interaction without a state", async () => {
    const reply = await byQuery(await newWorld(), { state: "", action: "setup" });
    expect([reply.status, reply.json]).toEqual([200, {}]);
  });

  it.each([
    ["an unknown parameter", { state: "leads exist", cuont: "4" }, "cuont"],
    ["a parameter of the wrong type", { state: "leads exist", count: "four" }, "count"],
    ["no state", { action: "setup" }, "action"],
  ])("is 422 for %s, with its name", async (_what, query, name) => {
    const reply = await byQuery(await newWorld(), query);
    expect(reply.status).toBe(422);
    expect(Object.keys(Object(at(reply, "fields")))).toEqual([name]);
  });

  it("is 422 next to a body", async () => {
    const world = await newWorld();
    const reply = await world.control("POST", "/pact/states?state=leads+exist", { state: "" });
    expect([reply.status, text(reply, "message")]).toEqual([
      422,
      expect.stringContaining("Invalid query: state: Unknown."),
    ]);
    expect(column(await world.control("GET", "/requests"), "id")).toEqual([]);
  });
});
