import { expect, it } from "vitest";

import { newChanges } from "../../src/store/changes.ts";

it("the version changes with every write and every rollback, and a rollback notifies all listeners", () => {
  const changes = newChanges();
  const calls: string[] = [];
  changes.onRollback(() => calls.push("one"));
  changes.onRollback(() => calls.push("other"));
  const versions = [changes.version()];
  changes.wrote();
  versions.push(changes.version());
  expect(calls).toEqual([]);
  changes.rolledBack();
  versions.push(changes.version());
  expect(calls).toEqual(["one", "other"]);
  expect(new Set(versions).size).toBe(3);
});
