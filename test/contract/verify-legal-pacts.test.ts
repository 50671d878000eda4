import { beforeAll, describe, expect, it } from "vitest";

import { readPact } from "../../src/harness/pact/pact-file.ts";
import { casesOf } from "../../src/harness/pact/report-cases.ts";
import { textReport } from "../../src/harness/pact/report-text.ts";
import type { VerificationReport } from "../../src/harness/pact/report.ts";
import { isRemote } from "../support/target.ts";
import { legalPact, passing, unjudged } from "./legal-pacts.ts";
import { pactOf, verified } from "./pacts.ts";

/** Verifies all pacts of a table in one run, as a folder of them. */
function reportsOn(table: Readonly<Record<string, object>>) {
  let report: VerificationReport;
  beforeAll(async () => {
    report = await verified(Object.values(table), { isStatic: true });
  });
  return (name: string) => {
    const source = `pact-${Object.keys(table).indexOf(name) + 1}.json`;
    const of = <One extends { readonly source: string }>(list: readonly One[]) =>
      list.filter((one) => one.source === source);
    return { source, interactions: of(report.interactions), findings: of(report.findings) };
  };
}

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("a pact that Pact's own verifier reads", () => {
  const reportOf = reportsOn(passing);
  it.each(Object.keys(passing))("passes with %s", (name) => {
    const { interactions, findings } = reportOf(name);
    expect({ interactions, findings }).toMatchObject({
      interactions: [{ passed: true, problems: [] }],
      findings: [],
    });
  });
});

describe.skipIf(isRemote)("what the static check cannot judge", () => {
  const reportOf = reportsOn(unjudged);
  it.each(Object.keys(unjudged))("is a warning for %s, with the file", (name) => {
    const { source, interactions, findings } = reportOf(name);
    expect(interactions).toMatchObject([{ passed: true }]);
    expect(findings).toMatchObject([
      { severity: "warning", code: "interaction.not-judged", interaction: "d" },
    ]);
    expect(findings[0]?.message).toContain(`Not judged in ${source}: `);
  });

  it("leaves the rest of the interaction judged", async () => {
    const query = { limit: [null], odd: ["1"] };
    const { findings } = await verified([legalPact("4.0", { request: { query } })], {
      isStatic: true,
    });
    expect(findings.map(({ code }) => code)).toEqual([
      "interaction.not-judged",
      "request.query.unknown",
    ]);
  });
});

describe.skipIf(isRemote)("an interaction that Pact's verifier cannot read", () => {
  const unreadable = {
    "a status that is null": { response: { status: null } },
    "a status that is text": { response: { status: "200" } },
    "a matcher that is a number": { response: { matchingRules: { "$.body": 1 } } },
  };

  it.each(Object.entries(unreadable))("fails alone for %s", async (_name, differs) => {
    const fits = legalPact("3.0.0");
    const interactions = [...fits.interactions, ...legalPact("3.0.0", differs).interactions];
    const report = await verified([{ ...fits, interactions }, fits], { isStatic: true });
    expect(report.interactions.map(({ source, passed }) => [source, passed])).toEqual([
      ["pact-1.json", true],
      ["pact-1.json", false],
      ["pact-2.json", true],
    ]);
    expect(report.findings).toEqual([]);
  });
});

describe.skipIf(isRemote)("a pact that Pact's verifier does not survive", () => {
  /** The verifier crashes on a plugin that is not installed. */
  const metadata = {
    pactSpecification: { version: "4.0" },
    plugins: [{ name: "none-such", version: "0.0.1" }],
  };
  const crashing = { ...readPact(JSON.stringify(legalPact("4.0")), "crash.json") };
  const pacts = [
    readPact(JSON.stringify(pactOf([{ description: "before" }])), "one.json"),
    { ...crashing, document: { ...crashing.document, metadata } },
    readPact(JSON.stringify(pactOf([{ description: "after", status: 404 }])), "two.json"),
  ];

  it("is named, and takes no results of other pacts with it", async () => {
    const report = await verified([], { pacts, isStatic: true });
    expect(report.interactions.map(({ source, passed }) => [source, passed])).toEqual([
      ["one.json", true],
      ["crash.json", false],
      ["two.json", false],
    ]);
    expect(textReport(report)).toContain(
      "at verifier: Pact's verifier failed: Pact core crashed (in crash.json)",
    );
    expect(textReport(report)).toContain("at status: expected 404 but was 200");
  });
});

describe.skipIf(isRemote)("the report on skipped parts", () => {
  const messages = {
    ...pactOf([]),
    messages: [1, 2, 3].map((number) => ({ description: `m${number}`, contents: {} })),
    metadata: { pactSpecification: { version: "3.0.0" } },
  };
  const plugin = {
    ...pactOf([{ description: "reads" }], "csv-client"),
    metadata: {
      pactSpecification: { version: "4.0" },
      plugins: [{ name: "csv", version: "0.0.6" }],
    },
  };

  it("counts them, names their files, and passes by the interactions that were verified", async () => {
    const report = await verified([messages, pactOf([{ description: "reads" }]), plugin]);
    expect(report.passed).toBe(true);
    expect(report.skipped.map(({ source, kind, count }) => [source, kind, count])).toEqual([
      ["pact-1.json", "message", 3],
      ["pact-3.json", "interaction", 1],
    ]);
    const text = textReport(report).split("\n");
    expect(text.slice(text.indexOf("Skipped:"))).toEqual([
      "Skipped:",
      "  skip  pact-1.json: 3 messages. Only interactions over HTTP are verified.",
      "  skip  pact-3.json: 1 interaction. The pact needs the plugin csv 0.0.6, which verify does not run.",
      "",
      "Passed: 1 of 1 interactions match, 3 messages skipped, 1 interaction skipped.",
      "",
    ]);
    expect(casesOf(report).map(({ suite, name, outcome }) => [suite[0], name, outcome])).toEqual([
      ["pact-2.json", "reads", "passed"],
      ["pact-1.json", "3 messages", "skipped"],
      ["pact-3.json", "1 interaction", "skipped"],
    ]);
  });

  it("fails when nothing else is left", async () => {
    const report = await verified([messages, plugin], { isStatic: true });
    expect(report.passed).toBe(false);
    expect(textReport(report)).toContain(
      "Nothing was verified: 3 messages skipped, 1 interaction skipped. This counts as a failure.",
    );
    expect(casesOf(report).at(-1)).toMatchObject({ outcome: "failed" });
  });
});
