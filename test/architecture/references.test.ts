import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { isRuleId } from "../../src/domain/rules/catalogue.ts";

const sources = [...globSync("src/**/*.{ts,tsx}"), ...globSync("test/**/*.ts")];

/** The clause numbers of the interface document. */
const clause = /^(?:[1-9](?:\.\d{1,2})?)$/;

describe("CONTRIBUTING.md", () => {
  it("names only existing files and folders", () => {
    const named = readFileSync("CONTRIBUTING.md", "utf8").matchAll(
      /`((?:src|test|docs|bench|scripts|contracts)\/[\w./*{},-]+)`/g,
    );
    const paths = Array.from(named, ([, path = ""]) => path.replace(/\/$/, ""));
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => globSync([path, `${path}.test.ts`]).length === 0)).toEqual([]);
  });
});

describe("references in comments", () => {
  it("name only existing rules", () => {
    const unknown = sources.flatMap((file) =>
      Array.from(readFileSync(file, "utf8").matchAll(/\brules? ([a-z][\w.-]*(?:, [a-z][\w.-]*)*)/g))
        .flatMap(([, list]) => (list ?? "").split(", "))
        .map((name) => name.replace(/\.$/, ""))
        .filter((name) => /\w\.\w/.test(name) && !name.endsWith("*") && !isRuleId(name))
        .filter((name) => !/\.(?:ts|json|md)$/.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it("name only existing clauses of the interface", () => {
    const unknown = sources.flatMap((file) =>
      Array.from(readFileSync(file, "utf8").matchAll(/\(interface ([\d., to]+)/g))
        .flatMap(([, list]) => (list ?? "").trim().split(/, | to /))
        .map((number) => number.replace(/\.$/, ""))
        .filter((number) => number !== "" && !clause.test(number))
        .map((number) => `${file}: ${number}`),
    );
    expect(unknown).toEqual([]);
  });
});
