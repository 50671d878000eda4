import { scheduler } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import type { LogBounds } from "../../../src/world/workspace/logs/bounded-log.ts";
import type { JournalEntry } from "../../../src/world/workspace/logs/journal.ts";
import { newJournal } from "../../../src/world/workspace/logs/journal.ts";
import { newWorkspaceSettings } from "../../../src/world/workspace/workspace-settings.ts";
import { collector } from "../../support/collector.ts";

const unbounded = { entriesMax: 1_000_000, bytesMax: Number.MAX_SAFE_INTEGER };

/** The size of an entry without content, as the journal counts it. */
const bytesOfOne = journalWith(["a"]).standing().bytes;

describe("a journal", () => {
  it("starts empty, with no dropped entries", () => {
    const journal = journalWith([]);
    expect(journal.entries()).toEqual([]);
    expect(journal.newest()).toBeNull();
    expect(journal.standing()).toEqual({ entries: 0, bytes: 0, dropped: 0 });
  });

  it("returns its entries newest first", () => {
    const journal = journalWith(["a", "b", "c"]);
    expect(idsOf(journal)).toEqual(["c", "b", "a"]);
    expect(journal.newest()?.id).toBe("c");
  });

  it.each([
    { count: 3, kept: ["3", "2", "1"], dropped: 0 },
    { count: 4, kept: ["4", "3", "2"], dropped: 1 },
    { count: 5_000, kept: ["5000", "4999", "4998"], dropped: 4_997 },
  ])("limited to 3 entries keeps the newest of $count and counts $dropped as dropped", (row) => {
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
  ])("limited to $bytesMax bytes keeps $kept of two entries", ({ bytesMax, kept, dropped }) => {
    const journal = journalWith(["a", "b"], { ...unbounded, bytesMax });
    expect(idsOf(journal)).toEqual(kept);
    const bytes = kept.length * bytesOfOne;
    expect(journal.standing()).toEqual({ entries: kept.length, bytes, dropped });
  });

  it("adds the content of an entry to its base size", () => {
    const journal = journalWith([]);
    journal.append({ ...entry("a"), messageBytes: 1_000 });
    expect(journal.standing().bytes).toBe(1_000 + bytesOfOne);
  });

  it("drops an entry that exceeds its limit and all earlier ones, and continues", () => {
    const journal = journalWith(["a"], { ...unbounded, bytesMax: 4 * bytesOfOne });
    journal.append({ ...entry("large"), messageBytes: 4 * bytesOfOne });
    expect(journal.entries()).toEqual([]);
    expect(journal.newest()).toBeNull();
    expect(journal.standing()).toEqual({ entries: 0, bytes: 0, dropped: 2 });
    journal.append(entry("b"));
    expect(idsOf(journal)).toEqual(["b"]);
    expect(journal.standing()).toEqual({ entries: 1, bytes: bytesOfOne, dropped: 2 });
  });

  it("releases the memory of dropped entries", async () => {
    const journal = journalWith([], { ...unbounded, entriesMax: 200 });
    const refs = Array.from({ length: 500 }, (_, number) => {
      const one = entry(String(number));
      journal.append(one);
      return new WeakRef(one);
    });
    // A WeakRef keeps its target alive until the end of the current task.
    await scheduler.yield();
    collector()();
    expect(refs.filter((ref) => ref.deref() !== undefined).length).toBe(200);
    expect(idsOf(journal)).toEqual(Array.from({ length: 200 }, (_, at) => String(499 - at)));
  });

  it("restarts with no dropped entries when it is cleared, and continues its numbers", () => {
    const journal = journalWith(["a", "b", "c"], { ...unbounded, entriesMax: 2 });
    const number = journal.nextNumber();
    journal.clear();
    expect(journal.entries()).toEqual([]);
    expect(journal.newest()).toBeNull();
    expect(journal.standing()).toEqual({ entries: 0, bytes: 0, dropped: 0 });
    expect(journal.nextNumber()).toBe(number + 1);
  });

  it("continues from the number in the settings, and saves the number it has reached", () => {
    const journal = newJournal({ requests: 41 }, unbounded);
    expect(journal.nextNumber()).toBe(42);
    expect(journal.keep()).toEqual({ requests: 42 });
  });

  it("forgets its entries and takes over the number when it is renewed", () => {
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
    receivedAt: 0,
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
    changes: [],
    effects: [],
    messages: () => ({
      request: { headers: {}, body: null, cutFromBytes: null },
      response: { headers: {}, body: null, cutFromBytes: null },
    }),
    messageBytes: 0,
  };
}
