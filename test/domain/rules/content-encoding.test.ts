import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { person } from "../../support/post-lead.ts";
import { assumedRulesOf, at } from "../../support/reply.ts";
import type { Reply } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";

const rule = "http.content-encoding";
const plain = JSON.stringify(person);

function post(world: World, coding: string, body: string | Buffer = plain): Promise<Reply> {
  return world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, {
    rawBody: typeof body === "string" ? body : new Uint8Array(body),
    headers: { "content-encoding": coding },
  });
}

function decoding(assumptions = {}): Promise<World> {
  return newWorld({ assumptions: { [rule]: "decoded", ...assumptions } });
}

describe("http.content-encoding", () => {
  it.each([
    { coding: "gzip", body: gzipSync(plain) },
    { coding: "br", body: plain },
    { coding: "GZIP", body: gzipSync(plain) },
    { coding: "zstd", body: plain },
    { coding: "identity, deflate", body: deflateSync(plain) },
  ])(
    "http.content-encoding: 415 that names the coding for $coding (7)",
    async ({ coding, body }) => {
      const world = await newWorld();
      const reply = await post(world, coding, body);
      expectStatus(reply, 415);
      const named = coding.toLowerCase().replace("identity, ", "");
      expect(reply.json).toEqual({ message: `Unsupported content encoding: ${named}` });
      expect(reply.headers.get("accept-encoding")).toBe("identity");
      expect(reply.headers.get("x-sandbox-reason") ?? named).toContain(named);
      expect(assumedRulesOf(reply)).toContain(rule);
    },
  );

  it.each([
    { coding: "gzip", body: gzipSync(plain) },
    { coding: "X-GZip", body: gzipSync(plain) },
    { coding: "deflate", body: deflateSync(plain) },
    { coding: "deflate", body: deflateRawSync(plain) },
    { coding: "br", body: brotliCompressSync(plain) },
    { coding: "gzip, br", body: brotliCompressSync(gzipSync(plain)) },
    { coding: "identity,gzip", body: gzipSync(plain) },
    {
      coding: "gzip",
      body: Buffer.concat([gzipSync(plain.slice(0, 9)), gzipSync(plain.slice(9))]),
    },
  ])("http.content-encoding [decoded]: 201 for a body in $coding (7)", async ({ coding, body }) => {
    const reply = await post(await decoding(), coding, body);
    expectStatus(reply, 201);
    expect(at(reply, "data.email")).toBe(person.email);
    expect(assumedRulesOf(reply)).toContain(rule);
  });

  it.each([
    { name: "a plain body", coding: "br", body: Buffer.from(plain) },
    { name: "a body of another coding", coding: "gzip", body: brotliCompressSync(plain) },
    { name: "a body that is cut off", coding: "gzip", body: gzipSync(plain).subarray(0, 30) },
    {
      name: "the codings in the wrong order",
      coding: "br, gzip",
      body: brotliCompressSync(gzipSync(plain)),
    },
  ])(
    "http.content-encoding [decoded]: 422 INVALID on body for $name (7)",
    async ({ coding, body }) => {
      const reply = await post(await decoding(), coding, body);
      expectStatus(reply, 422);
      expect(at(reply, "fields.body.0.code")).toBe("INVALID");
      expect(assumedRulesOf(reply)).toContain(rule);
    },
  );

  it("http.content-encoding [decoded]: 400 for one that does not decode, as chosen for malformed bodies (7)", async () => {
    const reply = await post(await decoding({ "http.body.malformed": "400" }), "gzip");
    expectStatus(reply, 400);
    expect(reply.json).toEqual({ message: "Bad request" });
  });

  it.each([
    { coding: "zstd" },
    { coding: "gzip, compress" },
    { coding: "gzip, gzip, gzip, gzip, gzip" },
    { coding: "n".repeat(5_000) },
  ])("http.content-encoding [decoded]: 415 for an unknown coding (7)", async ({ coding }) => {
    const reply = await post(await decoding(), coding);
    expectStatus(reply, 415);
    expect(reply.text.length).toBeLessThan(200);
    expect(reply.headers.get("accept-encoding")).toBe("gzip, deflate, br");
  });

  it("http.content-encoding [decoded]: 413 for a body that decodes to more than the limit (8)", async () => {
    const world = await decoding();
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, " "));
    expectStatus(await post(world, "gzip", bomb), 413);
    expectStatus(await post(world, "gzip, br", brotliCompressSync(bomb)), 413);
    const long = JSON.stringify({ ...person, clientData: { notes: "n".repeat(1_048_576) } });
    const refused = await post(world, "br", brotliCompressSync(long));
    expectStatus(refused, 413);
    expect(assumedRulesOf(refused)).toContain("http.body.too-large");
  });
});

describe("a body without a content coding (uncited)", () => {
  it.each([{ coding: "identity" }, { coding: "" }, { coding: " , Identity" }])(
    "is what it was before: '$coding'",
    async ({ coding }) => {
      const reply = await post(await newWorld(), coding);
      expectStatus(reply, 201);
      expect(assumedRulesOf(reply)).not.toContain(rule);
    },
  );

  it("is not refused for the coding of nothing", async () => {
    const world = await newWorld();
    const headers = { "content-encoding": "gzip" };
    expectStatus(await world.api("GET", "/v1/leads", { headers }), 200);
    expectStatus(await world.api("DELETE", `/v1/leads/${ids.activeLead}`, { headers }), 200);
    const empty = await post(world, "gzip", "");
    expectStatus(empty, 422);
    expect(assumedRulesOf(empty)).not.toContain(rule);
  });

  it("is refused after the key and the parent", async () => {
    const world = await newWorld();
    const call = { rawBody: "{}", headers: { "content-encoding": "gzip" } };
    const unknown = await world.api("POST", "/v1/firms/n0Such00/leads", call);
    const keyless = await world.api("POST", "/v1/leads", { ...call, key: null });
    expect([unknown.status, keyless.status]).toEqual([404, 401]);
  });
});
