import { describe, expect, it } from "vitest";

import { at, text } from "../../../support/reply.ts";
import { monday, newWorld } from "../../../support/world.ts";

const then = { status: 503 } as const;
const noon = "2026-03-02T12:00:00Z";
const tomorrow = "2026-03-03T00:00:00Z";

describe("POST faults", () => {
  it.each<readonly [field: string, name: string, fault: unknown]>([
    ["then", "no effect", {}],
    ["then.kind", "an effect without any", { then: {} }],
    ["then.kind", "only a message", { then: { message: "Busy" } }],
    ["then.kind", "only a when", { then: { when: "after" } }],
    ["then.status", "a success", { then: { status: 200 } }],
    ["then.status", "a status of 399", { then: { status: 399 } }],
    ["then.status", "a status of 199", { then: { status: 199, kind: "empty" } }],
    ["then.status", "a status of 600", { then: { status: 600 } }],
    ["then.status", "a status as a text", { then: { status: "503" } }],
    ["then.kind", "an unknown kind", { then: { kind: "slow" } }],
    ["then.when", "an unknown when", { then: { ...then, when: "never" } }],
    ["then.status", "a reset with a status", { then: { kind: "reset", status: 503 } }],
    ["then.status", "a hang with a status", { then: { kind: "hang", status: 503 } }],
    ["then.message", "a reset with a message", { then: { kind: "reset", message: "x" } }],
    ["then.headers", "a hang with headers", { then: { kind: "hang", headers: {} } }],
    ["then.status", "a hold with a status", { then: { kind: "hold", status: 503 } }],
    ["then.message", "a hold with a message", { then: { kind: "hold", message: "no" } }],
    ["then.when", "a hold afterwards", { then: { kind: "hold", when: "after" } }],
    ["then.message", "a delay with a message", { then: { delayMs: 5, message: "x" } }],
    ["then.fields", "a delay with fields", { then: { delayMs: 5, fields: {} } }],
    ["then.delayMs", "a delay before the start", { then: { delayMs: -1 } }],
    ["then.delayMs", "a delay above ten minutes", { then: { delayMs: 600_001 } }],
    ["then.delayMs", "half a millisecond", { then: { delayMs: 0.5 } }],
    ["then.headers.a b", "an invalid header", { then: { ...then, headers: { "a b": "c" } } }],
    ["then.headers.a", "a header of two lines", { then: { ...then, headers: { a: "b\r\nc: d" } } }],
    ["then.headers.a", "a header as a number", { then: { ...then, headers: { a: 1 } } }],
    ["then.fields.a", "a field that is not a list", { then: { status: 422, fields: { a: "b" } } }],
    [
      "then.fields.a.0.code",
      "a field error without a code",
      { then: { status: 422, fields: { a: [{ message: "b" }] } } },
    ],
    ["match", "an invalid match", { then, match: "POST" }],
    ["match.method", "an invalid method", { then, match: { method: "GET /" } }],
    ["match.method", "no method", { then, match: { method: "" } }],
    ["match.path", "a path without a slash", { then, match: { path: "leads" } }],
    ["match.path", "a path with a query", { then, match: { path: "/leads?limit=1" } }],
    ["match.path", "201 characters", { then, match: { path: `/${"a".repeat(200)}` } }],
    ["match.path", "11 wildcards", { then, match: { path: "/**a".repeat(11) } }],
    ["match.path", "a path of 900 kB", { then, match: { path: "/".padEnd(900_000, "*a") } }],
    ["match.path", "no path", { then, match: { path: "" } }],
    ["match.operationId", "an unknown operation", { then, match: { operationId: "get-leed" } }],
    ["match.apiKeyId", "an unknown key", { then, match: { apiKeyId: "nope" } }],
    ["times", "no times", { then, times: 0 }],
    ["times", "half a time", { then, times: 0.5 }],
    ["probability", "no probability", { then, probability: 0 }],
    ["probability", "a probability above one", { then, probability: 1.5 }],
    ["probability", "a negative probability", { then, probability: -0.1 }],
    ["expiresAt", "an end in the past", { then, expiresAt: "2026-03-02T08:59:59.999Z" }],
    ["expiresAt", "an end at this moment", { then, expiresAt: monday }],
    ["expiresAt", "an end before the start", { then, startsAt: tomorrow, expiresAt: noon }],
    ["expiresAt", "an end at the start", { then, startsAt: tomorrow, expiresAt: tomorrow }],
    ["startsAt", "an invalid startsAt", { then, startsAt: "soon" }],
  ])("422 at %s for %s, and nothing is planned", async (field, _name, fault) => {
    const world = await newWorld();
    const reply = await world.control("POST", "/faults", fault);
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    expect(Object.keys(Object(at(reply, "fields")))).toEqual([field]);
    expect(reply.text.length).toBeLessThan(2_000);
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
  it.each(
    "transfer-encoding content-length trailer connection keep-alive proxy-connection te upgrade CONTENT-LENGTH".split(
      " ",
    ),
  )("422 for %s, a header of the connection", async (name) => {
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
