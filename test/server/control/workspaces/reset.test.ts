import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { at, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";

const idOf: Readonly<Record<string, string>> = { leads: ids.activeLead, plans: ids.plan };

describe("POST reset", () => {
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
});
