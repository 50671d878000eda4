import { describe, expect, it } from "vitest";

import { lowerOf, overBudget, ratiosToBare, readBudget } from "../../bench/budget.ts";
import type { Figure } from "../../bench/figures.ts";
import { requestNames } from "../../bench/requests.ts";

const budget = { "GET one": 2, "POST with mail": 5 };

function figure(target: string, measure: string, ...rounds: number[]): Figure {
  return { target, measure, column: "CPU", unit: "µs", rounds };
}

describe("overBudget", () => {
  it("accepts ratios up to 1.10 times the recorded ones", () => {
    expect(overBudget(budget, { "GET one": 2.2, "POST with mail": 1 })).toEqual([]);
  });

  it("names each request above that, with its limit", () => {
    const over = overBudget(budget, { "GET one": 2.21, "POST with mail": 5.5 });
    expect(over).toEqual([{ request: "GET one", ratio: 2.21, limit: expect.closeTo(2.2) }]);
  });

  it.each([
    ["a request without a recorded ratio", { ...budget, "list of 20": 1 }],
    ["a recorded request that was not measured", { "GET one": 1, "list of 20": 1 }],
  ])("rejects %s", (_, measured) => {
    expect(() => overBudget(budget, measured)).toThrow("differ in: ");
  });

  it("rejects a ratio that could not be measured", () => {
    expect(overBudget(budget, { "GET one": Number.NaN, "POST with mail": 1 })).toHaveLength(1);
  });
});

describe("lowerOf", () => {
  it("has the lower ratio of two measurements of each request", () => {
    expect(lowerOf({ a: 2, b: 3 }, { a: 4, b: 1 })).toEqual({ a: 2, b: 1 });
  });
});

describe("ratiosToBare", () => {
  it("compares lower quartiles, and a POST with waiters with the POST of bare Hono", () => {
    const figures = [
      figure("own", "GET one", 20, 60, 33),
      figure("own", "POST with 32 waiters", 100, 100, 100),
      figure("bare Hono", "GET one", 10, 20, 11),
      figure("bare Hono", "POST with mail", 50, 20, 25),
    ];
    expect(ratiosToBare(figures, "own")).toEqual({ "GET one": 2, "POST with 32 waiters": 5 });
  });
});

describe("bench/budget.json", () => {
  it("has a ratio for each request", () => {
    expect(Object.keys(readBudget())).toEqual(requestNames);
  });
});
