import { describe, expect, it } from "vitest";

import type { RuleId } from "../../../src/domain/rules/catalogue.ts";
import { ruleOf } from "../../../src/domain/rules/catalogue.ts";
import { probesToAsk } from "../../../src/harness/check-target/ask/order.ts";
import { probes } from "../../../src/harness/check-target/probes/probes.ts";
import { facts, sharedReference } from "./target.ts";

async function order(only?: readonly RuleId[]): Promise<readonly RuleId[]> {
  const asked = await probesToAsk({ facts, among: probes, only }, sharedReference());
  return [...new Set(asked.map(({ rule }) => rule))];
}

describe("the order of a check", () => {
  it("has all documented rules first, then all with a choice, then the rest", async () => {
    const kinds = (await order()).map((rule) => {
      const { standing, default: byDefault } = ruleOf(rule);
      if (standing === "documented") return "documented";
      return byDefault === undefined ? "rest" : "choice";
    });
    expect(kinds).toEqual([
      ...kinds.filter((kind) => kind === "documented"),
      ...kinds.filter((kind) => kind === "choice"),
      ...kinds.filter((kind) => kind === "rest"),
    ]);
    expect(new Set(kinds).size).toBe(3);
  });

  it("has rules with a choice by the number of operations that cite them", async () => {
    const { data } = await sharedReference().client.rules();
    const operations = new Map<string, number>(
      data.map(({ id, operations: cited = [] }) => [id, cited.length]),
    );
    const counts = (await order())
      .filter((rule) => ruleOf(rule).default !== undefined)
      .filter((rule) => ruleOf(rule).standing !== "documented")
      .filter((rule) => !/^(?:http|error|auth|quota)\./.test(rule))
      .map((rule) => operations.get(rule) ?? 0);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    expect(counts[0]).toBeGreaterThan(20);
  });
});

describe("a check of some rules", () => {
  it("also asks about what they are judged by, and about nothing else", async () => {
    expect(await order(["include.client-profiles"])).toEqual([
      "error.envelope",
      "error.codes",
      "list.filter",
      "scope.default",
      "scope.with-deleted",
      "include.plans",
      "include.client-profiles",
    ]);
  });
});
