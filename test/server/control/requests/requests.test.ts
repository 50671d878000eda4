import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, column, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { Call, World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { opened } from "../opened.ts";
import { outcomes } from "./outcomes.ts";

const ofFirm = `/v1/firms/${ids.partnerFirm}/leads`;
const person = { email: "jo.journal@example.com", firstName: "Jo", lastName: "Jung" };

describe("the journal", () => {
  it.each(outcomes)(
    "audit.every-request: has the $name with all of its fields (5.8)",
    async (row) => {
      const { method, path, call = {}, status, operationId } = row;
      const world = await newWorld();
      await row.before?.(world);
      const reply = await world.api(method, `${path}?x=1&y=a%20b`, call);
      expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^${status} `));
      const entry = await named(world, reply);
      expect(entry.status).toBe(200);
      expect(at(entry, "data")).toMatchObject({
        id: reply.headers.get("x-sandbox-request-id"),
        at: monday,
        method,
        path,
        query: "x=1&y=a%20b",
        status,
        operationId,
        durationMs: expect.any(Number),
        apiKeyId: world.keyIds.partner,
        surface: surfaceOf(call),
        rules: (reply.headers.get("x-sandbox-rules") ?? "").split(", "),
        response: { body: reply.text === "" ? null : reply.text },
      });
      expect(at(entry, "data.reason") ?? null).toBe(reply.headers.get("x-sandbox-reason"));
    },
  );

  it("has the body as sent", async () => {
    const world = await newWorld();
    const rawBody = ` {"email" : "raw@example.com","firstName":"Zoë","lastName":"楓"} `;
    const reply = await world.api("POST", ofFirm, {
      rawBody,
      headers: { "content-type": "application/json" },
    });
    expect(reply.status).toBe(201);
    expect(at(await named(world, reply), "data.request.body")).toBe(rawBody);
  });

  it("has null for a body that was not read, such as with 401", async () => {
    const world = await newWorld();
    const call = { surface: "partner-production", body: person } as const;
    const reply = await world.api("POST", ofFirm, call);
    expect(at(await named(world, reply), "data.request.body")).toBeNull();
  });

  it.each([
    { length: 16_384, cut: false },
    { length: 16_385, cut: true },
  ])("has a body of $length characters, truncated and marked: $cut", async ({ length, cut }) => {
    const world = await newWorld();
    const head = '{"email":"';
    const rawBody = `${head}${"é".repeat(length - head.length)}`;
    const reply = await world.api("POST", ofFirm, {
      rawBody,
      headers: { "content-type": "application/json" },
    });
    const kept = cut ? `${rawBody.slice(0, 16_384)}…` : rawBody;
    const shown = await named(world, reply);
    const whole = cut ? { cutFromBytes: Buffer.byteLength(rawBody) } : {};
    expect(at(shown, "data.request")).toEqual({
      headers: expect.anything(),
      body: kept,
      ...whole,
    });
  });
});

describe("GET requests/{requestId}", () => {
  it("404 for the id of another workspace's request", async () => {
    const other = await newWorld({ seed: 2 });
    const world = await newWorld();
    const reply = await other.api("GET", "/v1/leads");
    expect((await named(other, reply)).status).toBe(200);
    expect((await named(world, reply)).status).toBe(404);
  });
});

describe("DELETE requests", () => {
  it("200 with the number of deleted requests; ids continue, events and mail remain", async () => {
    const world = await newWorld();
    await world.createLead();
    const before = await world.api("GET", "/v1/leads");
    const reply = await world.control("DELETE", "/requests");
    expect(reply.json).toEqual({ data: { forgotten: 2 } });
    expect((await named(world, before)).status).toBe(404);
    const after = await world.api("GET", "/v1/leads");
    expect(idOf(after)).not.toBe(idOf(before));
    expect(at(await world.control("GET", "/requests"), "meta.total")).toBe(1);
    expect(column(await world.control("GET", "/events"), "type")).toContain("lead.created");
    expect(at(await world.control("GET", "/emails"), "meta.total")).toBe(1);
  });
});

describe.skipIf(isRemote)("a sandbox without the x-sandbox headers", () => {
  it("journals ids, rules and reasons", async () => {
    const { api, control } = await opened({ headers: false });
    const reply = await api("GET", "/v1/leads/Nobody");
    expect([...reply.headers.keys()].filter((name) => name.startsWith("x-sandbox"))).toEqual([]);
    const list = await control("GET", "/requests");
    expect(text(list, "data.0.id")).toMatch(/^req_\w{8}$/);
    expect(at(list, "data.0.rules")).toContain("auth.foreign-record");
    expect(text(list, "data.0.reason")).toContain("cannot access a Lead with this id");
  });
});

function idOf(reply: Reply): string {
  return reply.headers.get("x-sandbox-request-id") ?? "";
}

/** The journal entry of an answer. */
function named(world: World, reply: Reply): Promise<Reply> {
  return world.control("GET", `/requests/${idOf(reply)}`);
}

function surfaceOf({ surface = "partner" }: Call): string {
  return surface.includes("-") ? surface : `${surface}-sandbox`;
}
