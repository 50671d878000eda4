import { Agent, request as httpRequest } from "node:http";

import { describe, expect, it, onTestFinished } from "vitest";

import { bodyMemory, largestBody } from "../../src/network/http/body-memory.ts";
import { sized } from "../long/size.ts";
import { at, text } from "../support/reply.ts";
import { expectRefusal, fixtureKey, leadBody, leadsPath, newServer } from "./wire.ts";

const mebibyte = 1_048_576;

describe("POST /firms/{firmId}/leads with a large body", () => {
  it.each([
    { name: "10 MB with its length", bytes: 10_000_000, chunked: false },
    { name: "10 MB in pieces", bytes: 10_000_000, chunked: true },
    { name: "one byte too many with its length", bytes: mebibyte + 1, chunked: false },
    { name: "one byte too many in pieces", bytes: mebibyte + 1, chunked: true },
  ])("413 and no effect for $name (8)", async ({ bytes, chunked }) => {
    const server = await newServer();
    const before = await server.effects();
    expectRefusal(await server.send({ body: padded(bytes), chunked }), 413);
    expect(await server.effects()).toBe(before);
  });

  it.each([true, false])("201 for exactly 1 MiB, chunked or not: %s (8)", async (chunked) => {
    const server = await newServer();
    const reply = await server.send({ body: padded(mebibyte), chunked });
    expect(reply.status).toBe(201);
  });

  it("401 for 10 MB without a key, and the next request is served (5.6)", async () => {
    const server = await newServer();
    const headers = { "x-api-key": "" };
    expectRefusal(await server.send({ body: padded(10_000_000), headers }), 401);
    expect((await server.send({ body: leadBody() })).status).toBe(201);
  });

  it("201 on the same agent after a 413, on the same or a new connection (8)", async () => {
    const server = await newServer();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const statuses: number[] = [];
    for (const body of [padded(10_000_000), leadBody()]) {
      // One after the other is what this is about.
      // oxlint-disable-next-line no-await-in-loop -- the second request follows the first
      statuses.push(await statusOf(server.port, agent, body));
    }
    expect(statuses).toEqual([413, 201]);
  });
});

describe("a body while others fill the memory", () => {
  it("error.server: 503 with Retry-After and no effect on both planes, and then it is served (7)", async () => {
    const server = await newServer();
    const before = await server.effects();
    const others = [1, 2, 3, 4].map((owner) => bodyMemory.newBody({ owner }));
    const free = (): void => others.forEach(({ release }) => release());
    onTestFinished(free);
    for (const other of others) other.take(largestBody(process.constrainedMemory()));
    const body = padded(100_000);
    const refused = await server.send({ body });
    expectRefusal(refused, 503);
    expect(refused.headers.get("retry-after")).toBe("1");
    const put = { method: "PUT", path: "/_sandbox/state", body };
    expect(await server.send(put)).toMatchObject({ status: 503 });
    expect(await server.effects()).toBe(before);
    expect((await server.send({ body: leadBody() })).status).toBe(201);
    free();
    expect((await server.send({ body: padded(100_001) })).status).toBe(409);
  });
});

describe("a Lead with thousands of Plans", () => {
  it("201, then converts into every Plan, and the list returns all of them (2.3, 3)", async () => {
    const server = await newServer();
    const count = sized(4_000, 20_000);
    const Plans = Array.from({ length: count }, (_, n) => ({ type: "Buying", name: `Plan ${n}` }));
    const created = await server.send({ body: leadBody({ clientData: { Plans } }) });
    expect(created.status).toBe(201);
    const id = text(created, "data.id");
    const converted = await server.send({ method: "POST", path: `/_sandbox/leads/${id}/convert` });
    expect(`${converted.status} ${converted.text.slice(0, 200)}`).toMatch(/^200 /);
    expect(lengthAt(at(converted, "data.plans"))).toBe(count);
    const path = `${leadsPath}?scope=withDeleted&include=Plans.ClientProfiles&limit=1`;
    const listed = await server.send({ path });
    expect(listed.status).toBe(200);
    expect(lengthAt(at(listed, "data.0.plan_ids"))).toBe(count);
    expect(lengthAt(at(listed, "data.0.Plans"))).toBe(count);
  });
});

function padded(bytes: number): string {
  const empty = leadBody({ clientData: { notes: "" } });
  return leadBody({ clientData: { notes: "n".repeat(bytes - empty.length) } });
}

function lengthAt(value: unknown): number {
  return Array.isArray(value) ? value.length : -1;
}

function statusOf(port: number, agent: Agent, body: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { "x-api-key": fixtureKey, "content-type": "application/json" };
  const sent = httpRequest(
    { port, agent, method: "POST", path: leadsPath, headers },
    (incoming) => {
      incoming.resume();
      incoming.on("end", () => resolve(incoming.statusCode ?? 0));
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}
