import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { column, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";
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
  it("answers 404 for a dropped request, with the number of dropped ones", async () => {
    const world = await newWorld({ sandbox: { journalEntries: 3 } });
    const [first = ""] = await sent(world, 5);
    const reply = await world.control("GET", `/requests/${first}`);
    expect(reply.status).toBe(404);
    expect(text(reply, "hint")).toContain("dropped 2");
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
