import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, column, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
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
  it("keeps the newest 3, and reports the others as dropped until it is cleared", async () => {
    const world = await newWorld({ sandbox: { journalEntries: 3 } });
    const standing = async () => at(await world.control("GET", "/requests/count"), "data");
    const made = await sent(world, 5);
    const list = await world.control("GET", "/requests");
    expect(column(list, "id")).toEqual(made.toReversed().slice(0, 3));
    const bytes: unknown = expect.any(Number);
    expect(await standing()).toEqual({ count: 3, entries: 3, bytes, dropped: 2 });
    await world.control("DELETE", "/requests");
    expect(await standing()).toMatchObject({ entries: 0, dropped: 0 });
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

  it("answers 404 to a wait for more than it keeps, with the number of matches", async () => {
    const world = await newWorld({ sandbox: { journalEntries: 3 } });
    await sent(world, 9);
    const reply = await world.control("GET", "/requests/wait?count=4&timeoutMs=0");
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain("3 of 4");
  });
});

describe.skipIf(isRemote)("a journal with a limit in bytes", () => {
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
