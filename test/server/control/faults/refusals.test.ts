import { describe, expect, it } from "vitest";

import { at, text } from "../../../support/reply.ts";
import { monday, newWorld } from "../../../support/world.ts";

const then = { status: 503 } as const;
const taken = [{ code: "NOT_UNIQUE", message: "Taken" }] as const;

describe("POST faults", () => {
  it.each<{ name: string; fault: unknown; field: string }>([
    { name: "no effect", fault: {}, field: "then" },
    { name: "an effect without any", fault: { then: {} }, field: "then.kind" },
    { name: "only a message", fault: { then: { message: "Busy" } }, field: "then.kind" },
    { name: "only a when", fault: { then: { when: "after" } }, field: "then.kind" },
    { name: "a success", fault: { then: { status: 200 } }, field: "then.status" },
    { name: "a status of 399", fault: { then: { status: 399 } }, field: "then.status" },
    {
      name: "a status of 199",
      fault: { then: { status: 199, kind: "empty" } },
      field: "then.status",
    },
    { name: "a status of 600", fault: { then: { status: 600 } }, field: "then.status" },
    { name: "a status as a text", fault: { then: { status: "503" } }, field: "then.status" },
    { name: "an unknown kind", fault: { then: { kind: "slow" } }, field: "then.kind" },
    { name: "an unknown when", fault: { then: { ...then, when: "never" } }, field: "then.when" },
    {
      name: "a reset with a status",
      fault: { then: { kind: "reset", status: 503 } },
      field: "then.status",
    },
    {
      name: "a hang with a status",
      fault: { then: { kind: "hang", status: 503 } },
      field: "then.status",
    },
    {
      name: "a reset with a message",
      fault: { then: { kind: "reset", message: "x" } },
      field: "then.message",
    },
    {
      name: "a hang with headers",
      fault: { then: { kind: "hang", headers: {} } },
      field: "then.headers",
    },
    {
      name: "a delay with a message",
      fault: { then: { delayMs: 5, message: "x" } },
      field: "then.message",
    },
    {
      name: "a delay with fields",
      fault: { then: { delayMs: 5, fields: {} } },
      field: "then.fields",
    },
    { name: "a delay before the start", fault: { then: { delayMs: -1 } }, field: "then.delayMs" },
    {
      name: "a delay above ten minutes",
      fault: { then: { delayMs: 600_001 } },
      field: "then.delayMs",
    },
    { name: "half a millisecond", fault: { then: { delayMs: 0.5 } }, field: "then.delayMs" },
    {
      name: "an invalid header",
      fault: { then: { ...then, headers: { "a b": "c" } } },
      field: "then.headers.a b",
    },
    {
      name: "a header of two lines",
      fault: { then: { ...then, headers: { a: "b\r\nc: d" } } },
      field: "then.headers.a",
    },
    {
      name: "a header as a number",
      fault: { then: { ...then, headers: { a: 1 } } },
      field: "then.headers.a",
    },
    {
      name: "a field that is not a list",
      fault: { then: { status: 422, fields: { a: "b" } } },
      field: "then.fields.a",
    },
    {
      name: "a field error without a code",
      fault: { then: { status: 422, fields: { a: [{ message: "b" }] } } },
      field: "then.fields.a.0.code",
    },
    {
      name: "an unknown part of the effect",
      fault: { then: { ...then, body: "x" } },
      field: "then.body",
    },
    {
      name: "an unknown part of a field error",
      fault: { then: { status: 409, fields: { a: [{ ...taken[0], x: 1 }] } } },
      field: "then.fields.a.0.x",
    },
    {
      name: "an unknown part of the match",
      fault: { then, match: { host: "x" } },
      field: "match.host",
    },
    { name: "an unknown part of the fault", fault: { then, after: 3 }, field: "after" },
    { name: "an invalid match", fault: { then, match: "POST" }, field: "match" },
    {
      name: "an invalid method",
      fault: { then, match: { method: "GET /" } },
      field: "match.method",
    },
    { name: "no method", fault: { then, match: { method: "" } }, field: "match.method" },
    {
      name: "a path without a slash",
      fault: { then, match: { path: "leads" } },
      field: "match.path",
    },
    {
      name: "a path with a query",
      fault: { then, match: { path: "/leads?limit=1" } },
      field: "match.path",
    },
    { name: "no path", fault: { then, match: { path: "" } }, field: "match.path" },
    {
      name: "an unknown operation",
      fault: { then, match: { operationId: "get-leed" } },
      field: "match.operationId",
    },
    {
      name: "an unknown key",
      fault: { then, match: { apiKeyId: "nope" } },
      field: "match.apiKeyId",
    },
    { name: "no times", fault: { then, times: 0 }, field: "times" },
    { name: "half a time", fault: { then, times: 0.5 }, field: "times" },
    { name: "no probability", fault: { then, probability: 0 }, field: "probability" },
    { name: "a probability above one", fault: { then, probability: 1.5 }, field: "probability" },
    { name: "a negative probability", fault: { then, probability: -0.1 }, field: "probability" },
    {
      name: "an end in the past",
      fault: { then, expiresAt: "2026-03-02T08:59:59.999Z" },
      field: "expiresAt",
    },
    { name: "an end at this moment", fault: { then, expiresAt: monday }, field: "expiresAt" },
    {
      name: "an end before the start",
      fault: { then, startsAt: "2026-03-03T00:00:00Z", expiresAt: "2026-03-02T12:00:00Z" },
      field: "expiresAt",
    },
    {
      name: "an end at the start",
      fault: { then, startsAt: "2026-03-03T00:00:00Z", expiresAt: "2026-03-03T00:00:00Z" },
      field: "expiresAt",
    },
    { name: "an invalid startsAt", fault: { then, startsAt: "soon" }, field: "startsAt" },
  ])("422 at $field for $name, and nothing is planned", async ({ fault, field }) => {
    const world = await newWorld();
    const reply = await world.control("POST", "/faults", fault);
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    expect(Object.keys(Object(at(reply, "fields")))).toEqual([field]);
    expect(at(await world.control("GET", "/faults"), "data")).toEqual([]);
    expect(at(await world.control("GET", "/events"), "data")).toEqual([]);
  });

  it("422 lists the valid operations", async () => {
    const world = await newWorld();
    const reply = await world.control("POST", "/faults", { then, match: { operationId: "x" } });
    expect(text(reply, "message")).toContain("get-lead, ");
  });

  it("422 for a key of another workspace, whose requests it can never match", async () => {
    const world = await newWorld();
    const made = await world.server("POST", "/workspaces", { id: "other", fixture: "empty" });
    const firm = text(made, "data.firms.0.id");
    const key = { firmId: firm, roleType: "Partner", environment: "sandbox" };
    const issued = await world.server("POST", "/workspaces/other/api-keys", key);
    const match = { apiKeyId: text(issued, "data.id") };
    expect((await world.control("POST", "/faults", { then, match })).status).toBe(422);
    expect((await world.server("POST", "/workspaces/other/faults", { then, match })).status).toBe(
      201,
    );
  });

  it("does not use up an id when it is rejected", async () => {
    const world = await newWorld({ seed: 7 });
    const first = await newWorld({ seed: 7 });
    await world.control("POST", "/faults", { then: {} });
    const planned = await world.control("POST", "/faults", { then });
    const wanted = text(await first.control("POST", "/faults", { then }), "data.id");
    expect(text(planned, "data.id")).toBe(wanted);
  });
});

describe("the headers of a planned fault", () => {
  it.each([
    "transfer-encoding",
    "content-length",
    "trailer",
    "connection",
    "keep-alive",
    "proxy-connection",
    "te",
    "upgrade",
    "Transfer-Encoding",
    "CONTENT-LENGTH",
  ])("422 for %s, a header of the connection", async (name) => {
    const world = await newWorld();
    for (const effect of [{ status: 503 }, { status: 200, kind: "malformed" }]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await world.control("POST", "/faults", {
        then: { ...effect, headers: { "retry-after": "5", [name]: "7" } },
      });
      expect(reply.status).toBe(422);
      expect(reply.text).toContain(`then.headers.${name}`);
    }
    expect(at(await world.control("GET", "/faults"), "meta.total")).toBe(0);
  });

  it("201 for headers about the content", async () => {
    const world = await newWorld();
    const headers = { "retry-after": "5", "content-encoding": "gzip", date: "never" };
    const reply = await world.control("POST", "/faults", { then: { status: 503, headers } });
    expect(reply.status).toBe(201);
  });
});
