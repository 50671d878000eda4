import { describe, expect, it } from "vitest";

import { at } from "../support/reply.ts";
import type { Sent } from "./wire.ts";
import { converse, fixtureKey, leadBody, newServer, unrefused } from "./wire.ts";

type Row = Sent & { readonly name: string };

const long = "a".repeat(8_000);

const unknownPaths: readonly Row[] = [
  { name: "a broken escape", path: "/v1/leads/%zz" },
  { name: "half an escape", path: "/v1/leads/%4" },
  { name: "a stray percent sign", path: "/v1/leads/%" },
  { name: "a NUL", path: "/v1/leads/%00" },
  { name: "a NUL behind an id", path: "/v1/leads/LeadHPa1%00" },
  { name: "a line break", path: "/v1/leads/LeadHPa1%0d%0ax-injected:%201" },
  { name: "overlong UTF-8", path: "/v1/leads/%c0%af" },
  { name: "UTF-8 cut short", path: "/v1/leads/%e2%82" },
  { name: "an encoded slash", path: "/v1/leads%2fLeadHPa1" },
  { name: "an encoded slash in an id", path: "/v1/leads/x%2fLeadHPa1" },
  { name: "a plus sign in an id", path: "/v1/leads/Lead+HPa1" },
  { name: "a space in an id", path: "/v1/leads/%20LeadHPa1" },
  { name: "an id in another case", path: "/v1/leads/leadhpa1" },
  { name: "an SQL quote", path: "/v1/leads/'%20or%201=1--" },
  { name: "__proto__ as id", path: "/v1/leads/__proto__" },
  { name: "constructor as resource", path: "/v1/constructor" },
  { name: "toString as workflow", path: "/v1/workflows/toString" },
  { name: "an empty segment", path: "/v1//leads" },
  { name: "an empty segment in front", path: "//v1/leads" },
  { name: "a slash at the end", path: "/v1/leads/" },
  { name: "an empty id", path: "/v1/firms//leads" },
  { name: "the version twice", path: "/v1/v1/leads" },
  { name: "another version", path: "/v2/leads" },
  { name: "a path that only begins like the control plane", path: "/_sandboxes/leads" },
  { name: "an id of 8 KB", path: `/v1/leads/${long}` },
  { name: "an unknown path of 8 KB", path: `/${long}` },
  { name: "4 000 segments", path: "/a".repeat(4_000) },
  { name: "the root", path: "/" },
  { name: "the version alone", path: "/v1" },
];

const oddMethods: readonly Row[] = [
  { name: "OPTIONS", method: "OPTIONS" },
  { name: "TRACE", method: "TRACE" },
  { name: "PROPFIND", method: "PROPFIND" },
  { name: "PUT", method: "PUT", body: leadBody() },
  { name: "DELETE", method: "DELETE" },
  { name: "DELETE with a body", method: "DELETE", body: "{}" },
  { name: "QUERY", method: "QUERY" },
  { name: "M-SEARCH", method: "M-SEARCH" },
];

describe("a request for an unknown path", () => {
  it("404 and no effect for a GET (7)", async () => {
    expect(await unrefused(unknownPaths, 404)).toEqual([]);
  });

  it("404 and no effect for a POST (7)", async () => {
    expect(await unrefused(unknownPaths, 404, { body: leadBody() })).toEqual([]);
  });
});

describe("a request with an unusual method", () => {
  it("404 and no effect on a firm's Leads (7)", async () => {
    expect(await unrefused(oddMethods, 404)).toEqual([]);
  });

  it("200 without a body for HEAD (4.2)", async () => {
    const server = await newServer();
    const received = await converse(server.port, lines("HEAD /v1/leads HTTP/1.1"));
    expect(received).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n$/);
  });

  it("closes only the connection for CONNECT", async () => {
    const server = await newServer();
    const before = await server.effects();
    expect(await converse(server.port, lines("CONNECT /v1/leads HTTP/1.1"))).toBe("");
    expect(await server.effects()).toBe(before);
  });
});

describe("an unusual request target", () => {
  it.each([
    { name: "the asterisk form", line: "OPTIONS * HTTP/1.1" },
    { name: "a target that is not a URL", line: "GET http://[/v1/leads HTTP/1.1" },
    { name: "a backslash", line: "GET /v1\\leads HTTP/1.1" },
    { name: "another scheme", line: "GET ftp://partner.localhost/v1/leads HTTP/1.1" },
  ])("4xx in the envelope for $name (7)", async ({ line }) => {
    const server = await newServer();
    const received = await converse(server.port, lines(line));
    expect(received).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(received).toContain('{"message":');
  });

  it("200 for the absolute form, whose host selects the surface (1.3)", async () => {
    const server = await newServer();
    const target = "GET http://api.partner.dit.example/v1/leads HTTP/1.1";
    expect(await converse(server.port, lines(target))).toMatch(/^HTTP\/1\.1 200 /);
    const production = "GET http://partner-production.localhost/v1/leads HTTP/1.1";
    expect(await converse(server.port, lines(production))).toMatch(/^HTTP\/1\.1 401 /);
  });

  it.each(["/v1/firms/../leads", "/v1/firms/%2e%2e/leads", "/v1/./leads", "/v1/%2E/leads"])(
    "200 for %s, which a URL parser resolves to /v1/leads (4.2)",
    async (path) => {
      const server = await newServer();
      const reply = await server.send({ path });
      expect(reply.status).toBe(200);
      expect(at(reply, "meta.total")).toBe(3);
    },
  );

  it.each(["/v1/../_sandbox/reset", "/v1/%2e%2e/_sandbox/reset", "/_sandbox/x/../reset"])(
    "403 for POST %s of a foreign origin: dot segments reach no unguarded control plane",
    async (path) => {
      const server = await newServer();
      await server.send({ body: leadBody() });
      const before = await server.effects();
      const reply = await server.send({
        method: "POST",
        path,
        headers: { origin: "https://evil.example" },
      });
      expect(reply.status).toBe(403);
      expect(await server.effects()).toBe(before);
    },
  );
});

describe("a request whose URL has an invalid host or credentials", () => {
  const planes = ["/v1/leads", "/_sandbox/leads"];

  it.each([
    "1.2.3.4.5",
    "256.256.256.256",
    "0x100000000",
    "a.1.2.3.4.5:80",
    "localhost:65536",
    "aaaaa@1",
  ])("400 in the envelope for Host: %s on both planes (7)", async (host) => {
    const { port } = await newServer();
    for (const path of planes) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const received = await converse(port, lines(`GET ${path} HTTP/1.1`, host));
      expect(received).toMatch(/^HTTP\/1\.1 400 [^]*\{"message":"Bad request"\}/);
    }
  });

  it.each(["u", "u:p", ":p"])(
    "400 in the envelope for the credentials %s in the target on both planes (7)",
    async (credentials) => {
      const { port } = await newServer();
      for (const path of planes) {
        const target = `http://${credentials}@localhost${path}`;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const received = await converse(port, lines(`GET ${target} HTTP/1.1`));
        expect(received).toMatch(/^HTTP\/1\.1 400 [^]*\{"message":"Bad request"\}/);
      }
    },
  );

  it("200 for an @ in the path or the query", async () => {
    const { port } = await newServer();
    const first = "GET /v1/leads?x=u:p@localhost HTTP/1.1";
    expect(await converse(port, lines(first))).toMatch(/^HTTP\/1\.1 200 /);
  });
});

function lines(first: string, host = "partner.localhost"): string {
  return [first, `Host: ${host}`, `X-API-Key: ${fixtureKey}`, "Connection: close", "", ""].join(
    "\r\n",
  );
}
