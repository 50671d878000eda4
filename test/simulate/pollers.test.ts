import { describe, expect, it } from "vitest";

import type { SimulationSettings } from "../../src/simulate/settings.ts";
import {
  absentIsClosed,
  archivedIsActive,
  clientClock,
  equalTimestamps,
  fullScan,
  incremental,
  markBeforeRows,
  oneCallEach,
  overlapping,
  overlappingPages,
  updatedAtOnly,
  withoutWithDeleted,
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

describe("seven random days", () => {
  it("show nothing of a clean poller", async () => {
    const week = { forMs: 604_800_000, activityPerDay: 40 };
    const report = await simulated(incremental, {
      leads: [25],
      shard: { part: 1, of: 1_000 },
      life: week,
    });
    expect(shown(report)).toEqual([]);
    expect(report.histories[1]?.events).toBeGreaterThan(200);
    expect(report.histories[1]?.skipped).toBeGreaterThan(100);
  });
});

const some = (...kinds: readonly string[]): Partial<SimulationSettings> => ({
  changes: new Set(
    (["create", "burst", "twin", "convert", "archive", "overlap", "crash"] as const).filter(
      (kind) => kinds.includes(kind),
    ),
  ),
});

describe("a defect is found, with a story of at most four events", () => {
  it.each([
    ["withoutWithDeleted", withoutWithDeleted, "stale state convert lasting", some("convert")],
    ["updatedAtOnly", updatedAtOnly, "stale state convert lasting", some("convert")],
    ["equalTimestamps", equalTimestamps, "missing row twin lasting", some("twin")],
    [
      "clientClock",
      clientClock,
      "missing row create lasting",
      { ...some("create"), clockSkew: 120_000 },
    ],
    ["absentIsClosed", absentIsClosed, "wrong state archive lasting", some("archive")],
    ["archivedIsActive", archivedIsActive, "stale state archive lasting", some("archive")],
    [
      "markBeforeRows",
      markBeforeRows,
      "missing row crash lasting",
      some("create", "convert", "crash"),
    ],
  ] as const)("%s", async (_name, poller, finding, given) => {
    const report = await simulated(poller, given);
    expect(shown(report)).toContain(finding);
    for (const { history } of report.findings) expect(history.events.length).toBeLessThanOrEqual(4);
  });

  it("finds overlapping ticks with --changes overlap only", async () => {
    const report = await simulated(overlapping, some("create", "convert", "overlap"));
    expect(shown(report)).toContain("missing row overlap lasting");
    for (const { history } of report.findings) expect(history.events.length).toBeLessThanOrEqual(4);
    expect(shown(await simulated(overlapping, some("create", "convert")))).toEqual([]);
  });

  it("names the alternative under which it disappears", async () => {
    const report = await simulated(updatedAtOnly, some("convert"));
    expect(report.findings[0]?.alternatives).toContain("state.convert=updated-at-moves");
  });

  it("finds one call for each Lead as a quota finding, with the number of Leads", async () => {
    const report = await simulated(oneCallEach, { leads: [25], changes: new Set() });
    expect(shown(report)).toEqual(["quota row leads lasting"]);
    expect(report.findings[0]?.title).toContain("25 Leads");
    expect(report.capacity?.leadsAt["100"]).toBe(24);
  });
});
