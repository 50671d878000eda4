/**
 * Checks what was changed since a commit, by default the last one: format, lint, types, and the fast tests that belong
 * to the changed files. `npm test` runs all of the fast tests.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";

import { testsOf } from "./tests-of.ts";

const [since = "HEAD"] = process.argv.slice(2);
const changed = [
  ...lines("diff", "--name-only", since),
  ...lines("ls-files", "--others", "--exclude-standard"),
];
const code = changed.filter(
  (file) => /^(?:src|test|bench|scripts)\/.*\.tsx?$/.test(file) && existsSync(file),
);
const tests = testsOf(changed, globSync("test/**/*.test.ts"));

run("npm", "run", "-s", "format:check");
if (code.length > 0) run("oxlint", "--type-aware", ...code);
run("npm", "run", "-s", "types");
run("vitest", "run", "--project", "fast", "--passWithNoTests", ...tests);
// It is slow, but a document that lacks a change is noticed nowhere else before `.ci/run`.
if (changed.some((file) => file.startsWith("src/"))) {
  run("vitest", "run", "test/contract/checked-in.test.ts");
}

function lines(...args: readonly string[]): readonly string[] {
  return execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
}

function run(command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
