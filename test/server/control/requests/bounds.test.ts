import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, column, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import type { Opened } from "../opened.ts";
import { opened } from "../opened.ts";

/** Sends `count` requests and returns their ids in order. */
async function sent({ api }: Pick<World, "api">, count: number): Promise<readonly string[]> {
  const made: string[] = [];
  for (let number = 0; number < count; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
    made.push(idOf(await api("GET", `/v1/leads/Number${number}`)));
  }
  return made;
}

function idOf(reply: Reply): string {
  return reply.headers.get("x-sandbox-request-id") ?? "";
}

// The limits are settings of a sandbox.
describe.skipIf(isRemote)("a journal of at most 3 requests", () => {
  it.each([
    { count: 2, kept: 2, dropped: 0 },
    { count: 3, kept: 3, dropped: 0 },
    { count: 4, kept: 3, dropped: 1 },
    { count: 50, kept: 3, dropped: 47 },
  ])("keeps $kept of $count, and reports $dropped as dropped", async (row) => {
    const world = await newWorld({ sandbox: { journalEntries: 3 } });
    const made = await sent(world, row.count);
    const list = await world.control("GET", "/requests");
    expect(column(list, "id")).toEqual(made.toReversed().slice(0, row.kept));
    expect(at(await world.control("GET", "/requests/count"), "data")).toEqual({
      count: row.kept,
      entries: row.kept,
      bytes: expect.any(Number),
      dropped: row.dropped,
    });
  });

  it("answers 404 for a dropped request, with the number of dropped ones", async () => {
    const world = await newWorld({ sandbox: { journalEntries: 3 } });
    const [first = ""] = await sent(world, 5);
    const reply = await world.control("GET", `/requests/${first}`);
    expect(reply.status).toBe(404);
    expect(text(reply, "hint")).toContain("dropped 2");
  });

  it("has unique ids, despite drops, deletion and a snapshot", async () => {
    const world = await newWorld({ sandbox: { journalEntries: 3 } });
    const before = await sent(world, 5);
    await world.control("POST", "/snapshots", { name: "here" });
    await world.control("DELETE", "/requests");
    const between = await sent(world, 5);
    await world.control("POST", "/snapshots/here/restore");
    const after = await sent(world, 5);
    expect(new Set([...before, ...between]).size).toBe(10);
    expect(after).toEqual(between);
  });

  it("limits each workspace separately", async () => {
    const world = await newWorld({ sandbox: { journalEntries: 3 } });
    const made = await world.server("POST", "/workspaces", { id: "other", quotaPerHour: null });
    const key = text(made, "data.firms.0.apiKeys.0.key");
    await sent(world, 3);
    await sent({ api: (method, path) => world.api(method, path, { key }) }, 3);
    const count = await world.control("GET", "/requests/count");
    expect(at(count, "data")).toMatchObject({ entries: 3, dropped: 0 });
  });

  it("restarts the count of drops after a deletion or a reset", async () => {
    const world = await newWorld({ sandbox: { journalEntries: 3 } });
    const dropped = async () => at(await world.control("GET", "/requests/count"), "data.dropped");
    await sent(world, 4);
    await world.control("DELETE", "/requests");
    expect(await dropped()).toBe(0);
    await sent(world, 4);
    await world.control("POST", "/reset");
    expect(await dropped()).toBe(0);
  });

  it("answers 404 to a wait for more than it keeps, with the number of matches", async () => {
    const world = await newWorld({ sandbox: { journalEntries: 3 } });
    await sent(world, 9);
    const reply = await world.control("GET", "/requests/wait?count=4&timeoutMs=0");
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain("3 of 4");
  });
});

describe.skipIf(isRemote)("a journal with a limit in bytes", () => {
  it("keeps two requests of exactly that size, and one if they are a byte larger", async () => {
    const bytes = await bytesOfTwo();
    expect(await entriesAfterTwo(bytes)).toEqual({ count: 2, entries: 2, bytes, dropped: 0 });
    expect(await entriesAfterTwo(bytes - 1)).toEqual({
      count: 1,
      entries: 1,
      bytes: bytes / 2,
      dropped: 1,
    });
  });

  it("drops a request larger than the limit, and continues with the next", async () => {
    const open = await opened({ journalBytes: 4_000 });
    await sent(open, 1);
    const large = await open.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, {
      body: { email: "x".repeat(10_000) },
    });
    expect(large.status).toBe(422);
    expect(at(await open.control("GET", "/requests/count"), "data")).toEqual({
      count: 0,
      entries: 0,
      bytes: 0,
      dropped: 2,
    });
    const [next] = await sent(open, 1);
    expect(column(await open.control("GET", "/requests"), "id")).toEqual([next]);
  });

  it("does not end a wait by a request that it cannot keep", async () => {
    const open = await opened({ journalBytes: 1 });
    const waiting = open.control("GET", "/requests/wait?timeoutMs=50");
    await sent(open, 1);
    expect((await waiting).status).toBe(404);
  });

  it("reports every request as an event, stored or not", async () => {
    const open = await opened({ journalBytes: 1 });
    const made = await sent(open, 3);
    const events = await open.control("GET", "/events?after=1");
    expect(column(events, "data.id")).toEqual(made);
  });
});

/** The size of two requests of one kind, without durations and ids. */
async function bytesOfTwo(): Promise<number> {
  const open = await opened();
  await sentTwice(open);
  return Number(at(await open.control("GET", "/requests/count"), "data.bytes"));
}

async function entriesAfterTwo(journalBytes: number): Promise<unknown> {
  const open = await opened({ journalBytes });
  await sentTwice(open);
  return at(await open.control("GET", "/requests/count"), "data");
}

async function sentTwice({ api }: Opened): Promise<void> {
  await api("GET", "/v1/firms");
  await api("GET", "/v1/firms");
}
