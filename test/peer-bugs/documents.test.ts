import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { controlOperations } from "../../src/server/control/calls/operations.ts";
import {
  documentedCalls,
  needlessExceptions,
  untestedCommands,
  untestedSettings,
} from "./documents.ts";

/** Bug 11 of `test/peer-bugs.test.ts`. It compares lists only, so each run of the fast tests tells. */
it("11 of the bugs of other emulators: every command, call and setting in the docs has a test", async () => {
  expect(await untestedCommands()).toEqual([]);
  expect(needlessExceptions()).toEqual([]);
  expect(untestedSettings()).toEqual([]);
  const calls = controlOperations.map(({ method, path }) => `${method} ${path}`);
  expect(documentedCalls()).toEqual(calls);
  const answersTest = readFileSync("test/contract/control-answers.test.ts", "utf8");
  expect(answersTest).toContain("const rows = controlOperations.map(");
  expect(answersTest).toContain("it.each(rows)");
});
