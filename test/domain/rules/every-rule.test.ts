/**
 * Checks that every rule has tests and a probe. `test/support/rules-shown.ts` checks that each test
 * cites its rule.
 */
import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { isRuleId, ruleIds, ruleOf } from "../../../src/domain/rules/catalogue.ts";
import { partIds } from "../../../src/domain/rules/parts.ts";
import { partIdsAsked } from "../../../src/harness/check-target/probes/probe.ts";
import { probes } from "../../../src/harness/check-target/probes/probes.ts";
import { unprobedParts } from "../../../src/harness/check-target/probes/unprobed-rules.ts";

/** The title of an `it`, an `it.each(…)` or an `it.skipIf(…)` that names a rule, with or without an alternative. */
const namedRule =
  /(?:\bit(?:\.\w+)?|\))\(\s*["'`](uncited )?([a-z][\w-]*(?:\.[\w-]+)+)(?: \[([^\]]*)\])?: /g;

const titles = globSync("test/domain/rules/**/*.test.ts").flatMap((file) =>
  Array.from(
    readFileSync(file, "utf8").matchAll(namedRule),
    ([, uncited, id = "", alternative]) => ({
      file,
      id,
      alternative,
      name: nameOf(id, alternative),
      isCited: uncited === undefined,
    }),
  ),
);
const cited = new Set(titles.filter(({ isCited }) => isCited).map(({ name }) => name));

/** Rules that no response can cite, with the reason. Tests titled `uncited` cover them. */
const uncitable: Readonly<Record<string, string>> = {
  "quota.failed": "failed requests are charged like the others",
  "quota.value [off]": "without a quota nothing is refused",
};

describe("the tests of the rules", () => {
  it("contain at least one for each rule, with its default", () => {
    expect(ruleIds.filter(isUntested)).toEqual([]);
  });

  it("contain at least one for each alternative of each choice", () => {
    const names = ruleIds.flatMap((id) =>
      (ruleOf(id).alternatives ?? []).map((alternative) => nameOf(id, alternative)),
    );
    expect(names.filter(isUntested)).toEqual([]);
  });

  it("name only rules and alternatives that exist", () => {
    const strangers = titles
      .filter(({ id, alternative }) => !exists(id, alternative))
      .map(({ file, name }) => `${file}: ${name}`);
    expect(strangers).toEqual([]);
  });

  it.each(Object.keys(uncitable))(
    "contain an uncited one for %s, and only for such rules",
    (name) => {
      const ofName = titles.filter((title) => title.name === name);
      expect(ofName.map(({ isCited }) => isCited)).toEqual([false]);
    },
  );
});

describe("the probes of check-target", () => {
  const asked = new Set(probes.flatMap(partIdsAsked));

  it("exist for each part of each rule, or a reason explains why not", () => {
    const covered = [...asked, ...unprobedParts()].toSorted();
    expect(covered, "Add a probe, or a row to unprobed-rules.ts").toEqual(partIds.toSorted());
  });

  it("depend only on what an earlier probe asks", () => {
    // Rules are judged in the order of their first probes.
    const order = [...new Set(probes.map(({ rule }) => rule))];
    const late = probes.flatMap(({ rule, dependsOn = [] }) => {
      const before = new Set(order.slice(0, order.indexOf(rule)));
      const earlier = probes.filter((probe) => before.has(probe.rule));
      const known = new Set<string>(
        earlier.flatMap((probe) => [probe.rule, ...partIdsAsked(probe)]),
      );
      return dependsOn.filter((one) => !known.has(one)).map((one) => `${rule}: ${one}`);
    });
    expect(late).toEqual([]);
  });
});

function isUntested(name: string): boolean {
  return !cited.has(name) && !Object.hasOwn(uncitable, name);
}

function nameOf(id: string, alternative: string | undefined): string {
  return alternative === undefined ? id : `${id} [${alternative}]`;
}

function exists(id: string, alternative: string | undefined): boolean {
  if (!isRuleId(id)) return false;
  return alternative === undefined || ruleOf(id).alternatives?.includes(alternative) === true;
}
