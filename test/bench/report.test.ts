import { readFileSync, writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import type { Figure } from "../../bench/figures.ts";
import { median, Results } from "../../bench/figures.ts";
import { goals } from "../../bench/goals.ts";
import { ratioOf } from "../../bench/judging.ts";
import { reportOf } from "../../bench/report.ts";
import { tried } from "../../bench/tried.ts";
import type { At } from "./made-up-results.ts";
import { good, resultsOf } from "./made-up-results.ts";

/** The row of the goal whose name starts so. */
function rowOf(report: string, name: string): string | undefined {
  return report.split("\n").find((line) => line.startsWith(`| ${name}`));
}

/** The good figures with the rounds of one of them replaced. */
function worse(...[measure, column, target, unit, ...rounds]: At): readonly At[] {
  const isThis = (one: At): boolean => one[0] === measure && one[1] === column && one[2] === target;
  expect(good.some(isThis)).toBe(true);
  return good.map((one) => (isThis(one) ? [measure, column, target, unit, ...rounds] : one));
}

describe("the report of a run of the benchmarks", () => {
  it("has a row for every goal, and all are met by figures that are good enough", () => {
    const report = reportOf(resultsOf(good));
    const rows = goals.map(({ what }) => rowOf(report, what)?.split(" | ").at(-1));
    expect(rows).toEqual(goals.map(() => "met |"));
    expect(goals.map(({ what }) => what)).toEqual([
      "cold start to the first 200, bundle, default fixture",
      "peak memory at the first answer",
      "GET one, 10 and 50 connections",
      "POST, 10 and 50 connections",
      "POST with the welcome mail against without",
      "list of 20 with total, 10 connections",
      "offset 900k of 1M",
      "exact filter on a documented field at 1M, total included",
      "reset over HTTP, in memory, fixture of 100, 10000, 100000 Leads alike",
      "load another fixture of 100, 10000, 100000",
      "1000 workspaces",
      "limiter decision, any quota",
      "memory after 1M mixed requests, journal on",
      "file mode, POST, 50 connections",
      "a trial of explore over its command",
      "300 trials of a client that takes 200 ms",
      "200 labelled tests under every fault",
      "memory of explore under 1000 trials",
      "a request, with an explored sandbox in the same process",
    ]);
  });

  it.each<[goal: string, reached: string, ...worse: At]>([
    ["cold start", "1.60 ×", "cold-start", "first 200", "lead-sandbox", "ms", 80, 96, 88],
    ["peak memory", "1.33 ×", "cold-start", "peak memory", "lead-sandbox", "MiB", 80],
    ["GET one, 10", "at 50: 0.50 ×", "get-one", "at 50", "lead-sandbox", "req/s", 30_000],
    ["GET one, 10", "of the best peer 1.91 ×", "get-one", "at 10", "a peer", "req/s", 22_000],
    ["POST, 10", "at 10: 0.40 ×", "create", "at 10", "lead-sandbox", "req/s", 12_000],
    ["POST, 10", "p99 at 10: 11.00 ms", "create", "p99 at 10", "lead-sandbox", "ms", 11],
    ["POST with", "0.94 ×", "mail-cost", "at 10", "with the welcome mail", "req/s", 94],
    ["list of 20", "of the best peer 0.93 ×", "list", "at 10", "a peer", "req/s", 14_000],
    ["list of 20", "1M to 1k: 0.50 ×", "sizes", "first page, 1M", "lead-sandbox", "req/s", 6_500],
    ["offset 900k", "2.10 ms", "sizes", "deep, 1M", "lead-sandbox", "ms", 2.1],
    ["exact filter", "5.10 ms", "sizes", "filter, 1M", "lead-sandbox", "ms", 5.1],
    ["reset over", "10000: 0.70 ms", "reset", "median, 10000", "lead-sandbox", "ms", 0.7],
    ["reset over", "p95 1.60 ms", "reset", "p95, 100000", "lead-sandbox", "ms", 1.6],
    ["load another", "100: 1.10 ms", "fixture-load", "median, 100", "lead-sandbox", "ms", 1.1],
    ["1000 work", "before 200 KiB", "workspaces", "made: memory", "lead-sandbox", "KiB", 200],
    ["limiter", "500: 120 ns", "limiter", "time, 500", "lead-sandbox", "ns", 120],
    [
      "memory after",
      "0.15 of the heap",
      "memory",
      "heap from its mean",
      "lead-sandbox",
      "ratio",
      0.15,
    ],
    ["memory after", "50000 requests", "memory", "requests", "lead-sandbox", "count", 50_000],
    ["file mode", "1 missing", "file-mode", "missing", "lead-sandbox", "count", 1],
    ["a trial", "31.00 ms", "explore-overhead", "over the command", "a trial of explore", "ms", 31],
    ["300 trials", "46 s", "explore-trials", "in all", "lead-sandbox", "s", 46],
    ["300 trials", "30 trials", "explore-trials", "trials", "lead-sandbox", "count", 30],
    ["200 labelled", "16 runs", "explore-packing", "runs", "lead-sandbox", "count", 16],
    ["memory of explore", "310 MiB", "explore-memory", "largest RSS", "lead-sandbox", "MiB", 310],
    ["a request", "1.10 ×", "explore-unvaried", "a request", "beside an explored one", "µs", 11],
  ])("says of %s that it is not met, by %s", (goal, reached, ...at) => {
    const results = resultsOf(worse(...at));
    const row = rowOf(reportOf(results), goal);
    expect(row).toContain(`**${reached}**`);
    expect(row?.endsWith("| **not met** |")).toBe(true);
    expect(goals.filter(({ judge }) => judge(results).isMet !== true)).toHaveLength(1);
  });

  it("has what was tried for every goal that is not met, and for no other", () => {
    const missed = reportOf(
      resultsOf(worse("memory", "requests", "lead-sandbox", "count", 50_000)),
    );
    expect(missed).toContain("### memory after 1M mixed requests, journal on\n\n");
    expect(missed.match(/^### /gm)).toHaveLength(1);
    expect(reportOf(resultsOf(good))).not.toContain("tried");
    expect(Object.keys(tried).filter((name) => !goals.some(({ what }) => what === name))).toEqual(
      [],
    );
  });

  it("says of what the run left out that it was not measured, and why", () => {
    const report = reportOf(resultsOf([]));
    expect(goals.map(({ judge }) => judge(resultsOf([])).isMet)).toEqual(goals.map(() => null));
    expect(rowOf(report, "offset 900k")).toBe(
      "| offset 900k of 1M | under 2 ms in the server | not measured | not measured |",
    );
    expect(report).toContain("- WireMock: it needs Java, and there is none");
  });

  it("shows medians, ratios within the rounds, answers that failed and a load at its limit", () => {
    const report = reportOf(
      resultsOf(
        [
          ["get-one", "at 10", "bare Hono", "req/s", 50_000, 60_000, 40_000],
          ["get-one", "at 10", "lead-sandbox", "req/s", 25_000, 36_000, 28_000],
        ],
        { errors: 3, isLoadBound: true },
      ),
    );
    expect(report).toContain("| | at 10, req/s |\n| --- | ---: |\n| bare Hono | 50000 |");
    expect(rowOf(report, "lead-sandbox")).toBe("| lead-sandbox | 28000 (0.60 ×) ~ !3 |");
  });

  it("is what docs/performance.md is of docs/performance.json; UPDATE_DOCS=1 rewrites it", () => {
    const results = Results.parse(JSON.parse(readFileSync("docs/performance.json", "utf8")));
    const page = reportOf(results);
    if (process.env["UPDATE_DOCS"] !== undefined) writeFileSync("docs/performance.md", page);
    expect(readFileSync("docs/performance.md", "utf8")).toBe(page);
  });
});

describe("medians and ratios", () => {
  it.each([
    [[3], 3],
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
  ])("the median of %j is %d", (numbers, middle) => {
    expect(median(numbers)).toBe(middle);
  });

  it("a ratio is the median of those within a round, or of the medians when the rounds differ in number", () => {
    expect(ratioOf(figure(1, 20, 30), figure(2, 10, 10))).toBe(2);
    expect(ratioOf(figure(1, 20, 30), figure(5))).toBe(4);
    expect(ratioOf(figure(1), null)).toBeNull();
  });
});

function figure(...rounds: number[]): Figure {
  const at = { measure: "m", target: "t", column: "c", unit: "ms" } as const;
  return { ...at, rounds, errors: 0, isLoadBound: false };
}
