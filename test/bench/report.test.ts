import { readFileSync, writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import type { Row } from "../../bench/bench.ts";
import { inTurns } from "../../bench/bench.ts";
import type { Figure } from "../../bench/figures.ts";
import { median, ratioOf, Results } from "../../bench/figures.ts";
import { reportOf } from "../../bench/report.ts";

describe("the report of a benchmark run", () => {
  it("shows medians, and ratios within each round", () => {
    const report = reportOf(
      resultsOf(
        figure("bare Hono", "at 10", 50_000, 60_000, 40_000),
        figure("lead-sandbox", "at 10", 25_000, 36_000, 28_000),
        figure("lead-sandbox", "at 50", 1.5),
      ),
    );
    expect(report).toContain(
      [
        "| | at 10, req/s | at 50, req/s |",
        "| --- | ---: | ---: |",
        "| bare Hono | 50000 |  |",
        "| lead-sandbox | 28000 (0.60 ×) | 1.50 |",
      ].join("\n"),
    );
  });

  it("lists what the run did not measure, with the reason of a failure", () => {
    const report = reportOf(resultsOf(figure("lead-sandbox", "at 1", 1)));
    expect(report).toContain("\n- reset: Error: no server");
    expect(report).not.toContain("- Reset over HTTP");
    expect(report).toContain("\n- Lists after a write: not part of this run.");
    expect(report).not.toContain("- GET one Lead");
  });

  it("warns where processes were not pinned to cores", () => {
    const results = resultsOf();
    expect(reportOf(results)).not.toContain("factor of two");
    expect(reportOf({ ...results, isPinned: false })).toContain("factor of two");
  });

  it("matches bench/report.md for bench/report.json; UPDATE_DOCS=1 rewrites it", () => {
    const results = Results.parse(JSON.parse(readFileSync("bench/report.json", "utf8")));
    const page = reportOf(results);
    if (process.env["UPDATE_DOCS"] !== undefined) writeFileSync("bench/report.md", page);
    expect(readFileSync("bench/report.md", "utf8")).toBe(page);
  });
});

describe("the rows of a measure", () => {
  it("take turns, and their warm-ups do not count", async () => {
    const visits: string[] = [];
    const row = (name: string): Row => [
      name,
      async () => {
        visits.push(name);
        return { visits: [visits.length, "count"] };
      },
    ];
    const bench = { rounds: 2, say: () => {} };
    const figures = await inTurns(bench, "m", [row("one"), row("two")], { warmUps: 1 });
    expect(visits).toEqual(["one", "two", "one", "two", "one", "two"]);
    expect(figures.map(({ target, rounds }) => [target, rounds])).toEqual([
      ["one", [3, 5]],
      ["two", [4, 6]],
    ]);
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

  it("a ratio is the median of the ratios within each round", () => {
    expect(ratioOf([1, 20, 30], [2, 10, 10])).toBe(2);
  });
});

function figure(target: string, column: string, ...rounds: number[]): Figure {
  return { measure: "get-one", target, column, unit: "req/s", rounds };
}

function resultsOf(...figures: Figure[]): Results {
  return {
    date: "2026-01-02",
    machine: "A processor, 2 cores",
    isPinned: true,
    load: { before: 0.1, after: 1.2 },
    run: { rounds: 3, size: "full" },
    versions: { "a peer": "1.2.3" },
    figures,
    skipped: [{ what: "reset", why: "Error: no server" }],
  };
}
