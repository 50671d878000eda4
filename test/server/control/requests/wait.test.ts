import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { settled, watched } from "../opened.ts";

/** Longer than any test: an answer cannot be due to the timeout. */
const never = 60_000;

function waitFor(world: World, query: string): Promise<Reply> {
  return world.control("GET", `/requests/wait?${query}`);
}

describe("GET requests/wait", () => {
  it("200 at once with the newest match", async () => {
    const world = await newWorld();
    await world.api("GET", "/v1/leads");
    const newest = await world.api("GET", "/v1/plans");
    const reply = await waitFor(world, `timeoutMs=${never}`);
    expect(column(reply, "id")).toEqual([newest.headers.get("x-sandbox-request-id")]);
    expect(at(reply, "meta")).toEqual({ total: 2, count: 1, offset: 0, limit: 1 });
  });

  it("200 once a match arrives, before its client gets the answer", async () => {
    const world = await newWorld();
    const order: string[] = [];
    const waiting = waitFor(world, `timeoutMs=${never}`).then((reply) => {
      order.push("wait");
      return reply;
    });
    await settled();
    const entry = await world.api("GET", "/v1/leads");
    const reply = await waiting;
    expect(text(reply, "data.0.id")).toBe(entry.headers.get("x-sandbox-request-id"));
    expect(order).toEqual(["wait"]);
  });

  it.each([1, 5])("200 for %i requests once there are as many, not earlier", async (count) => {
    const world = await newWorld();
    const waiting = waitFor(world, `count=${count}&timeoutMs=${never}`);
    const isSettled = watched(waiting);
    for (let sent = 1; sent < count; sent += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await world.api("GET", "/v1/leads");
    }
    await settled();
    expect(isSettled()).toBe(false);
    await world.api("GET", "/v1/leads");
    const reply = await waiting;
    expect(at(reply, "meta")).toEqual({ total: count, count, offset: 0, limit: count });
  });

  it("200 and counts earlier requests, but only matches", async () => {
    const world = await newWorld();
    await world.api("GET", `/v1/leads/${ids.activeLead}`);
    const waiting = waitFor(world, `path=/leads/*&status=200&count=2&timeoutMs=${never}`);
    const isSettled = watched(waiting);
    await world.api("GET", "/v1/leads/Nobody");
    await world.api("GET", "/v1/leads");
    await world.control("GET", `/leads/${ids.activeLead}`);
    await settled();
    expect(isSettled()).toBe(false);
    await world.api("PATCH", `/leads/${ids.activeLead}`, { body: { firstName: "Ada" } });
    expect(column(await waiting, "method")).toEqual(["PATCH", "GET"]);
  });

  it("200 for requests after a deletion of the journal, without earlier ones", async () => {
    const world = await newWorld();
    await world.api("GET", "/v1/leads");
    const waiting = waitFor(world, `count=2&timeoutMs=${never}`);
    const isSettled = watched(waiting);
    await settled();
    await world.control("DELETE", "/requests");
    await world.api("GET", "/v1/leads");
    await settled();
    expect(isSettled()).toBe(false);
    await world.api("GET", "/v1/leads");
    expect((await waiting).status).toBe(200);
  });

  it("404 after the timeout, with the number of matches and the seen requests", async () => {
    const world = await newWorld();
    await world.api("GET", "/v1/leads");
    await world.api("GET", "/v1/plans");
    const reply = await waitFor(world, "path=/leads&count=2&timeoutMs=5");
    expect(reply.status).toBe(404);
    expect(reply.json).toEqual({
      message: "1 of 2 requests matched within 5 ms.",
      hint: "2 in the journal; the newest: GET /v1/plans 200 | GET /v1/leads 200.",
    });
  });

  it("404 after the timeout, with the note that there was no request", async () => {
    const reply = await waitFor(await newWorld(), "timeoutMs=0");
    expect(reply.json).toEqual({
      message: "0 of 1 requests matched within 0 ms.",
      hint: "No request came to this workspace.",
    });
  });

  it("404 at once when the workspace is dropped during the wait", async () => {
    const world = await newWorld();
    const waiting = waitFor(world, `timeoutMs=${never}`);
    await world.server("DELETE", `/workspaces/${world.id}`);
    const reply = await waiting;
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain("was dropped");
  });

  it.each(["count=1001", "limit=1"])("422 at once for %s", async (query) => {
    expect((await waitFor(await newWorld(), query)).status).toBe(422);
  });
});
