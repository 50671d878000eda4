/** Which snapshots the page removes: its own old ones, and no other. */
import { describe, expect, it } from "vitest";

import { oldSnapshots } from "../../../../src/apps/console/parts/actions.tsx";

/** The name of a snapshot that the page took some seconds ago. */
function undoName(seconds: number): string {
  const at = new Date(Date.now() - seconds * 1_000).toISOString();
  return `undo-${at.replaceAll(/[:.]/g, "-").toLowerCase()}`;
}

const twelve = Array.from({ length: 12 }, (_, at) => undoName(120 - at));

describe("the snapshots that the page removes", () => {
  it("are those before its newest ten, in any order", () => {
    expect(oldSnapshots(twelve.toReversed())).toEqual(twelve.slice(0, 2));
    expect(oldSnapshots(twelve.slice(2))).toEqual([]);
  });

  it("are those before its newest nine while it takes another, but never the one to restore", () => {
    expect(oldSnapshots(twelve, 9)).toEqual(twelve.slice(0, 3));
    expect(oldSnapshots(twelve, 9, twelve[0])).toEqual(twelve.slice(1, 3));
  });

  it("are its own of more than an hour ago, but never the one to restore", () => {
    const old = undoName(3_601);
    expect(oldSnapshots([old, undoName(3_500)])).toEqual([old]);
    expect(oldSnapshots([old], 9, old)).toEqual([]);
  });

  it.each(["undo-1", "undo-", "undo-2020-01-01", "undo-before-lunch", "at-2020-01-01t00-00-00"])(
    "are not the user's own, such as %s",
    (name) => {
      expect(oldSnapshots([name])).toEqual([]);
    },
  );
});
