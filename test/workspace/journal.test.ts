import { scheduler } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import type { LogBounds } from "../../src/workspace/bounded-log.ts";
import type { JournalEntry } from "../../src/workspace/journal.ts";
import { newJournal } from "../../src/workspace/journal.ts";
import { newWorkspaceSettings } from "../../src/workspace/workspace-settings.ts";
import { collector } from "../support/collector.ts";

const unbounded = { entriesMax: 1_000_000, bytesMax: Number.MAX_SAFE_INTEGER };

/** What an entry that carried nothing takes, as the journal counts it. */
const bytesOfOne = journalWith(["a"]).standing().bytes;

describe("a journal", () => {
  it("is empty and has dropped nothing at first", () => {
    const journal = journalWith([]);
    expect(journal.entries()).toEqual([]);
    expect(journal.newest()).toBeNull();
    expect(journal.standing()).toEqual({ entries: 0, bytes: 0, dropped: 0 });
  });

  it("reports its entries newest first", () => {
    const journal = journalWith(["a", "b", "c"]);
    expect(idsOf(journal)).toEqual(["c", "b", "a"]);
    expect(journal.newest()?.id).toBe("c");
  });

  it.each([
    { count: 3, kept: ["3", "2", "1"], dropped: 0 },
    { count: 4, kept: ["4", "3", "2"], dropped: 1 },
    { count: 5_000, kept: ["5000", "4999", "4998"], dropped: 4_997 },
  ])("bounded to 3 entries keeps the newest of $count and counts $dropped", (row) => {
    const ids = Array.from({ length: row.count }, (_, index) => String(index + 1));
    const journal = journalWith(ids, { ...unbounded, entriesMax: 3 });
    expect(idsOf(journal)).toEqual(row.kept);
    expect(journal.standing()).toMatchObject({ entries: 3, dropped: row.dropped });
  });

  it.each([
    { bytesMax: 2 * bytesOfOne, kept: ["b", "a"], dropped: 0 },
    { bytesMax: 2 * bytesOfOne - 1, kept: ["b"], dropped: 1 },
    { bytesMax: bytesOfOne, kept: ["b"], dropped: 1 },
    { bytesMax: bytesOfOne - 1, kept: [], dropped: 2 },
  ])("bounded to $bytesMax bytes keeps $kept of two entries", ({ bytesMax, kept, dropped }) => {
    const journal = journalWith(["a", "b"], { ...unbounded, bytesMax });
    expect(idsOf(journal)).toEqual(kept);
    const bytes = kept.length * bytesOfOne;
    expect(journal.standing()).toEqual({ entries: kept.length, bytes, dropped });
  });

  it("counts what an entry carried next to what every entry takes", () => {
    const journal = journalWith([]);
    journal.append({ ...entry("a"), messageBytes: 1_000 });
    expect(journal.standing().bytes).toBe(1_000 + bytesOfOne);
  });

  it("drops all before an entry that is larger than its bound, and the entry, and goes on", () => {
    const journal = journalWith(["a"], { ...unbounded, bytesMax: 4 * bytesOfOne });
    journal.append({ ...entry("large"), messageBytes: 4 * bytesOfOne });
    expect(journal.entries()).toEqual([]);
    expect(journal.newest()).toBeNull();
    expect(journal.standing()).toEqual({ entries: 0, bytes: 0, dropped: 2 });
    journal.append(entry("b"));
    expect(idsOf(journal)).toEqual(["b"]);
    expect(journal.standing()).toEqual({ entries: 1, bytes: bytesOfOne, dropped: 2 });
  });

  it("lets dropped entries go: none of them is in memory", async () => {
    const journal = journalWith([], { ...unbounded, entriesMax: 200 });
    const refs = Array.from({ length: 500 }, (_, number) => {
      const one = entry(String(number));
      journal.append(one);
      return new WeakRef(one);
    });
    // A WeakRef holds what it refers to until the task it was made in is over.
    await scheduler.yield();
    collector()();
    expect(refs.filter((ref) => ref.deref() !== undefined).length).toBe(200);
    expect(idsOf(journal)).toEqual(Array.from({ length: 200 }, (_, at) => String(499 - at)));
  });

  it("begins again with nothing dropped when it is cleared, and its numbers go on", () => {
    const journal = journalWith(["a", "b", "c"], { ...unbounded, entriesMax: 2 });
    const number = journal.nextNumber();
    journal.clear();
    expect(journal.entries()).toEqual([]);
    expect(journal.newest()).toBeNull();
    expect(journal.standing()).toEqual({ entries: 0, bytes: 0, dropped: 0 });
    expect(journal.nextNumber()).toBe(number + 1);
  });

  it("goes on from the number that a memory has, and remembers the one it has come to", () => {
    const journal = newJournal({ requests: 41 }, unbounded);
    expect(journal.nextNumber()).toBe(42);
    expect(journal.keep()).toEqual({ requests: 42 });
  });

  it("forgets its entries and takes the number over when it is renewed", () => {
    const journal = journalWith(["a", "b"], { ...unbounded, entriesMax: 1 });
    const clock = { mode: "frozen", now: 0 } as const;
    const origin = { seed: 1, fixture: "", clock, assumptions: {}, expiresAt: null };
    journal.renew({ ...newWorkspaceSettings(origin, Date.now), requests: 7 });
    expect(journal.entries()).toEqual([]);
    expect(journal.standing().dropped).toBe(0);
    expect(journal.nextNumber()).toBe(8);
  });
});

function journalWith(ids: readonly string[], bounds: LogBounds = unbounded) {
  const journal = newJournal({ requests: 0 }, bounds);
  for (const id of ids) journal.append(entry(id));
  return journal;
}

function idsOf(journal: ReturnType<typeof journalWith>): readonly string[] {
  return journal.entries().map(({ id }) => id);
}

function entry(id: string): JournalEntry {
  return {
    id,
    at: 0,
    method: "GET",
    path: "",
    query: "",
    status: 200,
    operationId: null,
    durationMs: 0,
    apiKeyId: null,
    surface: "partner-sandbox",
    rules: [],
    reason: null,
    hints: [],
    messages: () => ({
      request: { headers: {}, body: null },
      response: { headers: {}, body: null },
    }),
    messageBytes: 0,
  };
}
