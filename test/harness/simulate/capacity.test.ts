/** How many Leads the requests of a job allow. */
/* oxlint-disable unicorn/consistent-function-scoping -- a group of tests has a short name for its question */
import { describe, expect, it } from "vitest";

import type { Measured } from "../../../src/harness/simulate/capacity.ts";
import { capacityOf, quietCalls, ticksPerHour } from "../../../src/harness/simulate/capacity.ts";
import { seenTick } from "./made-up.ts";

describe("the capacity of a job", () => {
  const hour = 3_600_000;
  const measured = (...calls: readonly number[]): readonly Measured[] =>
    calls.map((one, at) => ({ leads: [25, 100, 400][at] ?? 0, calls: one }));

  it.each<readonly [string, readonly Measured[], number, Readonly<Record<string, number | null>>]>([
    [
      "one call for each Lead",
      measured(25, 100, 400),
      hour,
      { "100": 100, "200": 200, "500": 500 },
    ],
    [
      "one call for each Lead, four times an hour",
      measured(25, 100, 400),
      hour / 4,
      { "100": 25, "200": 50, "500": 125 },
    ],
    [
      "a page for each hundred Leads",
      measured(1, 1, 4),
      hour,
      { "100": 10_000, "200": 20_000, "500": 50_000 },
    ],
    [
      "one call for any number of Leads",
      measured(1, 1, 1),
      hour,
      { "100": null, "200": null, "500": null },
    ],
    [
      "calls without any Lead, too",
      measured(75, 150, 450),
      hour,
      { "100": 50, "200": 150, "500": 450 },
    ],
    ["nothing measured", [], hour, { "100": null, "200": null, "500": null }],
    ["one number of Leads only", measured(50), hour, { "100": null, "200": null, "500": null }],
    [
      "more than any quota with the fewest Leads",
      measured(600, 900),
      hour,
      { "100": 0, "200": 0, "500": 0 },
    ],
  ])("with %s", (_name, points, every, leadsAt) => {
    expect(capacityOf(points, every)).toMatchObject({ measured: points, leadsAt });
  });

  it("counts the requests of one minute, too", () => {
    const { burstLeadsAt, leadsAt } = capacityOf(measured(25, 100, 400), hour);
    expect(Object.keys(burstLeadsAt)).toEqual(["100", "200", "500"]);
    expect(burstLeadsAt["100"]).toBeLessThan(leadsAt["100"] ?? 0);
  });

  it("counts the ticks of an hour, one at least", () => {
    expect([hour, hour * 24, hour / 4, hour / 4 + 1, hour / 4 - 1].map(ticksPerHour)).toEqual([
      1, 1, 4, 4, 5,
    ]);
  });

  it("counts the calls of the last tick", () => {
    expect(quietCalls({ ticks: [seenTick(1), seenTick(2, { calls: [] })] })).toBe(0);
    expect(quietCalls({ ticks: [seenTick(1, { calls: [] }), seenTick(2)] })).toBe(1);
    expect(quietCalls({ ticks: [] })).toBe(0);
  });
});
