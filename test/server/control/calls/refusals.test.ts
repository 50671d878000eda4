import { describe, expect, it } from "vitest";

import { at, text } from "../../../support/reply.ts";
import { ids, newWorld } from "../../../support/world.ts";

interface Row {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const unknown: readonly Row[] = [
  { name: "a Lead", method: "GET", path: "/leads/nope" },
  { name: "a Lead to convert", method: "POST", path: "/leads/nope/convert" },
  { name: "a Lead to archive", method: "POST", path: "/leads/nope/archive" },
  { name: "a Plan", method: "POST", path: "/plans/nope/status", body: { status: "Closed" } },
  {
    name: "a Plan to link",
    method: "POST",
    path: "/plans/nope/owners",
    body: { firmId: ids.partnerFirm },
  },
  { name: "a client", method: "POST", path: "/client-profiles/x/plans", body: { type: "Buying" } },
  { name: "a key to revoke", method: "DELETE", path: "/api-keys/nope" },
  { name: "a key to set", method: "PUT", path: "/quotas/nope", body: { quotaPerHour: 1 } },
  { name: "a key to use", method: "POST", path: "/quotas/nope/use", body: { count: 1 } },
  { name: "a key to refill", method: "POST", path: "/quotas/nope/refill" },
  {
    name: "a key to wait for",
    method: "POST",
    path: "/clock/advance",
    body: { untilAllowed: "x" },
  },
  { name: "a mail", method: "GET", path: "/emails/nope" },
  { name: "a mail's source", method: "GET", path: "/emails/nope/raw" },
  { name: "a mail that never comes", method: "GET", path: "/emails/wait?timeoutMs=0" },
];

const conflicts: readonly Row[] = [
  {
    name: "a converted Lead to convert",
    method: "POST",
    path: `/leads/${ids.convertedLead}/convert`,
  },
  {
    name: "a converted Lead to archive",
    method: "POST",
    path: `/leads/${ids.convertedLead}/archive`,
  },
  {
    name: "an archived Lead to convert",
    method: "POST",
    path: `/leads/${ids.archivedLead}/convert`,
  },
  {
    name: "an archived Lead to archive",
    method: "POST",
    path: `/leads/${ids.archivedLead}/archive`,
  },
  {
    name: "a Plan back",
    method: "POST",
    path: `/plans/${ids.plan}/status`,
    body: { status: "New" },
  },
  {
    name: "time back",
    method: "POST",
    path: "/clock/advance",
    body: { to: "2026-03-01T00:00:00Z" },
  },
  {
    name: "a clock back",
    method: "PUT",
    path: "/clock",
    body: { mode: "system", now: "2026-03-01T00:00:00Z" },
  },
];

const wrong: readonly Row[] = [
  { name: "an invalid email", method: "POST", path: "/sign-ups", body: { email: "x" } },
  { name: "no email", method: "POST", path: "/sign-ups", body: {} },
  {
    name: "an unknown referral code",
    method: "POST",
    path: "/sign-ups",
    body: { email: "a@example.com", referralCode: "nope" },
  },
  {
    name: "an unknown status",
    method: "POST",
    path: `/plans/${ids.plan}/status`,
    body: { status: "X" },
  },
  {
    name: "a negative amount",
    method: "POST",
    path: `/plans/${ids.plan}/status`,
    body: { status: "Closed", amount: -1 },
  },
  { name: "an unknown fixture", method: "POST", path: "/reset", body: { fixture: "nope" } },
  { name: "a fixture outside", method: "POST", path: "/reset", body: { fixture: "../package" } },
  { name: "an unknown rule", method: "PUT", path: "/assumptions", body: { "no.rule": "x" } },
  {
    name: "an unknown choice",
    method: "PUT",
    path: "/assumptions",
    body: { "lead.delete": "201" },
  },
  {
    name: "a rule without choices",
    method: "PUT",
    path: "/assumptions",
    body: { "http.json": "x" },
  },
  {
    name: "an impossible date",
    method: "PUT",
    path: "/clock",
    body: frozenAt("2026-02-30T00:00:00Z"),
  },
  {
    name: "a year 10 000",
    method: "PUT",
    path: "/clock",
    body: frozenAt("9999-12-31T23:59:59-23:00"),
  },
  { name: "a clock without mode", method: "PUT", path: "/clock", body: {} },
  { name: "a month as duration", method: "POST", path: "/clock/advance", body: { by: "P1M" } },
  { name: "a negative duration", method: "POST", path: "/clock/advance", body: { by: -1 } },
  {
    name: "a duration past the end",
    method: "POST",
    path: "/clock/advance",
    body: { by: "P9999999W" },
  },
  {
    name: "two targets",
    method: "POST",
    path: "/clock/advance",
    body: { by: 1, untilAllowed: "x" },
  },
  { name: "a page of 1 001", method: "GET", path: "/leads?limit=1001" },
  { name: "a page at -1", method: "GET", path: "/emails?offset=-1" },
  { name: "an unknown kind of mail", method: "GET", path: "/emails?kind=nope" },
  { name: "an invalid time", method: "GET", path: "/requests?since=yesterday" },
  { name: "a wait of -1 ms", method: "GET", path: "/emails/wait?timeoutMs=-1" },
  { name: "an event -1", method: "GET", path: "/events?after=-1" },
];

describe.each([
  [404, "an unknown record", unknown],
  [409, "a conflict", conflicts],
  [422, "bad input", wrong],
] as const)("%i for %s", (status, _what, rows) => {
  it.each(rows)(`${status} with a message and no event for $name`, async (row) => {
    const world = await newWorld();
    const reply = await world.control(row.method, row.path, row.body);
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^${status} `));
    expect(text(reply, "message").length).toBeGreaterThan(10);
    expect(at(await world.control("GET", "/events"), "data")).toEqual([]);
  });
});

describe("a rejected control call", () => {
  it.each([...unknown, ...conflicts].filter(({ body }) => body === undefined))(
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

function frozenAt(now: string): unknown {
  return { mode: "frozen", now };
}
