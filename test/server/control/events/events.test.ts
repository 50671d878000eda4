import { describe, expect, it } from "vitest";

import { column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { monday, newWorld } from "../../../support/world.ts";

/** The cursors of the events after one. */
async function cursorsAfter(world: World, after: number): Promise<readonly number[]> {
  return column(await world.control("GET", `/events?after=${after}`), "cursor").map(Number);
}

describe("GET events", () => {
  it("200 with an empty list at first", async () => {
    const list = await (await newWorld()).control("GET", "/events");
    expect(list.json).toEqual({ data: [], meta: { total: 0, count: 0, offset: 0, limit: 10_000 } });
  });

  it.each([
    { after: 0, cursors: [1, 2, 3] },
    { after: 2, cursors: [3] },
    { after: 3, cursors: [] },
    { after: 4, cursors: [1, 2, 3] },
    { after: 999_999_999_999_999, cursors: [1, 2, 3] },
  ])(
    "200 with $cursors of three events after $after, a later cursor being from before a reset",
    async ({ after, cursors }) => {
      const world = await newWorld();
      await world.api("GET", "/v1/leads");
      await world.api("GET", "/v1/plans");
      await world.api("GET", "/nope");
      expect(await cursorsAfter(world, after)).toEqual(cursors);
    },
  );

  it.each(["-1", "1.5", "one", "1e3", ""])("422 after %j", async (after) => {
    const world = await newWorld();
    expect((await world.control("GET", `/events?after=${after}`)).status).toBe(422);
  });

  it("200 with events whose requests and mail were deleted", async () => {
    const world = await newWorld();
    await world.createLead();
    await world.control("DELETE", "/requests");
    await world.control("DELETE", "/emails");
    expect(await cursorsAfter(world, 0)).toEqual([1, 2, 3, 4]);
  });

  it("200 as JSON for a client that does not accept a stream", async () => {
    const world = await newWorld();
    const types = await Promise.all(
      ["*/*", "application/json", "text/html", "text/event"].map(async (accept) => {
        const reply = await world.api("GET", `/_sandbox/workspaces/${world.id}/events`, {
          key: null,
          headers: { accept },
        });
        return reply.headers.get("content-type");
      }),
    );
    expect(new Set(types)).toEqual(new Set(["application/json"]));
  });
});

describe("a control call", () => {
  it("is reported even if it changes nothing, unless it only reads", async () => {
    const world = await newWorld();
    await world.control("GET", "/leads");
    await world.control("PUT", "/assumptions", {});
    const list = await world.control("GET", "/events");
    expect(column(list, "type")).toEqual(["assumptions.set"]);
    expect(text(list, "data.0.at")).toBe(monday);
  });
});
