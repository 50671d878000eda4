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

/** The row of the goal whose name starts with `name`. */
function rowOf(report: string, name: string): string | undefined {
  return report.split("\n").find((line) => line.startsWith(`| ${name}`));
}

/** The good figures, with the rounds of one of them replaced. */
function worse(...[measure, column, target, unit, ...rounds]: At): readonly At[] {
  const isThis = (one: At): boolean => one[0] === measure && one[1] === column && one[2] === target;
  expect(good.some(isThis)).toBe(true);
  return good.map((one) => (isThis(one) ? [measure, column, target, unit, ...rounds] : one));
}

describe("the report of a benchmark run", () => {
  it("has a row for every goal, all of them met by good figures", () => {
    const report = reportOf(resultsOf(good));
    const rows = goals.map(({ what }) => rowOf(report, what)?.split(" | ").at(-1));
    expect(rows).toEqual(goals.map(() => "met |"));
    expect(goals).toHaveLength(30);
    expect(new Set(goals.map(({ what }) => what)).size).toBe(goals.length);
  });

  it.each<[goal: string, reached: string, ...worse: At]>([
    [
      "Vitest: cost",
      "130.00 ms",
      "test-file",
      "cost per file",
      "one sandbox per run (globalSetup)",
      "ms",
      130,
    ],
    ["Vitest: 400", "1.50 ×", "test-suite", "whole run", "over HTTP, one sandbox per run", "s", 3],
    ["Vitest: a small", "3.10 ms", "test-suite", "a test above the fake", "in process", "ms", 3.1],
    ["new workspace", "1.40 ms", "workspace-cycle", "in process, CPU", "lead-sandbox", "ms", 1.4],
    ["new workspace", "by HTTP 6.00 ×", "workspace-cycle", "by HTTP, CPU", "lead-sandbox", "ms", 3],
    ["first use", "12.00 ms", "first-use", "first POST", "lead-sandbox", "ms", 12],
    ["start to", "1.60 ×", "cold-start", "first 200", "lead-sandbox", "ms", 80, 96, 88],
    ["peak memory", "1.33 ×", "cold-start", "peak memory", "lead-sandbox", "MiB", 80],
    ["start with", "100k: 0.90 s", "fixture-start", "first Lead, 100k", "lead-sandbox", "s", 0.9],
    ["start with", "800 MiB", "fixture-start", "peak memory, 1M", "lead-sandbox", "MiB", 800],
    ["commands", "1.50 ×", "commands", "whole run", "env", "ms", 60],
    ["size of", "40 MB", "install", "in all", "lead-sandbox", "MB", 40],
    [
      "lists of 100k",
      "order, deep page: 6.00 ms",
      "after-write",
      "order, deep page",
      "lead-sandbox",
      "ms",
      6,
    ],
    [
      "lists of 100k",
      "order + filter: 16.00 ms",
      "after-write",
      "order + filter",
      "lead-sandbox",
      "ms",
      16,
    ],
    ["first list", "2.00 ms", "after-write", "first page after a reset", "lead-sandbox", "ms", 2],
    ["GET of a", "100k: 0.50 ×", "random-read", "100k", "lead-sandbox", "req/s", 30_000],
    ["POST while", "2.00 ×", "waiters", "POST", "32 open waits", "ms", 0.6],
    [
      "memory after 100k",
      "230 MiB",
      "resident-memory",
      "RSS afterwards",
      "lead-sandbox",
      "MiB",
      230,
    ],
    [
      "memory after 100k",
      "20000 requests",
      "resident-memory",
      "requests",
      "lead-sandbox",
      "count",
      20_000,
    ],
    ["GET of one", "at 50: 0.50 ×", "get-one", "at 50", "lead-sandbox", "req/s", 30_000],
    ["GET of one", "best peer 1.91 ×", "get-one", "at 10", "a peer", "req/s", 22_000],
    ["list of 20", "best peer 0.93 ×", "list", "at 10", "a peer", "req/s", 14_000],
    ["POST |", "at 1: 0.40 ms", "create", "p50 at 1", "lead-sandbox", "ms", 0.5],
    ["POST |", "at 10: 1.25 ×", "create", "at 10", "emulate", "req/s", 12_000],
    ["POST in", "1 lost", "file-mode", "missing", "lead-sandbox", "count", 1],
    ["POST in", "0.09 ×", "file-mode", "at 50", "lead-sandbox", "req/s", 2_700],
    ["lists of 1M", "first page 0.50 ×", "sizes", "first page, 1M", "lead-sandbox", "req/s", 6_500],
    ["lists of 1M", "offset 2.10 ms", "sizes", "deep, 1M", "lead-sandbox", "ms", 2.1],
    ["lists of 1M", "filter 5.10 ms", "sizes", "filter, 1M", "lead-sandbox", "ms", 5.1],
    ["reset to 100", "10000: 0.70 ms", "reset", "median, 10000", "lead-sandbox", "ms", 0.7],
    ["reset to 100", "p95 1.60 ms", "reset", "p95, 100000", "lead-sandbox", "ms", 1.6],
    ["reset to another", "100: 1.10 ms", "fixture-load", "median, 100", "lead-sandbox", "ms", 1.1],
    ["1000 work", "before 200 KiB", "workspaces", "made: memory", "lead-sandbox", "KiB", 200],
    ["rate limiter", "500: 120 ns", "limiter", "time, 500", "lead-sandbox", "ns", 120],
    [
      "memory after 1M",
      "0.15 of the heap",
      "memory",
      "heap from its mean",
      "lead-sandbox",
      "ratio",
      0.15,
    ],
    ["memory after 1M", "50000 requests", "memory", "requests", "lead-sandbox", "count", 50_000],
    [
      "explore: a trial",
      "31.00 ms",
      "explore-overhead",
      "over the command",
      "a trial of explore",
      "ms",
      31,
    ],
    ["explore: 300", "46 s", "explore-trials", "in all", "lead-sandbox", "s", 46],
    ["explore: 300", "30 trials", "explore-trials", "trials", "lead-sandbox", "count", 30],
    ["explore: 200", "16 runs", "explore-packing", "runs", "lead-sandbox", "count", 16],
    ["explore: mem", "310 MiB", "explore-memory", "largest RSS", "lead-sandbox", "MiB", 310],
    ["explore: a req", "1.10 ×", "explore-unvaried", "a request", "with an explored one", "µs", 11],
  ])("reports the goal %s as missed at %s", (goal, reached, ...at) => {
    const results = resultsOf(worse(...at));
    const row = rowOf(reportOf(results), goal);
    expect(row).toContain(`**${reached}**`);
    expect(row?.endsWith("| **not met** |")).toBe(true);
    expect(goals.filter(({ judge }) => judge(results).isMet !== true)).toHaveLength(1);
  });

  it("lists attempts for each missed goal only", () => {
    const missed = reportOf(
      resultsOf(worse("memory", "requests", "lead-sandbox", "count", 50_000)),
    );
    expect(missed).toContain("\n- **memory after 1M mixed requests, collected.** ");
    expect(missed.match(/^- \*\*/gm)).toHaveLength(1);
    expect(reportOf(resultsOf(good))).not.toContain("What was tried");
    expect(Object.keys(tried).filter((name) => !goals.some(({ what }) => what === name))).toEqual(
      [],
    );
  });

  it("marks what the run skipped as not measured, with the reason", () => {
    const report = reportOf(resultsOf([]));
    expect(goals.map(({ judge }) => judge(resultsOf([])).isMet)).toEqual(goals.map(() => null));
    expect(rowOf(report, "memory after 100k")).toBe(
      "| memory after 100k mixed requests, no forced collection | at most 220 MiB | not measured | not measured |",
    );
    expect(report).toContain("- WireMock: requires Java, which is not installed");
    expect(report).toContain("- Reset over HTTP: not part of this run.");
  });

  it("shows medians, ratios within each round, failed answers and a load at its limit", () => {
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

  it("shows latency and processor time in the details, after the main tables", () => {
    const report = reportOf(
      resultsOf([
        ["get-one", "at 10", "lead-sandbox", "req/s", 25_000],
        ["get-one", "CPU at 10", "lead-sandbox", "µs", 20],
        ["waiters", "POST", "32 open waits", "ms", 0.3],
      ]),
    );
    const headings = report.match(/^##+ .*/gm)?.slice(1);
    expect(headings).toEqual([
      "## What users wait for",
      "### POST while clients wait for mail",
      "## Throughput against peers",
      "### GET one Lead",
      "## Details",
      "### Method",
      "### GET one Lead: latency and CPU",
      "### Not measured",
      "### Versions",
    ]);
  });

  it("matches docs/performance.md for docs/performance.json; UPDATE_DOCS=1 rewrites it", () => {
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

  it("a ratio is the median of the ratios within each round, or the ratio of the medians if the numbers of rounds differ", () => {
    expect(ratioOf(figure(1, 20, 30), figure(2, 10, 10))).toBe(2);
    expect(ratioOf(figure(1, 20, 30), figure(5))).toBe(4);
    expect(ratioOf(figure(1), null)).toBeNull();
  });
});

function figure(...rounds: number[]): Figure {
  const at = { measure: "m", target: "t", column: "c", unit: "ms" } as const;
  return { ...at, rounds, errors: 0, isLoadBound: false };
}
