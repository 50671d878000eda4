import { describe, expect, it } from "vitest";

import type { EventLog } from "../../../src/world/workspace/logs/events.ts";
import { newEventLog } from "../../../src/world/workspace/logs/events.ts";
import { newWorkspaceSettings } from "../../../src/world/workspace/workspace-settings.ts";

describe("an event log", () => {
  it("starts at cursor 0 without events", () => {
    const log = newEventLog();
    expect(log.cursor()).toBe(0);
    expect(log.after(0)).toEqual([]);
  });

  it("numbers events from 1 in order", () => {
    const log = newEventLog();
    log.append({ at: 5, type: "key.issued", data: { id: "a" } });
    log.append({ at: 3, type: "key.revoked", data: { id: "a" } });
    expect(log.after(0)).toEqual([
      { cursor: 1, at: 5, type: "key.issued", data: { id: "a" } },
      { cursor: 2, at: 3, type: "key.revoked", data: { id: "a" } },
    ]);
  });

  it.each([
    { after: 0, cursors: [1, 2, 3] },
    { after: 1, cursors: [2, 3] },
    { after: 2, cursors: [3] },
    { after: 3, cursors: [] },
    { after: 4, cursors: [] },
  ])("reports $cursors after $after of three", ({ after, cursors }) => {
    const log = withEvents(3);
    expect(log.after(after).map(({ cursor }) => cursor)).toEqual(cursors);
  });

  it.each([
    { count: 10_000, first: 1 },
    { count: 10_001, first: 2 },
    { count: 20_000, first: 10_001 },
    { count: 25_000, first: 15_001 },
  ])("keeps the newest 10 000 of $count, from cursor $first on", ({ count, first }) => {
    const log = withEvents(count);
    const kept = log.after(0);
    expect(kept.map(({ cursor }) => cursor)).toEqual(
      Array.from({ length: 10_000 }, (_, at) => first + at),
    );
    expect(log.cursor()).toBe(count);
  });

  it("restarts at 1 when it is renewed, and notifies listeners before the next event", () => {
    const log = withEvents(3);
    const expected: unknown[] = [];
    log.subscribe({
      onEvent: ({ cursor }) => expected.push(cursor),
      onRenew: () => expected.push("renewed"),
    });
    happen(log);
    log.renew(noMemory);
    happen(log);
    expect(expected).toEqual([4, "renewed", 1]);
    expect(log.after(0).map(({ cursor }) => cursor)).toEqual([1]);
  });
});

describe("an event listener", () => {
  it("receives later events until it leaves", () => {
    const log = withEvents(2);
    const expected: number[] = [];
    const leave = log.subscribe({ onEvent: ({ cursor }) => expected.push(cursor) });
    happen(log);
    leave();
    happen(log);
    expect(expected).toEqual([3]);
  });

  it("that leaves during a notification does not prevent the others from being notified", () => {
    const log = newEventLog();
    const expected: string[] = [];
    const leave = log.subscribe({
      onEvent() {
        expected.push("first");
        leave();
      },
    });
    log.subscribe({ onEvent: () => expected.push("second") });
    happen(log);
    happen(log);
    expect(expected).toEqual(["first", "second", "second"]);
  });

  it("is notified of the end, even if it leaves in response, and so are all others", () => {
    const log = newEventLog();
    const ended: string[] = [];
    const leave = log.subscribe({
      onEvent: () => {},
      onEnd() {
        ended.push("first");
        leave();
      },
    });
    log.subscribe({ onEvent: () => {}, onEnd: () => ended.push("second") });
    log.end("dropped");
    expect(ended).toEqual(["first", "second"]);
  });
});

const clock = { mode: "frozen", now: 0 } as const;
const noMemory = newWorkspaceSettings(
  {
    seed: 1,
    fixture: "default",
    clock,
    assumptions: {},
    expiresAt: null,
  },
  Date.now,
);

function happen(log: EventLog): void {
  log.append({ at: 0, type: "request", data: {} });
}

function withEvents(count: number): EventLog {
  const log = newEventLog();
  for (let number = 0; number < count; number += 1) happen(log);
  return log;
}
