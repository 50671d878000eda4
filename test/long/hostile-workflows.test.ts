import { describe, expect, it } from "vitest";

import { isRemote } from "../support/target.ts";
import { newWorld } from "../support/world.ts";
import type { World } from "../support/world.ts";

async function withRequest(world: World, request: object): Promise<void> {
  const state = await world.control("GET", "/state");
  const { data }: { data: { workflows: readonly object[] } } = JSON.parse(state.text);
  const [workflow] = data.workflows;
  const put = { ...data, workflows: [{ ...workflow, request }] };
  const reply = await world.control("PUT", "/state", put);
  expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
}

// What it says of the fixture, it says in a header that the real service lacks.
describe.skipIf(isRemote)("a workflow whose request is described by something odd", () => {
  it.each([
    { name: "an unknown type", schema: { type: "nonsense" } },
    { name: "a reference to nothing", schema: { $ref: "#/nowhere" } },
    { name: "a reference to elsewhere", schema: { $ref: "https://example.com/schema" } },
    { name: "a pattern that is none", schema: { properties: { leadId: { pattern: "(" } } } },
    { name: "a schema that answers later", schema: { $async: true, required: ["nothing"] } },
  ])("500 that says so in its reason for $name, and the next request is served", async (row) => {
    const world = await newWorld();
    await withRequest(world, row.schema);
    const body = { leadId: "LeadHPa1" };
    const reply = await world.api("POST", "/v1/workflows/request-callback", { body });
    expect(reply.status).toBe(500);
    expect(reply.text).toBe('{"message":"Internal server error"}');
    expect(reply.headers.get("x-sandbox-reason")).toMatch(
      /^The fixture has an invalid request schema for this workflow: ./,
    );
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
  });

  it("is judged by the schema in force, not by one that was there before", async () => {
    const world = await newWorld();
    const body = { leadId: "LeadHPa1" };
    const ask = async (): Promise<number> =>
      (await world.api("POST", "/v1/workflows/request-callback", { body })).status;
    const before = await ask();
    await withRequest(world, { required: ["nothing"] });
    const changed = await ask();
    await withRequest(world, {});
    expect([before, changed, await ask()]).toEqual([200, 422, 200]);
  });
});
