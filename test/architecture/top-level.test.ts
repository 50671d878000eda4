import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

import { expect, it } from "vitest";

const folders = [
  ".ci",
  ".github",
  "bench",
  "contracts",
  "deploy",
  "docs",
  "fixtures",
  "scripts",
  "skills",
  "src",
  "test",
];

// A download without history has no list of its files.
it.skipIf(!existsSync(".git"))("shows a newcomer only the folders of the project", () => {
  const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
  const places = files.filter((file) => file.includes("/")).map((file) => file.split("/", 1)[0]);
  expect(new Set(places)).toEqual(new Set(folders));
});
