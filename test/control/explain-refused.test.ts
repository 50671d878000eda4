import { describe, expect, it } from "vitest";

import { at, text } from "../support/reply.ts";
import { ids, newWorld } from "../support/world.ts";

const request = { method: "GET", path: "/v1/leads" };

describe("POST explain of what is no request", () => {
  it.each([
    { name: "no body", body: undefined },
    { name: "no method", body: { path: "/v1/leads" } },
    { name: "no path", body: { method: "GET" } },
    { name: "an unknown key", body: { ...request, url: "/v1/leads" } },
    { name: "an empty method", body: { ...request, method: "" } },
    { name: "a method of two words", body: { ...request, method: "GET IT" } },
    { name: "a method with a sign", body: { ...request, method: "GET/1" } },
    { name: "a method of 17 letters", body: { ...request, method: "G".repeat(17) } },
    { name: "a method that is no text", body: { ...request, method: 1 } },
    { name: "CONNECT, which asks for no answer", body: { ...request, method: "CONNECT" } },
    { name: "TRACE in small letters", body: { ...request, method: "trace" } },
    { name: "an empty path", body: { ...request, path: "" } },
    { name: "a path without a slash", body: { ...request, path: "v1/leads" } },
    { name: "a whole URL for a path", body: { ...request, path: "http://x/v1/leads" } },
    { name: "a path with a space", body: { ...request, path: "/v1/ leads" } },
    { name: "a path with a letter that is sent encoded", body: { ...request, path: "/v1/é" } },
    { name: "a path with a line break", body: { ...request, path: "/v1\r\nx: y" } },
    { name: "headers in a list", body: { ...request, headers: ["x: y"] } },
    { name: "a header that is no text", body: { ...request, headers: { x: 1 } } },
    { name: "a header's name with a space", body: { ...request, headers: { "x y": "1" } } },
    { name: "a header without a name", body: { ...request, headers: { "": "1" } } },
    { name: "a header of two lines", body: { ...request, headers: { x: "1\r\ny: 2" } } },
    { name: "a header beyond Latin-1", body: { ...request, headers: { x: "楓" } } },
    { name: "a host with a path", body: { ...request, headers: { host: "a/b" } } },
    { name: "a host with a query", body: { ...request, headers: { host: "a?b" } } },
    { name: "a host with a fragment", body: { ...request, headers: { host: "a#b" } } },
    { name: "a host with a backslash", body: { ...request, headers: { host: "a\\b" } } },
    { name: "a host with a name in front", body: { ...request, headers: { host: "me@a" } } },
    { name: "a host with a space", body: { ...request, headers: { host: "a b" } } },
    { name: "half an address for a host", body: { ...request, headers: { host: "[::1" } } },
    { name: "no port where one should be", body: { ...request, headers: { host: "a:b" } } },
    { name: "a call of this API", body: { ...request, path: "/_sandbox/health" } },
    {
      name: "a call of this API in anonymizer",
      body: { ...request, path: "/v1/../_sandbox/reset" },
    },
    { name: "a probe", body: { ...request, path: "/livez" } },
  ])("422 for $name, saying so", async ({ body }) => {
    const world = await newWorld();
    const reply = await world.control("POST", "/explain", body);
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    expect(text(reply, "message").length).toBeGreaterThan(10);
  });

  it("404 for the id of a key that the workspace does not have", async () => {
    const world = await newWorld();
    const reply = await world.control("POST", "/explain", { ...request, apiKeyId: "Nothing1" });
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain("Nothing1");
  });

  it.each([
    { letters: "its own letters", write: (key: string) => key },
    { letters: "capital letters", write: (key: string) => key.toUpperCase() },
    { letters: "spaces around it", write: (key: string) => ` ${key} ` },
  ])("422 for a key of another workspace, saying whose, in $letters", async ({ write }) => {
    const world = await newWorld();
    const made = await world.server("POST", "/workspaces", { id: "neighbour" });
    const key = write(text(made, "data.firms.0.apiKeys.0.key"));
    const reply = await world.control("POST", "/explain", {
      ...request,
      headers: { "X-API-Key": key },
    });
    expect(reply.status).toBe(422);
    expect(text(reply, "message")).toContain("neighbour");
    expect(text(reply, "hint")).toContain("/_sandbox/workspaces/neighbour/explain");
    const there = await world.server("POST", "/workspaces/neighbour/explain", {
      ...request,
      headers: { "X-API-Key": key },
    });
    expect(at(there, "data.status")).toBe(200);
  });

  it("404 when the workspace is dropped meanwhile, or 200 with what was answered before", async () => {
    const world = await newWorld();
    const body = { ...request, method: "POST", path: `/v1/firms/${ids.partnerFirm}/leads` };
    const explains = Array.from({ length: 10 }, () =>
      world.control("POST", "/explain", { ...body, body: {}, apiKeyId: world.keyIds.partner }),
    );
    const dropped = world.server("DELETE", `/workspaces/${world.id}`);
    const replies = await Promise.all(explains);
    await dropped;
    const told = replies.map((reply) => at(reply, "data.status") ?? reply.status);
    expect(told.filter((status) => status !== 422 && status !== 404)).toEqual([]);
  });
});

describe("POST explain of a request with a key twice", () => {
  it("200 with the key that apiKeyId names", async () => {
    const world = await newWorld();
    const reply = await world.control("POST", "/explain", {
      ...request,
      headers: { "x-api-key": "nonsense" },
      apiKeyId: world.keyIds.partner,
    });
    expect(at(reply, "data")).toMatchObject({ status: 200, apiKeyId: world.keyIds.partner });
  });
});

describe("POST explain of a request with a Host", () => {
  it.each([
    { host: "partner.localhost", surface: "partner-sandbox" },
    { host: "partner-production.localhost:4610", surface: "partner-production" },
    { host: "REALTOR.localhost", surface: "realtor-sandbox" },
    { host: "api.realtor.example.com", surface: "realtor-production" },
    { host: "api.partner.dit.example.com", surface: "partner-sandbox" },
    { host: "anything.example", surface: "partner-sandbox" },
    { host: "[::1]:80", surface: "partner-sandbox" },
    { host: undefined, surface: "partner-sandbox" },
  ])("200 on the surface $surface for $host (1.3)", async ({ host, surface }) => {
    const world = await newWorld();
    const headers = host === undefined ? {} : { Host: host };
    const reply = await world.control("POST", "/explain", { ...request, headers });
    expect(at(reply, "data.surface")).toBe(surface);
  });
});
