import { describe, expect, it } from "vitest";

import type { SimulationSettings } from "../../src/simulate/settings.ts";
import {
  fullScan,
  incremental,
  oneCallEach,
  overlapping,
  overlappingPages,
  updatedAtOnly,
} from "./pollers.ts";
import { shown, simulated } from "./simulated.ts";

describe("a clean poller", () => {
  it.each([
    ["full scan", fullScan],
    ["incremental", incremental],
    ["overlapping pages", overlappingPages],
  ])("shows nothing: %s", async (_name, poller) => {
    const report = await simulated(poller, { leads: [3, 105] });
    expect(shown(report)).toEqual([]);
    expect(report.histories.map(({ ticks }) => ticks > 40)).toEqual([true, true]);
  });
});

/** Days of random life: POLLING_DAYS=28 for four weeks. */
const days = Number(process.env["POLLING_DAYS"] ?? 3);

describe(`${days} random days`, () => {
  it.each([
    ["full scan", fullScan],
    ["incremental", incremental],
    ["overlapping pages", overlappingPages],
  ])("show nothing of a clean poller: %s", async (_name, poller) => {
    const report = await simulated(poller, {
      leads: [25],
      shard: { part: 1, of: 1_000 },
      life: { forMs: days * 86_400_000, activityPerDay: 40 },
    });
    expect(shown(report)).toEqual([]);
    expect(report.histories[1]?.events).toBeGreaterThan(days * 25);
    expect(report.histories[1]?.skipped).toBeGreaterThan(days * 10);
  });
});

const some = (...kinds: readonly string[]): Partial<SimulationSettings> => ({
  changes: new Set(
    (["create", "burst", "twin", "convert", "archive", "overlap", "crash"] as const).filter(
      (kind) => kinds.includes(kind),
    ),
  ),
});

describe("a defect", () => {
  it("of overlapping ticks is found with --changes overlap only", async () => {
    expect(shown(await simulated(overlapping, some("create", "convert")))).toEqual([]);
    expect(shown(await simulated(overlapping, some("create", "convert", "overlap")))).toContain(
      "missing row overlap lasting",
    );
  });

  it("has the alternative under which it disappears", async () => {
    const report = await simulated(updatedAtOnly, some("convert"));
    expect(report.findings[0]?.alternatives).toContain("state.convert=updated-at-moves");
  });

  it("of one call for each Lead is a quota finding, with the number of Leads", async () => {
    const report = await simulated(oneCallEach, { leads: [25], changes: new Set() });
    expect(shown(report)).toEqual(["quota row leads lasting"]);
    expect(report.findings[0]?.title).toContain("25 Leads");
    expect(report.capacity?.leadsAt["100"]).toBe(24);
  });
});
