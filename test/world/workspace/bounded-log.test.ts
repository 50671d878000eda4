import { describe, expect, it } from "vitest";

import { BoundedLog } from "../../../src/world/workspace/logs/bounded-log.ts";

/** A log of numbers with that many appended, each of one byte. */
function logOf(count: number, entriesMax: number, bytesMax = Infinity): BoundedLog<number> {
  const log = new BoundedLog<number>({ entriesMax, bytesMax }, () => 1);
  for (let number = 0; number < count; number += 1) log.append(number);
  return log;
}

describe("a bounded log", () => {
  it.each([3, 10, 1_033, 1_034, 1_035, 5_000])("keeps the last ten of %d entries", (count) => {
    const log = logOf(count, 10);
    const kept = Array.from({ length: count }, (_, number) => number).slice(-10);
    const dropped = count - kept.length;
    expect(log.from(0)).toEqual(kept);
    expect(log.from(count - 2)).toEqual(kept.slice(-2));
    expect(log.newest()).toBe(count - 1);
    expect(log.standing()).toEqual({ entries: kept.length, bytes: kept.length, dropped });
    expect([dropped - 1, dropped, count - 1, count].map((index) => log.at(index))).toEqual([
      undefined,
      kept[0],
      count - 1,
      undefined,
    ]);
  });

  it("keeps within its bytes, even if that leaves nothing", () => {
    expect(logOf(2_000, 100, 4).from(0)).toEqual([1_996, 1_997, 1_998, 1_999]);
    const empty = logOf(2_000, 100, 0);
    expect([empty.from(0), empty.newest()]).toEqual([[], null]);
  });

  it("starts over when it is cleared", () => {
    const log = logOf(3_000, 10);
    log.clear();
    log.append(7);
    expect([log.from(0), log.at(0), log.standing()]).toEqual([
      [7],
      7,
      { entries: 1, bytes: 1, dropped: 0 },
    ]);
  });
});
