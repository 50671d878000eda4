import { describe, expect, it } from "vitest";

import { column, text } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";
import { tellAll } from "../paths.ts";

describe("an unknown snapshot", () => {
  const calls = [
    ["POST", "/restore"],
    ["GET", "/download"],
    ["DELETE", ""],
  ] as const;

  it.each(calls)("404 for %s snapshots/{name}%s, with the existing ones", async (method, call) => {
    const world = await newWorld();
    await world.createLead();
    await world.control("POST", "/snapshots", { name: "here" });
    const before = await tellAll(world);
    const reply = await world.control(method, `/snapshots/nowhere${call}`);
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain('"nowhere"');
    expect(text(reply, "hint")).toContain("here");
    expect(await tellAll(world)).toBe(before);
  });

  it.each(calls)("404 for %s snapshots/{name}%s with an invalid name", async (method, call) => {
    const world = await newWorld();
    for (const name of ["..%2f..%2fsecret", "%2e%2e", "a%00", "__proto__"]) {
      // oxlint-disable-next-line no-await-in-loop -- sequential, so that a failure shows which one it is
      const reply = await world.control(method, `/snapshots/${name}${call}`);
      expect(`${name} ${reply.status}`).toBe(`${name} 404`);
    }
  });
});

describe("DELETE snapshots/{name}", () => {
  it("200 and its name is free again, and the others remain", async () => {
    const world = await newWorld();
    await world.control("POST", "/snapshots", { name: "one" });
    await world.control("POST", "/snapshots", { name: "other" });
    const reply = await world.control("DELETE", "/snapshots/one");
    expect(`${reply.status} ${reply.text}`).toBe('200 {"data":{"name":"one"}}');
    expect((await world.control("POST", "/snapshots/one/restore")).status).toBe(404);
    expect((await world.control("DELETE", "/snapshots/one")).status).toBe(404);
    expect(column(await world.control("GET", "/snapshots"), "name")).toEqual(["other"]);
    expect((await world.control("POST", "/snapshots", { name: "one" })).status).toBe(201);
  });

  it("200 and a workspace restored from it does not change", async () => {
    const world = await newWorld();
    const lead = await world.createLead();
    await world.control("POST", "/snapshots", { name: "one" });
    await world.control("POST", "/snapshots/one/restore");
    await world.control("DELETE", "/snapshots/one");
    expect((await world.api("GET", `/v1/leads/${lead}`)).status).toBe(200);
  });
});
