import { describe, expect, it } from "vitest";

import { person, postLead } from "../../support/post-lead.ts";
import { assumedRulesOf, at, rulesOf } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import type { Call, World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";

const leadsPath = `/v1/firms/${ids.partnerFirm}/leads`;

describe("requests and answers", () => {
  it("http.json: 201 with a JSON body for a JSON body (1.6)", async () => {
    const reply = await postLead(await newWorld());
    expectStatus(reply, 201);
    expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
    expect(rulesOf(reply)).toContain("http.json");
    expect(assumedRulesOf(reply)).not.toContain("http.json");
  });

  it("http.path.unknown: 404 with a message for an unknown path (7)", async () => {
    const world = await newWorld();
    const reply = await world.api("GET", "/v1/mortgages");
    expectStatus(reply, 404);
    expect(reply.json).toEqual({ message: "Not found" });
    expect(rulesOf(reply)).toContain("http.path.unknown");
    expect(assumedRulesOf(reply)).not.toContain("http.path.unknown");
  });

  it("http.method.unknown: 404 for a method that a known path does not support (7)", async () => {
    const reply = await (await newWorld()).api("PUT", `/v1/leads/${ids.activeLead}`);
    expectStatus(reply, 404);
    expect(assumedRulesOf(reply)).toContain("http.method.unknown");
  });

  it("http.method.unknown [405]: 405 with the methods that the path supports (7)", async () => {
    const world = await newWorld({ assumptions: { "http.method.unknown": "405" } });
    const reply = await world.api("PUT", `/v1/leads/${ids.activeLead}`);
    expectStatus(reply, 405);
    expect(reply.headers.get("allow")?.split(", ").toSorted()).toEqual(["DELETE", "GET", "PATCH"]);
    expect(assumedRulesOf(reply)).toContain("http.method.unknown");
  });
});

const malformed: readonly { readonly name: string; readonly call: Call }[] = [
  { name: "invalid JSON", call: { rawBody: '{"email":' } },
  { name: "an array", call: { rawBody: "[]" } },
  { name: "null", call: { rawBody: "null" } },
  { name: "an empty body", call: { rawBody: "" } },
  {
    name: "another content type",
    call: { rawBody: "{}", headers: { "content-type": "text/plain" } },
  },
];

describe("bodies", () => {
  it.each(malformed)("http.body.malformed: 422 INVALID on body for $name (7)", async ({ call }) => {
    const reply = await (await newWorld()).api("POST", leadsPath, call);
    expectStatus(reply, 422);
    expect(at(reply, "fields.body.0.code")).toBe("INVALID");
    expect(assumedRulesOf(reply)).toContain("http.body.malformed");
  });

  it.each(malformed)(
    "http.body.malformed [400]: 400 with only a message for $name (7)",
    async ({ call }) => {
      const world = await newWorld({ assumptions: { "http.body.malformed": "400" } });
      const reply = await world.api("POST", leadsPath, call);
      expectStatus(reply, 400);
      expect(reply.json).toEqual({ message: "Bad request" });
      expect(assumedRulesOf(reply)).toContain("http.body.malformed");
    },
  );

  it("http.body.too-large: 413 for one byte over 1 MiB, and not for one byte less (8)", async () => {
    const world = await newWorld();
    const refused = await postBytes(world, 1_048_577);
    expectStatus(refused, 413);
    expect(refused.json).toEqual({ message: "Payload too large" });
    expect(assumedRulesOf(refused)).toContain("http.body.too-large");
    const accepted = await postBytes(world, 1_048_576);
    expectStatus(accepted, 201);
    expect(assumedRulesOf(accepted)).toContain("http.body.too-large");
  });

  it("http.body.too-large [100-kib]: 413 for one byte over 100 KiB (8)", async () => {
    const world = await newWorld({ assumptions: { "http.body.too-large": "100-kib" } });
    const refused = await postBytes(world, 102_401);
    expectStatus(refused, 413);
    expect(assumedRulesOf(refused)).toContain("http.body.too-large");
    expect((await postBytes(world, 102_400)).status).toBe(201);
  });

  it("http.body.too-large [10-mib]: 413 for one byte over 10 MiB (8)", async () => {
    const world = await newWorld({ assumptions: { "http.body.too-large": "10-mib" } });
    const refused = await postBytes(world, 10_485_761);
    expectStatus(refused, 413);
    expect(assumedRulesOf(refused)).toContain("http.body.too-large");
    const accepted = await postBytes(world, 10_485_760);
    expectStatus(accepted, 201);
    expect(assumedRulesOf(accepted)).toContain("http.body.too-large");
  });

  it("http.body.depth: 422 INVALID on body beyond 64 levels (8)", async () => {
    const world = await newWorld();
    const refused = await postLevels(world, 65);
    expectStatus(refused, 422);
    expect(at(refused, "fields.body.0.code")).toBe("INVALID");
    expect(assumedRulesOf(refused)).toContain("http.body.depth");
    expect((await postLevels(world, 64)).status).toBe(201);
  });

  it("http.body.depth [512-levels]: 422 INVALID on body beyond 512 levels (8)", async () => {
    const world = await newWorld({ assumptions: { "http.body.depth": "512-levels" } });
    const refused = await postLevels(world, 513);
    expectStatus(refused, 422);
    expect(at(refused, "fields.body.0.code")).toBe("INVALID");
    expect(assumedRulesOf(refused)).toContain("http.body.depth");
    const accepted = await postLevels(world, 512);
    expectStatus(accepted, 201);
    expect(assumedRulesOf(accepted)).toContain("http.body.depth");
  });
});

describe.skipIf(isRemote)("a sandbox that requires HTTPS", () => {
  it("http.https-only: 403 for plain HTTP and 200 behind a proxy that terminates TLS (5.5)", async () => {
    const world = await newWorld({ sandbox: { requireHttps: true } });
    const refused = await world.api("GET", "/v1/leads");
    expectStatus(refused, 403);
    expect(refused.json).toEqual({ message: "Forbidden" });
    expect(assumedRulesOf(refused)).toContain("http.https-only");
    const headers = { "x-forwarded-proto": "https" };
    expect((await world.api("GET", "/v1/leads", { headers })).status).toBe(200);
  });

  it("http.https-only [426]: 426 with Upgrade for plain HTTP (5.5)", async () => {
    const assumptions = { "http.https-only": "426" };
    const world = await newWorld({ sandbox: { requireHttps: true }, assumptions });
    const refused = await world.api("GET", "/v1/leads");
    expectStatus(refused, 426);
    expect(refused.headers.get("upgrade")).toContain("TLS");
    expect(assumedRulesOf(refused)).toContain("http.https-only");
  });
});

const refusedWrites = [
  { name: "a 404", status: 404, method: "POST", path: "/v1/firms/NoSuchFm/leads", body: {} },
  { name: "a 403", status: 403, method: "POST", path: "/v1/leads", body: {} },
  { name: "a 422", status: 422, method: "POST", path: leadsPath, body: { email: "a@b" } },
  {
    name: "a 409 on create",
    status: 409,
    method: "POST",
    path: leadsPath,
    body: { email: "ada.active@example.com", firstName: "Ada", lastName: "Again" },
  },
  {
    name: "a 409 on update",
    status: 409,
    method: "PATCH",
    path: `/v1/leads/${ids.activeLead}`,
    body: { firstName: "Changed", email: "ben.active@example.com" },
  },
];

describe("a request that fails", () => {
  it.each(refusedWrites)(
    "http.atomic: leaves no Lead, no change, no mail and no event for $name (1.5)",
    async ({ status, method, path, body }) => {
      const world = await newWorld();
      const before = await traces(world);
      const reply = await world.api(method, path, { body });
      expectStatus(reply, status);
      expect(await traces(world)).toEqual(before);
    },
  );

  it("http.atomic: leaves nothing when the last check finds a registered email (1.5)", async () => {
    const world = await newWorld({ assumptions: { "lead.in-use": "409" } });
    const before = await traces(world);
    const body = { email: "dario.converted@example.com" };
    expect((await postLead(world, body)).status).toBe(409);
    expect(await traces(world)).toEqual(before);
  });
});

/** The Leads, the mail and the events of a workspace, except for request events. */
async function traces(world: World): Promise<unknown> {
  const leads = at(await world.control("GET", "/leads"), "data");
  const emails = at(await world.control("GET", "/emails"), "data");
  const events = at(await world.control("GET", "/events"), "data");
  if (!Array.isArray(events)) throw new Error("The events are no list.");
  const happened = events.filter((event) => Reflect.get(Object(event), "type") !== "request");
  return { leads, emails, happened };
}

/** Sends a Lead in a body of that many bytes. */
function postBytes(world: World, bytes: number) {
  const notes = "x".repeat(bytes - bodyWithNotes("").length);
  return postLead(world, {}, { rawBody: bodyWithNotes(notes) });
}

function bodyWithNotes(notes: string): string {
  return JSON.stringify({ ...person, clientData: { notes } });
}

/** Sends a Lead in a body with that many levels; `clientData` is the second. */
function postLevels(world: World, levels: number) {
  const nested = "[".repeat(levels - 2) + "]".repeat(levels - 2);
  const start = '{"email":"d@example.com","firstName":"D","lastName":"D"';
  return postLead(world, {}, { rawBody: `${start},"clientData":{"nested":${nested}}}` });
}
