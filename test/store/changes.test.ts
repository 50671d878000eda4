import { describe, expect, it } from "vitest";

import type { Changes } from "../../src/store/changes.ts";
import { newChanges } from "../../src/store/changes.ts";

/** A change log and the calls it made: the numbers of undone writes, or the invalidated caches. */
function recorded(): { readonly changes: Changes; readonly calls: (number | string)[] } {
  const changes = newChanges();
  const calls: (number | string)[] = [];
  changes.onRollback(() => calls.push("taken back"));
  changes.onNotUndone(() => calls.push("not undone"));
  return { changes, calls };
}

function write({ changes, calls }: ReturnType<typeof recorded>, from: number, to = from): void {
  for (let number = from; number <= to; number += 1) {
    changes.wrote();
    changes.undoable(() => calls.push(number));
  }
}

describe("a rollback", () => {
  it("undoes the writes after that version, latest first", () => {
    const { changes, calls } = recorded();
    write({ changes, calls }, 1);
    const version = changes.version();
    write({ changes, calls }, 2, 3);
    changes.rolledBack(version);
    expect(calls).toEqual(["taken back", 3, 2]);
    expect(changes.version()).toBeGreaterThan(version);
  });

  it("undoes each write once", () => {
    const { changes, calls } = recorded();
    write({ changes, calls }, 1);
    const inner = changes.version();
    write({ changes, calls }, 2);
    changes.rolledBack(inner);
    write({ changes, calls }, 3);
    changes.rolledBack(0);
    expect(calls).toEqual(["taken back", 2, "taken back", 3, 1]);
  });

  it("undoes nothing when any row may have changed", () => {
    const { changes, calls } = recorded();
    write({ changes, calls }, 1);
    changes.rolledBack(null);
    expect(calls).toEqual(["taken back", "not undone"]);
    changes.rolledBack(0);
    expect(calls.slice(2)).toEqual(["taken back", "not undone"]);
  });

  it("undoes nothing beyond the kept history, and otherwise the latest writes", () => {
    const { changes, calls } = recorded();
    write({ changes, calls }, 1, 10_000);
    changes.rolledBack(changes.version() - 250);
    expect(calls.slice(0, 3)).toEqual(["taken back", 10_000, 9_999]);
    expect(calls).toHaveLength(251);
    changes.rolledBack(0);
    expect(calls.slice(251)).toEqual(["taken back", "not undone"]);
  });
});
