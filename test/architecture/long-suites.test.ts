import { existsSync, globSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

import about from "../../package.json" with { type: "json" };
import { longOfFewLines } from "../support/suite-order.ts";

it("runs every suite that has a long form with npm run test:long", () => {
  const places = about.scripts["test:long"].split(" ").filter((word) => word.startsWith("test/"));
  const suites = globSync("test/**/*.test.ts").filter((file) =>
    /from "\.[^"]*\/size\.ts"/.test(readFileSync(file, "utf8")),
  );
  expect(suites.length).toBeGreaterThan(20);
  expect(suites.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([]);
});

it("begins a run with suites that exist", () => {
  expect(longOfFewLines.filter((file) => !existsSync(file))).toEqual([]);
});
