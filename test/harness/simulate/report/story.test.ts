/** The story of a finding: what happened until it showed. */
import { describe, expect, it } from "vitest";

import { finding, happened, historyRun, nine, reported, seenCall, seenTick } from "../made-up.ts";

const calls = (length: number, given = {}) =>
  Array.from({ length }, (_, at) => seenCall(at, { call: at + 1, ...given }));

const storyOf = (run: ReturnType<typeof historyRun>, found = {}) =>
  (reported({ findings: [finding(found, { run })] }).findings[0]?.story ?? []).map(
    ({ tick, call, text }) => `${tick} ${call ?? "-"} ${text}`,
  );

describe("the story of a finding", () => {
  it("begins with the tick before the first event, and ends with what is wrong", () => {
    const ticks = [0, 1, 2, 3, 4].map((tick) => seenTick(tick));
    expect(storyOf(historyRun({ ticks, happened: [happened("create", 2)] }))).toEqual([
      "1 1 GET …/leads → 200, 2 Leads",
      "2 - another key of the Firm creates the Lead lead1",
      "2 1 GET …/leads → 200, 2 Leads",
      "3 1 GET …/leads → 200, 2 Leads",
      "3 - → 4 quiet ticks later the ledger has no row for lead1. In the world it is Active.",
    ]);
  });

  it("shows four calls of a tick, failures, and ticks without a call", () => {
    const ticks = [
      seenTick(1, { calls: calls(6, { tick: 1, sentAtMs: nine, records: null, status: 0 }) }),
      seenTick(2, { calls: [], ok: false, why: "exit code 1" }),
    ];
    expect(storyOf(historyRun({ ticks, happened: [happened("create", 2)] }))).toEqual([
      "1 1 GET …/leads → no answer",
      "1 2 GET …/leads → no answer",
      "1 3 GET …/leads → no answer",
      "1 4 GET …/leads → no answer",
      "1 6 … 2 more calls",
      "2 - no call",
      "2 - another key of the Firm creates the Lead lead1",
      "2 1 the tick fails: exit code 1",
      expect.stringContaining("→ 4 quiet ticks later"),
    ]);
  });

  it("leaves the middle of a long one out", () => {
    const ticks = Array.from({ length: 10 }, (_, at) => seenTick(at + 1));
    const run = historyRun({ ticks, happened: [happened("create", 2)] });
    const shown = new Set(storyOf(run, { tick: 10 }).map((line) => line.split(" ")[0]));
    expect([...shown]).toEqual(["1", "2", "3", "4", "7", "8", "9", "10"]);
    const eight = historyRun({ ticks: ticks.slice(0, 8), happened: [happened("create", 2)] });
    expect(new Set(storyOf(eight, { tick: 8 }).map((line) => line.split(" ")[0])).size).toBe(8);
  });

  it("names events without effect, rules and second processes, and cuts long requests", () => {
    const call = seenCall(60, {
      process: 2,
      path: "/v1/leads/L1",
      query: `filter=${"x".repeat(300)}`,
    });
    const run = historyRun({
      ticks: [seenTick(1, { calls: [call] })],
      happened: [
        happened("convert", 2, { applied: false }),
        happened("convert", 3, { rules: ["state.convert", "x"] }),
      ],
    });
    const [first, second, third] = storyOf(run);
    expect(first).toMatch(/^1 1 second process: GET \/v1\/leads\/L1\?filter=x+… → 200, 2 Leads$/);
    expect(first?.length).toBeLessThan(300);
    expect(second).toBe("2 - the client of lead1 signs up: Converted, without effect");
    expect(third).toBe("3 - the client of lead1 signs up: Converted (rule state.convert)");
  });

  it.each([
    [{ kind: "unreadable", ledger: "it is cut" }, "the ledger is unreadable: it is cut."],
    [
      { kind: "duplicate", lasting: false },
      "After this tick the ledger has several rows for lead1.",
    ],
    [{ kind: "ghost" }, "the ledger has a row for lead1, which does not exist."],
    [{ kind: "stale", column: "state", ledger: "Active" }, "the ledger has lead1 as Active."],
    [{ kind: "stale", column: "email", ledger: "a@b.c" }, "the ledger has lead1 as email a@b.c."],
    [{ kind: "wrong", ledger: "x" }, "the ledger has lead1 as x."],
  ] as const)("of %j ends so: %s", (found, end) => {
    expect(storyOf(historyRun(), found).at(-1)).toContain(end);
  });
});
