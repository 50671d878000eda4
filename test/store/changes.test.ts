import { expect, it } from "vitest";

import { newChanges } from "../../src/store/changes.ts";

it("the version changes with every write and every rollback, and a rollback notifies all listeners", () => {
  const changes = newChanges();
  const calls: string[] = [];
  changes.onRollback((to) => calls.push(`one ${to}`));
  changes.onRollback((to) => calls.push(`other ${to}`));
  const versions = [changes.version()];
  changes.wrote();
  versions.push(changes.version());
  expect(calls).toEqual([]);
  changes.rolledBack(0);
  versions.push(changes.version());
  expect(calls).toEqual(["one 0", "other 0"]);
  expect(new Set(versions).size).toBe(3);
});
