import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { tellAll } from "../paths.ts";

const times = { createdAt: monday, updatedAt: monday, deletedAt: null };
const person = { email: "nina@new.example", firstName: "Nina", lastName: "New" } as const;

/** Adds a record; fails the test if the call fails. */
async function add(world: World, path: string, body: object): Promise<Reply> {
  const reply = await world.control("POST", path, body);
  expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
  return reply;
}

/** A key of a Firm with every permission to read. */
async function keyOf(world: World, firmId: string): Promise<string> {
  const body = { firmId, roleType: "Partner", environment: "sandbox", quotaPerHour: null };
  return text(await add(world, "/api-keys", body), "data.key");
}

const additions = [
  { path: "/firms", body: { name: "New Firm", firmType: "Partner" } },
  { path: "/firm-members", body: { ...person, firmId: ids.partnerFirm } },
  { path: "/referral-codes", body: { firmId: ids.partnerFirm } },
] as const;

describe.each(additions)("POST $path", ({ path, body }) => {
  it("201 with a new id, or the requested one, in no other workspace", async () => {
    const world = await newWorld();
    await world.server("POST", "/workspaces", { id: "other", now: monday });
    const before = await tellAll(world, "/workspaces/other");
    const given = await add(world, path, { ...body, id: "Given_id-1" });
    expect(at(given, "data.id")).toBe("Given_id-1");
    const made = [await add(world, path, body), await add(world, path, body)];
    const givenIds = made.map((reply) => text(reply, "data.id"));
    expect(givenIds.map((id) => /^[A-Za-z0-9]{8}$/.test(id))).toEqual([true, true]);
    expect(new Set(givenIds).size).toBe(2);
    expect(await tellAll(world, "/workspaces/other")).toBe(before);
  });

  it("409 for a taken id, and nothing is changed", async () => {
    const world = await newWorld();
    await add(world, path, { ...body, id: "Taken001" });
    const before = await tellAll(world);
    const reply = await world.control("POST", path, { ...body, id: "Taken001" });
    expect(reply.status).toBe(409);
    expect(text(reply, "message")).toContain('"Taken001"');
    expect(await tellAll(world)).toBe(before);
  });

  it.each(["", "a/b", "x".repeat(65), 7, "a\n"])("422 for the id %j", async (id) => {
    const world = await newWorld();
    const reply = await world.control("POST", path, { ...body, id });
    expect(reply.status).toBe(422);
    expect(at(reply, "fields.id")).toHaveLength(1);
  });
});

const keyOfAny = { roleType: "Partner", environment: "sandbox" };

describe.each([...additions.slice(1), { path: "/api-keys", body: keyOfAny }])(
  "POST $path",
  ({ path, body }) => {
    it("404 for an unknown Firm, and nothing is changed", async () => {
      const world = await newWorld();
      const before = await tellAll(world);
      const reply = await world.control("POST", path, { ...body, firmId: "Nowhere1" });
      expect(reply.status).toBe(404);
      expect(text(reply, "message")).toContain('"Nowhere1"');
      expect(await tellAll(world)).toBe(before);
    });
  },
);

describe("POST firms", () => {
  it("201 with the Firm, which only its own keys can read (5.2)", async () => {
    const world = await newWorld();
    const firm = { name: "Zoë & 楓", firmType: "Brokerage", colour: "#aabbcc", logo: null };
    const reply = await add(world, "/firms", { ...firm, id: "NewFirm1" });
    expect(at(reply, "data")).toEqual({ ...firm, id: "NewFirm1", ...times });
    const key = await keyOf(world, "NewFirm1");
    const shown = await world.api("GET", "/v1/firms/NewFirm1", { key });
    expect([shown.status, at(shown, "data.name")]).toEqual([200, firm.name]);
    expect((await world.api("GET", "/v1/firms/NewFirm1")).status).toBe(404);
    const path = "/v1/firms/NewFirm1/leads";
    const made = await world.api("POST", path, { key, body: person });
    expect(`${made.status} ${made.text}`).toMatch(/^201 /);
  });

  it("201 with normalized texts: lone surrogates replaced", async () => {
    const world = await newWorld();
    const half = "half \ud83d";
    const body = { id: "HalfFirm", name: half, firmType: half, colour: half, logo: half };
    const {
      deletedAt: _,
      createdAt: __,
      updatedAt: ___,
      ...shown
    } = Object(at(await add(world, "/firms", body), "data"));
    const whole = "half \ufffd";
    expect(shown).toEqual({
      id: "HalfFirm",
      name: whole,
      firmType: whole,
      colour: whole,
      logo: whole,
    });
    const state = await world.control("GET", "/state");
    expect(at(state, "data.firms.2")).toMatchObject(shown);
  });
});

describe("POST firm-members", () => {
  it.each(["nobody", "a@"])("422 for the email %j", async (email) => {
    const world = await newWorld();
    const body = { ...person, firmId: ids.partnerFirm, email };
    const reply = await world.control("POST", "/firm-members", body);
    expect(reply.status).toBe(422);
    expect(at(reply, "fields.email")).toHaveLength(1);
  });
});

describe("POST referral-codes", () => {
  it("201 with the code, which only a Lead of the Firm can use (2.1)", async () => {
    const world = await newWorld();
    const body = { id: "NewCode1", firmId: ids.partnerFirm };
    expect(at(await add(world, "/referral-codes", body), "data")).toEqual({ ...body, ...times });
    expect((await world.api("GET", "/v1/referralCodes/NewCode1")).status).toBe(200);
    const lead = { ...person, referredByReferralCodeId: "NewCode1" };
    const own = await world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body: lead });
    expect(own.status).toBe(201);
    const foreign = { key: world.keys.realtor, surface: "realtor", body: lead } as const;
    expect((await world.api("POST", `/v1/firms/${ids.realtyFirm}/leads`, foreign)).status).toBe(
      422,
    );
  });
});

describe("POST subscriptions", () => {
  it("201 and the owner gets mail about later conversions, active by default, until it ends (6)", async () => {
    const world = await newWorld();
    const [olive, quinn] = [
      "olive.owner@harbour-point.example",
      "quinn.quiet@harbour-point.example",
    ];
    const owner = { ...person, firmId: ids.partnerFirm, isOwner: true };
    await add(world, "/firm-members", { ...owner, subscription: "inactive" });
    const told = async () => {
      const converted = await world.control("POST", `/leads/${await world.createLead()}/convert`);
      return Object(at(converted, "data.emails")).flatMap(({ to }: { to: unknown }) => to);
    };
    expect(await told()).toEqual([olive]);
    await add(world, "/subscriptions", { firmMemberId: "HPowner2" });
    expect(await told()).toEqual([olive, quinn]);
    await add(world, "/subscriptions", { firmMemberId: ids.partnerOwner, active: false });
    expect(await told()).toEqual([quinn]);
  });

  it.each([
    { status: 404, body: { firmMemberId: "Nobody01" } },
    { status: 422, body: {} },
    { status: 422, body: { firmMemberId: "HPowner2", active: "yes" } },
  ])("$status for $body, and nothing is changed", async ({ status, body }) => {
    const world = await newWorld();
    const before = await tellAll(world);
    expect((await world.control("POST", "/subscriptions", body)).status).toBe(status);
    expect(await tellAll(world)).toBe(before);
  });
});
