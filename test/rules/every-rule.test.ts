import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { isRuleId, ruleIds, ruleOf } from "../../src/rules/catalogue.ts";

/** The title of an `it`, an `it.each(…)` or an `it.skipIf(…)` that names a rule, with or without an alternative. */
const namedRule = /(?:\bit(?:\.\w+)?|\))\(\s*["'`]([a-z][\w-]*(?:\.[\w-]+)+)(?: \[([^\]]*)\])?: /g;

const tested = globSync("test/rules/**/*.test.ts").flatMap((file) =>
  Array.from(readFileSync(file, "utf8").matchAll(namedRule), ([, id = "", alternative]) => ({
    file,
    id,
    name: nameOf(id, alternative),
    alternative,
  })),
);
const testedNames = new Set(tested.map(({ name }) => name));

describe("the tests of the rules", () => {
  it("hold one for each rule, which shows its default", () => {
    expect(ruleIds.filter((id) => !testedNames.has(id))).toEqual([]);
  });

  it("hold one for each alternative of each choice", () => {
    const names = ruleIds.flatMap((id) =>
      (ruleOf(id).alternatives ?? []).map((alternative) => nameOf(id, alternative)),
    );
    expect(names.filter((name) => !testedNames.has(name))).toEqual([]);
  });

  it("name only rules and alternatives that exist", () => {
    const strangers = tested
      .filter(({ id, alternative }) => !exists(id, alternative))
      .map(({ file, name }) => `${file}: ${name}`);
    expect(strangers).toEqual([]);
  });
});

function nameOf(id: string, alternative: string | undefined): string {
  return alternative === undefined ? id : `${id} [${alternative}]`;
}

function exists(id: string, alternative: string | undefined): boolean {
  if (!isRuleId(id)) return false;
  return alternative === undefined || ruleOf(id).alternatives?.includes(alternative) === true;
}
