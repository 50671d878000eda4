import { parse } from "junit2json";
import { describe, expect, it } from "vitest";

import { junitOfReport } from "../../../src/explore/report/junit.ts";
import { placeOf } from "../../../src/explore/report/place.ts";
import type { Report } from "../../../src/explore/report/shape.ts";
import { outcomesIn } from "../../../src/explore/results.ts";
import { singleLine } from "../../../src/visible.ts";
import { everyReport, madeUpFinding, madeUpReport, trialOf } from "./made-up.ts";

/** The expected result of each case, by its name. */
function expected({ trials, findings, leftOut, problem }: Report): ReadonlyMap<string, string> {
  const accepted = new Set(findings.filter((one) => one.accepted).map(({ id }) => id));
  const failed = new Set(findings.map(placeOf));
  const isAccepted = (place: string): boolean =>
    findings.some((one) => placeOf(one) === place && accepted.has(one.id));
  return new Map([
    ...(problem === null ? [] : [["explore > baseline", "failed"] as const]),
    ...trials.map((trial) => {
      const place = placeOf(trial);
      const outcome = isAccepted(place) ? "skipped" : failed.has(place) ? "failed" : "passed";
      return [`explore.${trial.variation.family} > ${singleLine(place)}`, outcome] as const;
    }),
    ...leftOut.map(
      (one) =>
        [`explore.${one.variation.family} > ${singleLine(placeOf(one))}`, "skipped"] as const,
    ),
  ]);
}

describe("the report as JUnit XML", () => {
  it.each(Object.entries(everyReport))("of %s parses to the expected results", (name, report) => {
    const outcomes = outcomesIn(junitOfReport(report), name);
    const trimmed = new Map(Array.from(expected(report), ([key, value]) => [key.trim(), value]));
    expect([...outcomes.values()]).toEqual([...trimmed.values()]);
    // XML has no U+FFFE, labels have no U+FFFD, and parsers normalize white space in names.
    expect([...outcomes.keys()].map(condensed)).toEqual([...trimmed.keys()].map(condensed));
  });

  it.each(Object.entries(everyReport))(
    "of %s parses with another library",
    async (_name, report) => {
      const read = await parse(junitOfReport(report));
      const suite =
        read !== null && read !== undefined && "testsuite" in read
          ? read.testsuite?.[0]
          : undefined;
      const cases = suite?.testcase ?? [];
      const wanted = [...expected(report).values()];
      const count = (outcome: string): number => wanted.filter((one) => one === outcome).length;
      expect(cases).toHaveLength(wanted.length);
      expect(cases.filter(({ failure }) => failure !== undefined)).toHaveLength(count("failed"));
      expect(suite).toMatchObject({
        tests: wanted.length,
        failures: count("failed"),
        skipped: count("skipped"),
      });
    },
  );

  it("says for a finding what happened, whom it concerns and what to do", async () => {
    const finding = madeUpFinding("maya@example.com", { bundle: "lost.bundle.json" });
    const xml = junitOfReport(madeUpReport([finding]));
    expect(xml).toContain('type="lost"');
    for (const message of [finding.sentence, "missing Lead maya@example.com", finding.advice]) {
      expect(xml).toContain(message);
    }
    expect(xml).toContain("bundle: lost.bundle.json");
  });

  it("skips variations that were not reached", () => {
    const trial = trialOf(madeUpFinding("maya@example.com"), {
      verdict: "not-reached",
      reason: "It did not happen.",
      fired: false,
    });
    const xml = junitOfReport(madeUpReport([], { trials: [trial] }));
    expect([...outcomesIn(xml, "report.xml").values()]).toEqual(["skipped"]);
  });
});

function condensed(name: string): string {
  return name
    .replaceAll(/[\uFFFD\uFFFE]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
