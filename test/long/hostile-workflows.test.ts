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

// The sandbox reports fixture errors in a header that the real service lacks.
describe.skipIf(isRemote)("a workflow with an unusual request schema", () => {
  it.each([
    { name: "an unknown type", schema: { type: "nonsense" } },
    { name: "a dangling reference", schema: { $ref: "#/nowhere" } },
    { name: "an external reference", schema: { $ref: "https://example.com/schema" } },
    { name: "an invalid pattern", schema: { properties: { leadId: { pattern: "(" } } } },
    { name: "an asynchronous schema", schema: { $async: true, required: ["nothing"] } },
  ])("answers 500 with the reason for $name, and serves the next request", async (row) => {
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

  it("uses the current schema, not an earlier one", async () => {
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
