import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { worldIn } from "../../../world/workspace/contents.ts";
import { tellAll } from "../paths.ts";
import { handMade, handMadeWorld } from "./hand-made.ts";

/** Puts a state; fails the test if the call fails. */
async function put(world: World, state: object): Promise<void> {
  const reply = await world.control("PUT", "/state", state);
  expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
}

describe("GET state", () => {
  it("200 with every record in creation order, deleted ones too, without mail and journal", async () => {
    const world = await newWorld();
    const id = await world.createLead({ email: "new@example.com" });
    const state = worldIn(await world.control("GET", "/state"));
    expect(Object.keys(state)).toEqual([
      "assumptions",
      "firms",
      "firmMembers",
      "referralCodes",
      "apiKeys",
      "clientProfiles",
      "leads",
      "plans",
      "workflows",
    ]);
    expect(state.leads.map((lead) => lead.id).slice(-2)).toEqual(["LeadMRx1", id]);
    expect(state.plans.map(({ owners }) => owners)).toEqual([
      [ids.partnerFirm],
      [],
      [ids.realtyFirm],
    ]);
    expect(state.firmMembers.map(({ subscription }) => subscription)).toEqual([
      "active",
      undefined,
      "active",
      "active",
      "inactive",
      undefined,
    ]);
  });

  it("200 and changes nothing", async () => {
    const world = await newWorld();
    await world.createLead();
    const before = await tellAll(world);
    await world.control("GET", "/state");
    expect(await tellAll(world)).toBe(before);
  });

  // The fixture is a setting of the sandbox.
  it.skipIf(isRemote)(
    "200 with a document that a sandbox can start from, with the same state",
    async () => {
      const world = await newWorld();
      await world.createLead({ email: "new@example.com" });
      await world.control("PUT", "/assumptions", { "lead.delete": "204" });
      const state = await world.control("GET", "/state");
      const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-state-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const fixture = join(folder, "saved.json");
      writeFileSync(fixture, JSON.stringify(at(state, "data")));
      const started = await newWorld({ sandbox: { fixture } });
      expect((await started.server("GET", "/state")).text).toBe(state.text);
    },
  );
});

describe("PUT state", () => {
  it("200 with the workspace, which has exactly the records of the document", async () => {
    const world = await newWorld();
    await world.createLead();
    const reply = await world.control("PUT", "/state", handMadeWorld);
    expect(at(reply, "data.firms.0")).toEqual({
      id: handMade.firm,
      name: "Hand",
      firmType: "Partner",
      firmMembers: [
        { id: handMade.member, email: "m@hand.example", isOwner: true },
        { id: handMade.goneMember, email: "g@hand.example", isOwner: true },
      ],
      referralCodes: [{ id: handMade.code }, { id: handMade.goneCode }],
      apiKeys: [
        {
          id: "HandKey1",
          key: handMade.key,
          roleType: "Partner",
          environment: "sandbox",
          quotaPerHour: null,
          burstPerMinute: null,
        },
      ],
    });
    expect(column(await world.control("GET", "/leads"), "id")).toEqual([
      handMade.goneLead,
      handMade.lead,
    ]);
    expect((await world.api("GET", "/v1/leads")).status).toBe(401);
  });

  it("200 for an empty world, which accepts new records", async () => {
    const world = await newWorld();
    await put(world, {});
    const lists = { firms: [], firmMembers: [], referralCodes: [], apiKeys: [] };
    const records = { clientProfiles: [], leads: [], plans: [], workflows: [] };
    const state = at(await world.control("GET", "/state"), "data");
    expect(state).toEqual({ assumptions: {}, ...lists, ...records });
    await world.control("POST", "/firms", { id: "First001", name: "First", firmType: "Partner" });
    const issued = { firmId: "First001", roleType: "Partner", environment: "sandbox" };
    const key = text(await world.control("POST", "/api-keys", issued), "data.key");
    expect((await world.api("GET", "/v1/firms/First001", { key })).status).toBe(200);
  });

  it("200 and deletes mail, journal, events, quota use and faults", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    await world.createLead();
    await world.control("POST", "/faults", { then: { status: 503 } });
    await put(world, worldIn(await world.control("GET", "/state")));
    const totals = ["/emails", "/requests", "/events", "/faults"].map(async (path) =>
      at(await world.control("GET", path), "meta.total"),
    );
    expect(await Promise.all(totals)).toEqual([0, 0, 0, 0]);
    const used = column(await world.control("GET", "/quotas"), "usedLastHour");
    expect(used).toEqual([0, 0, 0, 0]);
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
  });

  it("200 and keeps the clock, which a reset restores", async () => {
    const world = await newWorld();
    const now = "2026-04-01T00:00:00.000Z";
    await world.control("PUT", "/clock", { mode: "frozen", now });
    await put(world, handMadeWorld);
    expect(text(await world.control("GET", "/clock"), "data.now")).toBe(now);
    const path = `/v1/firms/${handMade.firm}/leads`;
    const body = { email: "new@hand.example", firstName: "New", lastName: "Hand" };
    const made = await world.api("POST", path, { key: handMade.key, body });
    expect(text(made, "data.createdAt")).toBe(now);
  });

  it("200 and a reset restores the fixture with its keys", async () => {
    const world = await newWorld();
    const before = await tellAll(world);
    await put(world, handMadeWorld);
    await world.control("POST", "/reset");
    expect(await tellAll(world)).toBe(before);
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
    expect((await world.api("GET", "/v1/leads", { key: handMade.key })).status).toBe(401);
  });

  it("200 and applies the assumptions of the document, or the defaults", async () => {
    const world = await newWorld({ assumptions: { "lead.delete": "204" } });
    const assumed = async (): Promise<unknown> =>
      at(await world.control("GET", "/state"), "data.assumptions");
    expect(await assumed()).toEqual({ "lead.delete": "204" });
    await put(world, handMadeWorld);
    expect(await assumed()).toEqual({});
    await put(world, { ...handMadeWorld, assumptions: { "lead.in-use": "409" } });
    expect(await assumed()).toEqual({ "lead.in-use": "409" });
  });

  it("200 while a call waits for mail, which continues and matches later mail", async () => {
    const world = await newWorld();
    const waiting = world.control("GET", "/emails/wait?kind=welcome&timeoutMs=60000");
    await put(world, worldIn(await world.control("GET", "/state")));
    await world.createLead({ email: "after@example.com" });
    expect(at(await waiting, "data.to")).toEqual(["after@example.com"]);
  });
});
