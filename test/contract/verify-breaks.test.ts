import { beforeAll, describe, expect, it } from "vitest";

import { isRuleId } from "../../src/domain/rules/catalogue.ts";
import { textReport } from "../../src/harness/pact/report-text.ts";
import type { VerificationReport } from "../../src/harness/pact/report.ts";
import { isRemote } from "../support/target.ts";
import { brokenContracts } from "./broken-pacts.ts";
import { pactOf, verified } from "./pacts.ts";

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("a contract with one defect", () => {
  let report: VerificationReport;
  beforeAll(async () => {
    report = await verified(brokenContracts.map((broken) => pactOf([broken])));
    if (process.env["SHOW_BREAKS"] !== undefined) process.stdout.write(table(report));
  });

  it("exists in at least twenty variants with unique names", () => {
    const names = new Set(brokenContracts.map(({ description }) => description));
    expect(names.size).toBeGreaterThanOrEqual(20);
    expect(names.size).toBe(brokenContracts.length);
  });

  it("fails the verification", () => {
    expect(report.passed).toBe(false);
  });

  it.each(brokenContracts)("$description: the report names its file and description", (broken) => {
    const { source, passed } = reportOf(report, broken.description);
    const number = brokenContracts.indexOf(broken) + 1;
    expect({ source, passed }).toEqual({ source: `pact-${number}.json`, passed: false });
  });

  it.each(brokenContracts)("$description: the only problem is at $place", (broken) => {
    const { problems } = reportOf(report, broken.description);
    expect(problems.map(({ place }) => place)).toEqual([broken.place]);
  });

  it.each(brokenContracts)("$description: the report cites rule $rule", (broken) => {
    const { problems } = reportOf(report, broken.description);
    expect(problems.map(({ rule }) => rule?.id)).toEqual([broken.rule]);
    expect(isRuleId(broken.rule) || broken.rule.startsWith("pact.")).toBe(true);
  });

  it.each(brokenContracts)("$description: the message contains the expected value", (broken) => {
    const [problem] = reportOf(report, broken.description).problems;
    expect(problem?.message).toContain(broken.tells);
    expect(problem?.advice).toMatch(/^[A-Z].*\.$/);
  });

  it.each(brokenContracts)("$description: the text report contains it", (broken) => {
    const text = textReport({ ...report, interactions: [reportOf(report, broken.description)] });
    expect(text).toContain(`FAIL  ${broken.description}`);
    expect(text).toContain(`at ${broken.place}: `);
    expect(text).toContain(`rule ${broken.rule}: `);
  });
});

function reportOf({ interactions }: VerificationReport, description: string) {
  const found = interactions.find((one) => one.description === description);
  if (found === undefined) throw new Error(`The report has no ${description}.`);
  return found;
}

function table({ interactions }: VerificationReport): string {
  const rows = interactions.flatMap(({ description, problems }) =>
    problems.map(({ place, rule, message }) =>
      [description, `\`${place}\``, `\`${rule?.id}\``, message].join(" | "),
    ),
  );
  const head = ["broken | place | rule | message", "--- | --- | --- | ---"];
  return [...head, ...rows, ""].map((row) => (row === "" ? "" : `| ${row} |`)).join("\n");
}
