import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import type { Workspace } from "../../../../src/world/workspace/workspace.ts";
import { isRemote } from "../../../support/target.ts";
import { opened, servedOn, settled, watchListeners } from "../opened.ts";
import type { ToldEvent } from "./event-reader.ts";
import { readEvents } from "./event-reader.ts";

const headers = { accept: "text/event-stream" };
const path = "/_sandbox/events?after=1";
const inProcess = `http://127.0.0.1${path}`;

/** Many of these exceed the buffers between two sockets. It takes no time to see that spaces hold no API key. */
const note = " ".repeat(1_000);

function happen(workspace: Workspace, count: number): void {
  for (let left = count; left > 0; left -= 1) workspace.emit("request", { note });
}

/** The number of events that a reader received or missed by its gap events, in order and complete. */
function accountedFor(expected: readonly ToldEvent[], after: number): number {
  return expected.reduce((cursor, { id, event, data }) => {
    const missed = event === "gap" ? Number(Reflect.get(Object(data), "missed")) : 1;
    expect(Number(id)).toBe(cursor + missed);
    return cursor + missed;
  }, after);
}

/** A connection that requests the events and never reads the answer. */
async function silentReader(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAccept: ${headers.accept}\r\n\r\n`);
  return socket;
}

// Listeners and memory are internals of this process.
describe.skipIf(isRemote)("a slow reader of events", () => {
  it("gets a gap event for the missed events, then the newest ones", async () => {
    const { workspace, fetch: ask } = await opened();
    const reader = readEvents(await ask(inProcess, { headers }));
    happen(workspace, 25_000);
    const expected: ToldEvent[] = [];
    while (expected.at(-1)?.id !== "25001") {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expected.push(...(await reader.next(1)));
    }
    expect(accountedFor(expected, 1)).toBe(25_001);
    const gaps = expected.filter(({ event }) => event === "gap");
    expect(gaps.length).toBe(1);
    expect(gaps[0]?.data).toEqual({
      type: "gap",
      cursor: Number(gaps[0]?.id),
      missed: expect.any(Number),
    });
    happen(workspace, 1);
    expect(await reader.next(1)).toMatchObject([{ id: "25002", event: "request" }]);
  });

  it("gets the gap before a reset, and the gap before the end", async () => {
    const { workspace, control, fetch: ask } = await opened();
    await control("POST", "/workspaces", { id: "short" });
    const short = "http://127.0.0.1/_sandbox/workspaces/short/events";
    const reader = readEvents(await ask(inProcess, { headers }));
    const other = readEvents(await ask(short, { headers }));
    happen(workspace, 1_000);
    await control("POST", "/reset");
    await control("PUT", "/assumptions", {});
    for (let left = 500; left > 0; left -= 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await control("PUT", "/workspaces/short/assumptions", { "lead.delete": "204" });
    }
    await control("DELETE", "/workspaces/short");
    const expected: ToldEvent[] = [];
    while (expected.at(-1)?.event !== "assumptions.set") {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expected.push(...(await reader.next(1)));
    }
    expect(expected.slice(-3).map(({ event }) => event)).toEqual([
      "gap",
      "reset",
      "assumptions.set",
    ]);
    expect(accountedFor(expected.slice(0, -2), 1)).toBe(1_001);
    const ended = await other.rest();
    expect(accountedFor(ended.slice(0, -1), 0)).toBe(500);
    expect(ended.at(-1)).toMatchObject({ id: "500", event: "workspace-dropped" });
  });

  it("stays connected with bounded memory, as do 20 clients that never read, and delays no other", async () => {
    const { workspace, url } = await servedOn();
    const listeners = watchListeners(workspace);
    await Promise.all(Array.from({ length: 20 }, () => silentReader(url)));
    await vi.waitFor(() => expect(listeners.count()).toBe(20), 10_000);
    const before = process.memoryUsage();
    for (let round = 0; round < 8; round += 1) {
      happen(workspace, 1_000);
      // oxlint-disable-next-line no-await-in-loop -- lets the server write in between
      await settled();
    }
    const after = process.memoryUsage();
    expect(listeners.count()).toBe(20);
    const grown = after.heapUsed + after.external - before.heapUsed - before.external;
    // Without a limit: 8,000 events of 1 kB for each of 20 readers, 160 MB.
    expect(grown / 1024 / 1024).toBeLessThan(60);
    const { cursor } = workspace.events;
    const quick = readEvents(await fetch(`${url}/_sandbox/events?after=${cursor()}`, { headers }));
    happen(workspace, 1_000);
    expect((await quick.next(1_000)).filter(({ event }) => event === "gap")).toEqual([]);
  });
});
