import { describe, expect, it } from "vitest";

import { verifiedReference } from "../harness/pact/verified-reference.ts";
import { isRemote } from "../support/target.ts";
import { answering } from "./fronts.ts";
import type { Mutation } from "./mutation.ts";
import { mutations } from "./mutations.ts";

/** MUTATION_TABLE=1 prints the interactions that detected each mutation. */
const prints = process.env["MUTATION_TABLE"] === "1";

// Each mutated service is a sandbox in this process with a proxy in front of it.
describe.skipIf(isRemote)("the reference pact, against a service that breaks a rule", () => {
  it.each(mutations)("$rule: detects that $change", async (mutation) => {
    const { assumptions = {}, front, noticedBy, place } = mutation;
    const report = await verifiedReference({
      options: { assumptions },
      // The table counts all that notice it.
      only: prints ? null : noticedBy,
      ...(front === undefined ? {} : { front }),
    });
    const caught = report.interactions.filter(({ passed }) => !passed);
    if (prints) process.stdout.write(tableRow(mutation, caught.length));
    const noticed = caught.find(({ description }) => description === noticedBy);
    expect(noticed?.problems.map((problem) => problem.place)).toContain(place);
    expect(report.passed).toBe(false);
  });

  it("accepts a service whose answers are only formatted differently", async () => {
    const report = await verifiedReference({ front: answering(() => ({})) });
    const failed = report.interactions.filter(({ passed }) => !passed);
    expect(failed.map(({ description }) => description)).toEqual([]);
  });

  it("is tested with at least twenty mutations of different rules", () => {
    const rules = mutations.map(({ rule }) => rule);
    expect(rules.length).toBeGreaterThanOrEqual(20);
    expect([...new Set(rules)]).toEqual(rules);
  });
});

function tableRow({ rule, change, noticedBy, place }: Mutation, caught: number): string {
  return `| ${rule} | ${change} | ${noticedBy} | ${place} | ${caught} |\n`;
}
