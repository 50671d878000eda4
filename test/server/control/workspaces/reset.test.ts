import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { at, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { tellAll } from "../paths.ts";

/** Makes every change that a tester and a client can make. */
async function live(world: World): Promise<void> {
  await world.createLead();
  await world.api("GET", "/v1/leads");
  for (const [method, path, body] of [
    ["POST", `/leads/${ids.activeLead}/convert`],
    ["POST", `/plans/${ids.plan}/status`, { status: "Pre-approved" }],
    ["PUT", "/assumptions", { "lead.delete": "204" }],
    ["PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour: 60 }],
    ["POST", `/quotas/${world.keyIds.partner}/use`, { count: 60, over: "PT30M" }],
    ["DELETE", `/api-keys/${world.keyIds.realtor}`],
    ["POST", "/clock/advance", { by: "P1D" }],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- each change depends on the previous one
    const reply = await world.control(method, path, body);
    expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
  }
}

const idOf: Readonly<Record<string, string>> = { leads: ids.activeLead, plans: ids.plan };

describe("POST reset", () => {
  it("200 and restores rows, clock, quota, mail, journal, events, assumptions and keys", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    const before = await tellAll(world);
    await live(world);
    expect(await tellAll(world)).not.toBe(before);
    expect((await world.control("POST", "/reset")).status).toBe(200);
    expect(await tellAll(world)).toBe(before);
  });

  it("returns the fixture's records after a replaced state whose records were read", async () => {
    const world = await newWorld();
    const paths = ["leads", "plans"].flatMap((name) => [
      `/v1/${name}`,
      `/v1/${name}/${idOf[name]}`,
    ]);
    const read = (): Promise<readonly string[]> =>
      Promise.all(paths.map(async (path) => (await world.api("GET", path)).text));
    const before = await read();
    const { text: state } = await world.control("GET", "/state");
    const replaced = state.replaceAll(/"(name|firstName|status)":"[^"]+"/g, (_, name: string) =>
      name === "status" ? '"status":"Closed"' : `"${name}":"Replaced"`,
    );
    const put = await world.control("PUT", "/state", Object(JSON.parse(replaced)).data);
    expect(put.status).toBe(200);
    expect((await read()).map((one, index) => one === before[index])).toEqual(
      paths.map(() => false),
    );
    await world.control("POST", "/reset");
    expect(await read()).toEqual(before);
  });

  it("keeps the options of the workspace's creation, on another fixture, too", async () => {
    const assumptions = { "lead.delete": "204" };
    const world = await newWorld({ quotaPerHour: 77, seed: 9, assumptions });
    await world.control("PUT", "/assumptions", {});
    const reply = await world.control("POST", "/reset", { fixture: "empty" });
    expect(at(reply, "data.seed")).toBe(9);
    expect(at(reply, "data.firms.0.apiKeys.0.quotaPerHour")).toBe(77);
    expect(at(reply, "data.firms.0.apiKeys.0.key")).toBe(world.keys.partner);
    expect(text(reply, "data.clock.now")).toBe(monday);
    expect(at(await world.control("GET", "/state"), "data.assumptions")).toEqual(assumptions);
  });

  // The fixture is a setting of the sandbox.
  it.skipIf(isRemote)("applies only the assumptions of the new fixture", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-reset-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const fixture = join(folder, "mine.json");
    const document: object = JSON.parse(readFileSync("fixtures/default.json", "utf8"));
    const own = { "lead.delete": "204", "lead.in-use": "409" };
    writeFileSync(fixture, JSON.stringify({ ...document, assumptions: own }));
    const chosen = { "lead.in-use": "allowed" };
    const world = await newWorld({ sandbox: { fixture }, fixture: "mine", assumptions: chosen });
    const assumed = async (fixtureName: string): Promise<unknown> => {
      await world.control("POST", "/reset", { fixture: fixtureName });
      return at(await world.control("GET", "/state"), "data.assumptions");
    };
    expect(await assumed("default")).toEqual(chosen);
    expect(await assumed("mine")).toEqual({ ...own, ...chosen });
  });

  it("200 and a later reset keeps the fixture", async () => {
    const world = await newWorld();
    await world.control("POST", "/reset", { fixture: "empty" });
    await world.createLead();
    expect(text(await world.control("POST", "/reset"), "data.fixture")).toBe("empty");
    expect(at(await world.control("GET", "/leads"), "meta.total")).toBe(0);
  });
});

describe("workspaces", () => {
  it("of one process share no data, and each has its own keys (5.2)", async () => {
    const world = await newWorld();
    const made = await world.server("POST", "/workspaces", { id: "other", now: monday });
    const expected = (): Promise<string> => tellAll(world, "/workspaces/other");
    const before = await expected();
    await live(world);
    expect(await expected()).toBe(before);
    const key = text(made, "data.firms.0.apiKeys.0.key");
    expect(Object.values(world.keys)).not.toContain(key);
    expect(at(await world.api("GET", "/v1/leads?scope=withDeleted", { key }), "meta.total")).toBe(
      5,
    );
  });
});
