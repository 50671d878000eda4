import { describe, expect, it } from "vitest";

import { at, text } from "../../../support/reply.ts";
import { ids, newWorld } from "../../../support/world.ts";

const request = { method: "GET", path: "/v1/leads" };

describe("POST explain of an invalid request", () => {
  it.each([
    ["no method", "method: This field is required", { method: undefined }],
    ["no path", "path: This field is required", { path: undefined }],
    ["an unknown key", "url: Unknown. Allowed: method, path", { url: "/v1/leads" }],
    ["a method of two words", "method: Invalid", { method: "GET IT" }],
    ["CONNECT, which asks for no answer", "CONNECT", { method: "CONNECT" }],
    ["TRACE in lower case", "TRACE", { method: "trace" }],
    ["a path without a slash", "path: Invalid", { path: "v1/leads" }],
    ["a path with a space", "path: Invalid", { path: "/v1/ leads" }],
    ["a path with a letter that is sent encoded", "path: Invalid", { path: "/v1/é" }],
    ["headers in a list", "headers: Invalid input: expected record", { headers: ["x: y"] }],
    ["a header's name with a space", '"x y"', { headers: { "x y": "1" } }],
    ["a header of two lines", '"x"', { headers: { x: "1\r\ny: 2" } }],
    ["a header beyond Latin-1", '"x"', { headers: { x: "楓" } }],
    ["a host with a path", '"a/b"', { headers: { host: "a/b" } }],
    ["a host with a backslash", '"a\\\\b"', { headers: { host: "a\\b" } }],
    ["half an address for a host", "http://[::1/", { headers: { host: "[::1" } }],
    ["no port where one should be", "http://a:b/", { headers: { host: "a:b" } }],
    ["a call of this API", "/_sandbox/health", { path: "/_sandbox/health" }],
    ["a call of this API in disguise", "/v1/../_sandbox/reset", { path: "/v1/../_sandbox/reset" }],
    ["a probe", "/livez", { path: "/livez" }],
  ])("422 for %s, with its field", async (_name, says, change) => {
    const world = await newWorld();
    const reply = await world.control("POST", "/explain", { ...request, ...change });
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    expect(text(reply, "message")).toContain(says);
  });

  it("422 for a missing body, with its field", async () => {
    const reply = await (await newWorld()).control("POST", "/explain");
    expect(`${reply.status} ${text(reply, "message")}`).toMatch(/^422 .*body: .* required/);
  });

  it("404 for the unknown id of a key", async () => {
    const world = await newWorld();
    const reply = await world.control("POST", "/explain", { ...request, apiKeyId: "Nothing1" });
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain("Nothing1");
  });

  it.each([
    { letters: "its own letters", write: (key: string) => key },
    { letters: "capital letters", write: (key: string) => key.toUpperCase() },
    { letters: "spaces around it", write: (key: string) => ` ${key} ` },
  ])("422 for a key of another workspace, which is not named, in $letters", async ({ write }) => {
    const world = await newWorld();
    const made = await world.server("POST", "/workspaces", { id: "neighbour" });
    const key = write(text(made, "data.firms.0.apiKeys.0.key"));
    const reply = await world.control("POST", "/explain", {
      ...request,
      headers: { "X-API-Key": key },
    });
    expect(reply.status).toBe(422);
    expect(text(reply, "hint")).toContain("/_sandbox/workspaces/{id}/explain");
    expect(reply.text).not.toContain("neighbour");
    const there = await world.server("POST", "/workspaces/neighbour/explain", {
      ...request,
      headers: { "X-API-Key": key },
    });
    expect(at(there, "data.status")).toBe(200);
  });

  it("404 when the workspace is dropped meanwhile, or 200 from before", async () => {
    const world = await newWorld();
    const body = { ...request, method: "POST", path: `/v1/firms/${ids.partnerFirm}/leads` };
    const explains = Array.from({ length: 10 }, () =>
      world.control("POST", "/explain", { ...body, body: {}, apiKeyId: world.keyIds.partner }),
    );
    const dropped = world.server("DELETE", `/workspaces/${world.id}`);
    const replies = await Promise.all(explains);
    await dropped;
    const expected = replies.map((reply) => at(reply, "data.status") ?? reply.status);
    expect(expected.filter((status) => status !== 422 && status !== 404)).toEqual([]);
  });
});

describe("POST explain of a request with two keys", () => {
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
