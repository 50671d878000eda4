import { describe, expect, it } from "vitest";

import { at, text } from "../../../support/reply.ts";
import { ids, newWorld } from "../../../support/world.ts";

/** What is refused, its call, and the body of the call. */
type Row = readonly [name: string, call: string, body?: object];

const unknown: readonly Row[] = [
  ["a Lead", "GET /leads/nope"],
  ["a Lead to convert", "POST /leads/nope/convert"],
  ["a Lead to archive", "POST /leads/nope/archive"],
  ["a Plan", "POST /plans/nope/status", { status: "Closed" }],
  ["a Plan to link", "POST /plans/nope/owners", { firmId: ids.partnerFirm }],
  ["a client", "POST /client-profiles/x/plans", { type: "Buying" }],
  ["a key to revoke", "DELETE /api-keys/nope"],
  ["a key to set", "PUT /quotas/nope", { quotaPerHour: 1 }],
  ["a key to use", "POST /quotas/nope/use", { count: 1 }],
  ["a key to refill", "POST /quotas/nope/refill"],
  ["a key to wait for", "POST /clock/advance", { untilAllowed: "x" }],
  ["a fault", "DELETE /faults/Nothing1"],
  ["a mail", "GET /emails/nope"],
  ["a mail's source", "GET /emails/nope/raw"],
  ["a mail that never comes", "GET /emails/wait?timeoutMs=0"],
];

const past = "2026-03-01T00:00:00Z";

const conflicts: readonly Row[] = [
  ["a converted Lead to convert", `POST /leads/${ids.convertedLead}/convert`],
  ["a converted Lead to archive", `POST /leads/${ids.convertedLead}/archive`],
  ["an archived Lead to convert", `POST /leads/${ids.archivedLead}/convert`],
  ["an archived Lead to archive", `POST /leads/${ids.archivedLead}/archive`],
  ["a second sign-up", "POST /sign-ups", { email: "carla.converted@example.com" }],
  ["a Plan back", `POST /plans/${ids.plan}/status`, { status: "New" }],
  ["a taken id", "POST /firms", { id: ids.partnerFirm, name: "x", firmType: "Partner" }],
  ["time back", "POST /clock/advance", { to: past }],
  ["a clock back", "PUT /clock", { mode: "system", now: past }],
];

const wrong: readonly Row[] = [
  ["an invalid email", "POST /sign-ups", { email: "x" }],
  ["no email", "POST /sign-ups", {}],
  ["an unknown referral code", "POST /sign-ups", { email: "a@example.com", referralCode: "nope" }],
  ["an unknown status", `POST /plans/${ids.plan}/status`, { status: "X" }],
  ["a negative amount", `POST /plans/${ids.plan}/status`, { status: "Closed", amount: -1 }],
  ["an unknown fixture", "POST /reset", { fixture: "nope" }],
  ["a fixture outside", "POST /reset", { fixture: "../package" }],
  ["an unknown rule", "PUT /assumptions", { "no.rule": "x" }],
  ["an unknown choice", "PUT /assumptions", { "lead.delete": "201" }],
  ["a rule without choices", "PUT /assumptions", { "http.json": "x" }],
  ["an impossible date", "PUT /clock", { mode: "frozen", now: "2026-02-30T00:00:00Z" }],
  ["a year 10 000", "PUT /clock", { mode: "frozen", now: "9999-12-31T23:59:59-23:00" }],
  ["a clock without mode", "PUT /clock", {}],
  ["a negative duration", "POST /clock/advance", { by: -1 }],
  ["a duration past the end", "POST /clock/advance", { by: "P9999999W" }],
  ["two targets", "POST /clock/advance", { by: 1, untilAllowed: "x" }],
  ["an unknown kind of mail", "GET /emails?kind=nope"],
  ["an invalid time", "GET /requests?since=yesterday"],
];

function sentBy([name, call, body]: Row) {
  const [method = "", path = ""] = call.split(" ");
  return { name, method, path, body };
}

describe.each([
  [404, "an unknown record", unknown],
  [409, "a conflict", conflicts],
  [422, "bad input", wrong],
] as const)("%i for %s", (status, _what, rows) => {
  it.each(rows.map(sentBy))(
    `${status} with a message and no event for $name`,
    async ({ method, path, body }) => {
      const world = await newWorld();
      const reply = await world.control(method, path, body);
      expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^${status} `));
      expect(text(reply, "message").length).toBeGreaterThan(10);
      expect(at(await world.control("GET", "/events"), "data")).toEqual([]);
    },
  );
});

describe("a rejected control call", () => {
  it.each([...unknown, ...conflicts].map(sentBy).filter(({ body }) => body === undefined))(
    "has the next step for $name",
    async ({ method, path }) => {
      const world = await newWorld();
      expect(text(await world.control(method, path), "hint").length).toBeGreaterThan(10);
    },
  );

  it("404 for an unknown workspace names no other one, and the call that lists all", async () => {
    const world = await newWorld({ id: "here" });
    const reply = await world.server("GET", "/workspaces/her/leads");
    expect(reply.status).toBe(404);
    expect(text(reply, "hint")).toBe("GET /_sandbox/workspaces lists all.");
  });

  it("404 with a message for an unknown path of the control API", async () => {
    const world = await newWorld();
    const reply = await world.server("PATCH", "/nope");
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain("PATCH /_sandbox/nope");
  });

  it("409 for a taken workspace id, for a drop of the default workspace, and for a second revocation", async () => {
    const world = await newWorld({ id: "taken" });
    expect((await world.server("POST", "/workspaces", { id: "taken" })).status).toBe(409);
    expect((await world.server("DELETE", "/workspaces/default")).status).toBe(409);
    const key = `/api-keys/${world.keyIds.partner}`;
    expect((await world.control("DELETE", key)).status).toBe(200);
    expect((await world.control("DELETE", key)).status).toBe(409);
  });

  it.each([
    { id: "" },
    { id: "../x" },
    { id: "a b" },
    { id: "x".repeat(65) },
    { label: 7 },
    { id: "", seed: null, fixture: null },
    { seed: 1.5 },
    { quotaPerHour: 0 },
    { ttlSeconds: 0 },
    { now: "2026-02-30T00:00:00Z" },
    { fixture: "nope" },
    { assumptions: { "lead.delete": "nope" } },
    { assumptions: JSON.parse('{"__proto__":"x"}') },
  ])("422 for a new workspace with %j, and none is made", async (body) => {
    const world = await newWorld();
    const reply = await world.server("POST", "/workspaces", body);
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    expect(Object.keys(Object(at(reply, "fields")))[0]).toContain(Object.keys(body)[0]);
    expect(at(await world.server("GET", "/workspaces"), "meta.total")).toBe(2);
  });
});

describe("the root of the control API", () => {
  it("302 to the console", async () => {
    const world = await newWorld();
    const reply = await world.server("GET", "");
    expect([reply.status, reply.headers.get("location")]).toEqual([302, "/_sandbox/"]);
  });

  it.each(["/resets", "/emails/x/y/z"])(
    "404 with a link to the docs for an unknown path below it: %s",
    async (path) => {
      const reply = await (await newWorld()).server("PUT", path);
      expect(reply.status).toBe(404);
      expect(text(reply, "hint")).toContain("/_sandbox/docs");
    },
  );
});
