import { describe, expect, it } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";

/** The cursors of the events after one. */
async function cursorsAfter(world: World, after: number): Promise<readonly number[]> {
  return column(await world.control("GET", `/events?after=${after}`), "cursor").map(Number);
}

/** A world whose only events are three requests. */
async function withThreeEvents(): Promise<World> {
  const world = await newWorld();
  await world.api("GET", "/v1/leads");
  await world.api("GET", "/v1/plans");
  await world.api("GET", "/nope");
  return world;
}

describe("GET events", () => {
  it("200 with an empty list at first", async () => {
    const list = await (await newWorld()).control("GET", "/events");
    expect(list.json).toEqual({ data: [], meta: { total: 0, count: 0, offset: 0, limit: 10_000 } });
  });

  it("200 with every field of each event", async () => {
    const world = await newWorld();
    const reply = await world.api("GET", `/v1/leads/${ids.activeLead}?scope=active`);
    const list = await world.control("GET", "/events");
    expect(at(list, "data")).toEqual([
      {
        cursor: 1,
        at: monday,
        type: "request",
        data: {
          id: reply.headers.get("x-sandbox-request-id"),
          requestId: reply.headers.get("x-sandbox-request-id"),
          method: "GET",
          path: `/v1/leads/${ids.activeLead}`,
          query: "scope=active",
          status: 200,
          operationId: "get-lead",
          durationMs: expect.any(Number),
          apiKeyId: world.keyIds.partner,
          surface: "partner-sandbox",
          rules: reply.headers.get("x-sandbox-rules")?.split(", "),
        },
      },
    ]);
  });

  it.each([
    { after: 0, cursors: [1, 2, 3] },
    { after: 1, cursors: [2, 3] },
    { after: 2, cursors: [3] },
    { after: 3, cursors: [] },
  ])("200 with $cursors of three events after $after", async ({ after, cursors }) => {
    expect(await cursorsAfter(await withThreeEvents(), after)).toEqual(cursors);
  });

  it.each([4, 999_999_999_999_999])(
    "200 with all events after %i, a cursor from before a reset",
    async (after) => {
      expect(await cursorsAfter(await withThreeEvents(), after)).toEqual([1, 2, 3]);
    },
  );

  it.each(["-1", "1.5", "one", "1e3", ""])("422 after %j", async (after) => {
    const world = await newWorld();
    expect((await world.control("GET", `/events?after=${after}`)).status).toBe(422);
  });

  it("200 without gaps or duplicates for a client that polls under traffic", async () => {
    const world = await newWorld();
    const traffic = Array.from({ length: 40 }, (_, number) =>
      world.createLead({ email: `poll${number}@example.com` }),
    );
    const seen: number[] = [];
    while (seen.length < 160) {
      // oxlint-disable-next-line no-await-in-loop -- each request starts where the previous one ended
      seen.push(...(await cursorsAfter(world, seen.at(-1) ?? 0)));
    }
    await Promise.all(traffic);
    expect(seen).toEqual(Array.from({ length: 160 }, (_, index) => index + 1));
  });

  it("200 with the events of one request together and in order, also under other traffic", async () => {
    const world = await newWorld();
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        world.createLead({ email: `beside${number}@example.com` }),
      ),
    );
    const list = await world.control("GET", "/events");
    const types = column(list, "type");
    const together = types.flatMap((type, index) =>
      type === "lead.created" ? [types.slice(index, index + 3)] : [],
    );
    expect(together).toEqual(
      Array.from({ length: 20 }, () => ["lead.created", "staff.assigned", "mail.captured"]),
    );
  });

  it("200 with events whose requests and mail were deleted", async () => {
    const world = await newWorld();
    await world.createLead();
    await world.control("DELETE", "/requests");
    await world.control("DELETE", "/emails");
    expect(await cursorsAfter(world, 0)).toEqual([1, 2, 3, 4]);
  });

  it("200 without events of another workspace", async () => {
    const world = await newWorld();
    await world.server("POST", "/workspaces", { id: "other", now: monday });
    await world.createLead();
    const other = await world.server("GET", "/workspaces/other/events");
    expect(at(other, "meta.total")).toBe(0);
  });

  it.each([
    { name: "a reset", method: "POST", path: "/reset", body: {}, first: [] },
    { name: "a state put", method: "PUT", path: "/state", body: {}, first: [] },
    {
      name: "a snapshot restored, which is the first event",
      method: "POST",
      path: "/snapshots/first/restore",
      first: [1],
    },
  ])("200 from cursor 1 again after $name", async ({ method, path, body, first }) => {
    const world = await newWorld();
    await world.control("POST", "/snapshots", { name: "first" });
    await world.createLead();
    expect((await world.control(method, path, body)).status).toBe(200);
    expect(await cursorsAfter(world, 0)).toEqual(first);
    await world.control("PUT", "/assumptions", {});
    expect(await cursorsAfter(world, 0)).toEqual([...first, first.length + 1]);
  });

  it("200 as JSON for a client that does not accept a stream", async () => {
    const world = await withThreeEvents();
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
