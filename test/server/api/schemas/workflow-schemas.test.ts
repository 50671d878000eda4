import { describe, expect, it } from "vitest";

import { text } from "../../../support/reply.ts";
import { ids, newWorld } from "../../../support/world.ts";
import type { World } from "../../../support/world.ts";
import { hostileSchemas } from "./hostile-schemas.ts";

const answer = { status: 200, body: {} };

function workflow(request: object, id = "check") {
  return { id, method: "POST", request, answer };
}

async function putWorkflow(world: World, request: object): Promise<void> {
  const reply = await world.control("PUT", "/workflows", { workflows: [workflow(request)] });
  expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
}

/** A schema of that many bytes as JSON. */
function schemaOf(bytes: number): object {
  const bare = JSON.stringify({ description: "" }).length;
  return { description: "é".repeat((bytes - bare) >> 1) + "x".repeat((bytes - bare) & 1) };
}

describe("the size of a request schema", () => {
  it("65,536 bytes are accepted", async () => {
    const world = await newWorld();
    await putWorkflow(world, schemaOf(65_536));
    expect((await world.control("GET", "/workflows")).text.length).toBeGreaterThan(32_000);
  });

  it.each([
    { call: "PUT workflows", method: "PUT", path: "/workflows", field: "workflows.0.request" },
    { call: "PUT state", method: "PUT", path: "/state", field: "workflows.0.request" },
  ])("422 for more, by $call", async ({ method, path, field }) => {
    const world = await newWorld();
    const reply = await world.control(method, path, { workflows: [workflow(schemaOf(65_537))] });
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    const message = "Expected a schema of at most 65536 bytes as JSON";
    expect(reply.json).toMatchObject({ fields: { [field]: [{ code: "INVALID", message }] } });
  });
});

describe("a hostile request schema", () => {
  it("500 with the reason, while other requests are answered", async () => {
    const world = await newWorld();
    const [{ schema, body } = { schema: {}, body: {} }] = hostileSchemas;
    await putWorkflow(world, schema);
    const order: string[] = [];
    const note = async (name: string, reply: ReturnType<World["api"]>) => {
      const { status, headers } = await reply;
      order.push(`${name} ${status}`);
      return headers.get("x-sandbox-reason");
    };
    const [reason] = await Promise.all([
      note("workflow", world.api("POST", "/v1/workflows/check", { body })),
      note("leads", world.api("GET", "/v1/leads")),
    ]);
    expect(order).toEqual(["leads 200", "workflow 500"]);
    expect(reason).toMatch(/^The request schema of this workflow is too costly: /);
  });

  it("costs nothing for a key without the permission", async () => {
    const world = await newWorld();
    const [{ schema, body } = { schema: {}, body: {} }] = hostileSchemas;
    await putWorkflow(world, schema);
    const other = { permissions: ["leads:read"], roleType: "Partner", environment: "sandbox" };
    const made = await world.control("POST", "/api-keys", { firmId: ids.partnerFirm, ...other });
    const key = text(made, "data.key");
    expect((await world.api("POST", "/v1/workflows/check", { key, body })).status).toBe(403);
  });

  it("does not outlive the world of its request", async () => {
    const world = await newWorld();
    const [{ schema, body } = { schema: {}, body: {} }] = hostileSchemas;
    await putWorkflow(world, schema);
    // Each takes half a second, and the reset waits for one second.
    const waiting = [1, 2, 3, 4].map(() => world.api("POST", "/v1/workflows/check", { body }));
    const [ended, reset] = await Promise.all([
      Promise.allSettled(waiting),
      world.control("POST", "/reset", {}),
    ]);
    expect(`${reset.status} ${reset.text}`).toMatch(/^200 /);
    const last = ended.at(-1);
    expect(last?.status === "rejected" && String(last.reason)).toContain("The workspace went on");
  });

  it("validates by the workflow that was there when the request arrived", async () => {
    const world = await newWorld();
    await putWorkflow(world, { required: ["a"] });
    const before = world.api("POST", "/v1/workflows/check", { body: {} });
    await putWorkflow(world, {});
    const after = world.api("POST", "/v1/workflows/check", { body: {} });
    expect((await after).status).toBe(200);
    expect([200, 422]).toContain((await before).status);
  });
});
