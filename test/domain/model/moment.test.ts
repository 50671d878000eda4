import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { iso } from "../../../src/base/values/moment.ts";

const inYear0 = Date.parse("0000-01-01T00:00:00.000Z");
const afterYear9999 = Date.UTC(10_000, 0, 1);
const latest = 8.64e15;

describe("iso", () => {
  it.each([
    [0, "1970-01-01T00:00:00.000Z"],
    [-1, "1969-12-31T23:59:59.999Z"],
    [Date.UTC(2000, 1, 29, 9, 8, 7, 6), "2000-02-29T09:08:07.006Z"],
    [inYear0, "0000-01-01T00:00:00.000Z"],
    [inYear0 - 1, "-000001-12-31T23:59:59.999Z"],
    [afterYear9999 - 1, "9999-12-31T23:59:59.999Z"],
    [afterYear9999, "+010000-01-01T00:00:00.000Z"],
    [latest, "+275760-09-13T00:00:00.000Z"],
    [1.5, "1970-01-01T00:00:00.001Z"],
  ])("reports %d as %s (2.1)", (moment, text) => {
    expect(iso(moment)).toBe(text);
  });

  it("agrees with Date for every moment", () => {
    fc.assert(
      fc.property(fc.integer({ min: -latest, max: latest }), (moment) => {
        expect(iso(moment)).toBe(new Date(moment).toISOString());
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: inYear0, max: afterYear9999 }), (moment) => {
        expect(iso(moment)).toBe(new Date(moment).toISOString());
      }),
      { numRuns: 5_000 },
    );
  });

  it("agrees with Date at the start and the end of days a month apart, from year 0 to 9999", () => {
    const dayMs = 86_400_000;
    const stepMs = 29 * dayMs;
    const count = Math.floor((afterYear9999 - inYear0) / stepMs);
    const moments = Array.from({ length: count }, (_, month) => inYear0 + month * stepMs).flatMap(
      (day) => [day, day + dayMs - 1],
    );
    expect(moments.filter((moment) => iso(moment) !== new Date(moment).toISOString())).toEqual([]);
  });

  it("rejects an invalid moment", () => {
    expect(() => iso(Number.NaN)).toThrow(RangeError);
    expect(() => iso(latest + 1)).toThrow(RangeError);
  });
});
