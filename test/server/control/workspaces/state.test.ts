import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { worldIn } from "../../../world/workspace/contents.ts";
import { sendRaw, tellAll } from "../paths.ts";
import { handMade, handMadeWorld } from "./hand-made.ts";

const [lead] = handMadeWorld.leads;
const [plan] = handMadeWorld.plans;

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
    expect(state.leads.map((one) => one.id).slice(-2)).toEqual(["LeadMRx1", id]);
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

  it.each([
    { at: "plans.0.owners", lists: { plans: [{ ...plan, owners: ["nobody"] }] } },
    { at: "leads.0.nickname", lists: { leads: [{ ...lead, nickname: "H" }] } },
    { at: "people", lists: { people: [] } },
  ])("422 at $at, and nothing is changed", async ({ at: path, lists }) => {
    const world = await newWorld();
    await world.createLead();
    const before = await tellAll(world);
    const reply = await world.control("PUT", "/state", { ...handMadeWorld, ...lists });
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    expect(Object.keys(Object(at(reply, "fields")))).toEqual([path]);
    expect(await tellAll(world)).toBe(before);
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
  });

  it("422 with every problem at once", async () => {
    const world = await newWorld();
    const reply = await world.control("PUT", "/state", {
      ...handMadeWorld,
      leads: [{ ...lead, resourceId: "nobody" }],
      plans: [{ ...plan, owners: ["nobody"] }, plan],
    });
    expect(Object.keys(Object(at(reply, "fields"))).toSorted()).toEqual([
      "leads.0.resourceId",
      "plans.0.owners",
      "plans.1.id",
    ]);
  });

  it.each(["__proto__", "assumptions.__proto__"])(
    "422 for a key named %s, which is not ignored",
    async (name) => {
      const world = await newWorld();
      const body = name === "__proto__" ? '{"__proto__":[]}' : '{"assumptions":{"__proto__":"x"}}';
      const reply = await sendRaw(world, "PUT", `/_sandbox/workspaces/${world.id}/state`, body);
      expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
      expect(reply.text).toContain(name);
    },
  );
});
