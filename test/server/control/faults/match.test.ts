import { describe, expect, it } from "vitest";

import type { Call, World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { planFault, standings } from "./planned-faults.ts";

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly call?: Call;
}

const create: Sent = {
  method: "POST",
  path: `/v1/firms/${ids.partnerFirm}/leads`,
  call: { body: { email: "pia@example.com", firstName: "Pia", lastName: "Person" } },
};
const read: Sent = { method: "GET", path: `/v1/leads/${ids.activeLead}` };
const list: Sent = { method: "GET", path: "/leads?limit=1" };

const listV1 = get("/v1/leads?limit=1");

function get(path: string): Sent {
  return { method: "GET", path };
}

function send(world: World, { method, path, call }: Sent) {
  return world.api(method, path, call);
}

describe("a planned fault", () => {
  it.each<readonly [name: string, match: unknown, meets: Sent, passes: Sent]>([
    ["the method", { method: "POST" }, create, read],
    ["the method in lower case", { method: "post" }, create, read],
    ["an exact path", { path: read.path }, read, list],
    ["a path without the version", { path: `/leads/${ids.activeLead}` }, read, list],
    ["a path with the version, for such requests alone", { path: "/v1/leads" }, listV1, list],
    ["a segment by *", { path: "/leads/*" }, read, list],
    ["a segment by its name", { path: "/firms/{firmId}/leads" }, create, read],
    ["a part of the path by **", { path: "/firms/**" }, create, read],
    ["the end of a path by **", { path: "**/leads" }, list, read],
    ["an operation", { operationId: "get-lead" }, read, create],
    ["an operation, without the version too", { operationId: "get-leads" }, list, read],
    [
      "the method, not the path alone",
      { method: "GET", path: "/leads" },
      list,
      { ...list, method: "POST" },
    ],
    [
      "the operation, not the path alone",
      { path: "/*/*", operationId: "get-lead" },
      read,
      get("/v1/plans/PlanHP01"),
    ],
    [
      "a path without an operation",
      { path: "/nowhere/*" },
      get("/v1/nowhere/at-all"),
      get("/v1/nowhere"),
    ],
    [
      "an encoded path, as the journal shows it",
      { path: "/leads/%41%2F%0A" },
      get("/v1/leads/%41%2F%0A"),
      get("/v1/leads/A"),
    ],
  ])("matches by %s and ignores other requests", async (_name, match, meets, passes) => {
    const world = await newWorld();
    await planFault(world, { match, then: { status: 599 } });
    expect((await send(world, passes)).status).not.toBe(599);
    expect(await standings(world)).toEqual(["active 0"]);
    expect((await send(world, meets)).status).toBe(599);
    expect(await standings(world)).toEqual(["active 1"]);
  });

  it("matches by the API key, and not by another key of the workspace", async () => {
    const world = await newWorld();
    const match = { apiKeyId: world.keyIds.realtor };
    await planFault(world, { match, then: { status: 599 } });
    const realtor: Call = { key: world.keys.realtor, surface: "realtor" };
    expect((await world.api("GET", "/v1/leads", realtor)).status).toBe(599);
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
    expect((await world.api("GET", "/v1/leads", { key: null })).status).toBe(401);
  });

  it("matches a key in capitals, and a revoked one", async () => {
    const world = await newWorld();
    const match = { apiKeyId: world.keyIds.partner };
    await planFault(world, { match, then: { status: 599 } });
    const key = world.keys.partner.toUpperCase();
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(599);
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    expect((await world.api("GET", "/v1/leads")).status).toBe(599);
  });

  it.each([
    { name: "a read", sent: read },
    { name: "a create", sent: create },
    { name: "a path that does not exist", sent: { method: "GET", path: "/nowhere" } },
    { name: "an unknown method", sent: { method: "PUT", path: "/v1/leads" } },
    { name: "a body that is not JSON", sent: { ...create, call: { rawBody: "{" } } },
  ])("without a match pattern matches $name", async ({ sent }) => {
    const world = await newWorld();
    await planFault(world, { then: { status: 599 } });
    expect((await send(world, sent)).status).toBe(599);
  });

  it("matches HEAD by HEAD and by its operation, and not by GET", async () => {
    const world = await newWorld();
    await planFault(world, { match: { method: "GET" }, then: { status: 598 } });
    expect((await world.api("HEAD", "/v1/leads")).status).toBe(200);
    await planFault(world, { match: { operationId: "get-leads" }, then: { status: 599 } });
    expect((await world.api("HEAD", "/v1/leads")).status).toBe(599);
    await world.control("DELETE", "/faults");
    await planFault(world, { match: { method: "head" }, then: { status: 597 } });
    expect((await world.api("HEAD", "/v1/leads")).status).toBe(597);
  });

  it("does not match a call of the control API", async () => {
    const world = await newWorld();
    await planFault(world, { then: { status: 599 } });
    await planFault(world, { match: { path: "**" }, then: { kind: "reset" } });
    expect((await world.control("GET", "/leads")).status).toBe(200);
    expect((await world.api("GET", "/_sandbox/health", { key: null })).status).toBe(200);
    expect((await world.api("GET", "/readyz", { key: null })).text).toBe("ok");
    expect(await standings(world)).toEqual(["active 0", "active 0"]);
  });
});

describe("a fault of one workspace", () => {
  it("does not match the requests of another", async () => {
    const world = await newWorld();
    await world.server("POST", "/workspaces", { id: "other" });
    const path = "/workspaces/other/faults";
    await world.server("POST", path, { then: { status: 599 } });
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
    const match = { path: "/leads" };
    await planFault(world, { match, then: { status: 598 } });
    expect((await world.api("GET", "/v1/leads")).status).toBe(598);
  });

  it("does not match a request without a valid key, which belongs to default", async () => {
    const world = await newWorld();
    await planFault(world, { then: { status: 599 } });
    expect((await world.api("GET", "/v1/leads", { key: null })).status).toBe(401);
    const unknown = "99999999-9999-4999-8999-999999999999";
    expect((await world.api("GET", "/v1/leads", { key: unknown })).status).toBe(401);
  });
});

describe("a fault of the default workspace", () => {
  it.each([
    { name: "no key", key: null },
    { name: "an invalid key", key: "x" },
    { name: "an unknown key", key: "99999999-9999-4999-8999-999999999999" },
  ])("matches a request with $name, before its 401", async ({ key }) => {
    const world = await newWorld();
    const planned = await world.server("POST", "/faults", {
      match: { path: "/leads/only-here" },
      then: { status: 599 },
      times: 1,
    });
    expect(planned.status).toBe(201);
    expect((await world.api("GET", "/leads/only-here", { key })).status).toBe(599);
    expect((await world.api("GET", "/leads/only-here", { key })).status).toBe(401);
  });
});
