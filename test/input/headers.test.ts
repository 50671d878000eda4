import { describe, expect, it } from "vitest";

import type { Sent } from "./wire.ts";
import { converse, fixtureKey, leadBody, leadsPath, newServer, unrefused } from "./wire.ts";

type Row = Sent & { readonly name: string };

const otherKey = "33333333-3333-4333-8333-333333333333";

const badKeys: readonly Row[] = [
  { name: "two keys", headers: { "x-api-key": [fixtureKey, otherKey] } },
  { name: "the same key twice", headers: { "x-api-key": [fixtureKey, fixtureKey] } },
  { name: "an empty key", headers: { "x-api-key": "" } },
  { name: "a key in braces", headers: { "x-api-key": `{${fixtureKey}}` } },
  { name: "a key with a word in front", headers: { "x-api-key": `Bearer ${fixtureKey}` } },
  { name: "__proto__ as key", headers: { "x-api-key": "__proto__" } },
  { name: "a key of 8 KB", headers: { "x-api-key": "1".repeat(8_000) } },
  { name: "a key that is not ASCII", headers: { "x-api-key": "ÿ".repeat(36) } },
];

describe("a request with unusual headers", () => {
  it("401 and no effect for a bad key (5.6)", async () => {
    expect(await unrefused(badKeys, 401, { body: leadBody() })).toEqual([]);
  });

  it.each([
    { name: "200 headers", headers: manyHeaders(200) },
    { name: "a header of 8 KB", headers: { "x-padding": "a".repeat(8_000) } },
    { name: "__proto__ as header", headers: Object.fromEntries([["__proto__", "1"]]) },
    { name: "an unsupported upgrade", headers: { upgrade: "websocket" } },
    { name: "a method override", headers: { "x-http-method-override": "DELETE" } },
    { name: "a foreign Origin", headers: { origin: "https://evil.example" } },
    { name: "an unknown coding", headers: { "accept-encoding": "nonsense" } },
    { name: "an unknown type", headers: { accept: "application/xml" } },
    { name: "an unknown host", headers: { host: "evil.example" } },
    { name: "a host in capitals with a port", headers: { host: "PARTNER.LOCALHOST:1" } },
  ])("200 for $name (5.1)", async ({ headers }) => {
    const server = await newServer();
    const reply = await server.send({ headers });
    expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
  });

  const badHosts = [
    "a b",
    ":::",
    "user@partner.localhost",
    "partner.localhost/path",
    "partner.localhost:99999",
    "[::1",
    "a?b#c",
  ].map((host) => ({ name: host, headers: { host } }));

  it("400 in the envelope and no effect for an invalid Host (7)", async () => {
    expect(await unrefused(badHosts, 400, { body: leadBody() })).toEqual([]);
  });
});

describe("bytes that are not a request", () => {
  it.each([
    { name: "text", bytes: "hello\r\n\r\n", status: 400 },
    {
      name: "a target without a slash",
      bytes: "GET v1/leads HTTP/1.1\r\nHost: a\r\n\r\n",
      status: 400,
    },
    {
      name: "an empty Host",
      bytes: "GET /v1/leads HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n",
      status: 400,
    },
    { name: "no Host", bytes: "GET /v1/leads HTTP/1.1\r\nConnection: close\r\n\r\n", status: 400 },
    { name: "a flood of headers", bytes: post("X-A: 1\r\n".repeat(3_000), ""), status: 431 },
    { name: "a header of 20 KB", bytes: post(`X-A: ${"a".repeat(20_000)}`, ""), status: 431 },
    {
      name: "a target of 20 KB",
      bytes: `GET /${"a".repeat(20_000)} HTTP/1.1\r\n\r\n`,
      status: 431,
    },
    {
      name: "two lengths",
      bytes: post("Content-Length: 2\r\nContent-Length: 3", "{}"),
      status: 400,
    },
    { name: "a negative length", bytes: post("Content-Length: -1", "{}"), status: 400 },
    {
      name: "a length and pieces",
      bytes: post("Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
      status: 400,
    },
    {
      name: "pieces without their sizes",
      bytes: post("Transfer-Encoding: chunked", `${leadBody()}\r\n\r\n`),
      status: 400,
    },
    {
      name: "an expectation",
      bytes: post("Expect: nonsense\r\nContent-Length: 0", ""),
      status: 417,
    },
  ])("$status, no effect, and the next request is served, for $name", async ({ bytes, status }) => {
    const server = await newServer();
    const before = await server.effects();
    expect(await converse(server.port, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(await server.effects()).toBe(before);
    expect((await server.send({ body: leadBody() })).status).toBe(201);
  });
});

describe("HTTP/1.0 without Host", () => {
  it.each([
    { path: "/readyz", status: 200 },
    { path: "/livez", status: 200 },
    { path: "/v1/leads", status: 401 },
  ])("$status for GET $path, the plain check of a load balancer", async ({ path, status }) => {
    const server = await newServer();
    const answer = await converse(server.port, `GET ${path} HTTP/1.0\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it("400 for an invalid Host", async () => {
    const server = await newServer();
    const answer = await converse(server.port, "GET /readyz HTTP/1.0\r\nHost: a b\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

function manyHeaders(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "1"]));
}

function post(headers: string, body: string): string {
  return (
    `POST ${leadsPath} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${fixtureKey}\r\n` +
    `Content-Type: application/json\r\nConnection: close\r\n${headers}\r\n\r\n${body}`
  );
}
