import { parse } from "junit2json";
import { describe, expect, it } from "vitest";

import { singleLine } from "../../../../src/base/texts/visible.ts";
import { junitOfReport } from "../../../../src/harness/explore/report/junit.ts";
import { placeOf } from "../../../../src/harness/explore/report/place.ts";
import type {
  Finding,
  Report,
  ReportedTrial,
} from "../../../../src/harness/explore/report/shape.ts";
import { openFindings } from "../../../../src/harness/explore/report/summary.ts";
import { outcomesIn } from "../../../../src/harness/runs/test-results.ts";
import { madeUpFinding, oneBug } from "./made-up-finding.ts";
import { everyReport, madeUpReport, trialOf } from "./made-up.ts";

function isOf(trial: ReportedTrial) {
  return (one: Finding) => placeOf(one) === placeOf(trial) && one.trials.includes(trial.id);
}

/** The expected cases with their results, by name. */
function expected({ trials, findings, leftOut, problem }: Report): ReadonlyMap<string, string> {
  const open = openFindings({ findings });
  return new Map([
    ...(problem === null ? [] : [["explore > baseline", "failed"] as const]),
    ...open.map(({ variation: { id, family, operation }, verdict, call }) => {
      const what = call?.operation ?? operation ?? id;
      return [`explore.${family} > ${verdict}: ${what}`, "failed"] as const;
    }),
    ...trials
      .filter((trial) => !open.some(isOf(trial)))
      .map((trial) => {
        const outcome = findings.some(isOf(trial)) ? "skipped" : "passed";
        return [
          `explore.${trial.variation.family} > ${singleLine(placeOf(trial))}`,
          outcome,
        ] as const;
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

  it("has one failing case for a bug with many findings, which names each", () => {
    const findings = oneBug();
    const xml = junitOfReport(madeUpReport(findings));
    expect([...outcomesIn(xml, "report.xml")]).toEqual([
      ["explore.faults > lost: post-leads-for-firm", "failed"],
    ]);
    const named = ({ id, bundle }: Finding): boolean =>
      xml.includes(`finding: ${id} `) && xml.includes(`bundle: ${bundle}`);
    expect(findings.filter((one) => !named(one))).toEqual([]);
    expect(xml.match(/missing Lead/g)).toHaveLength(1);
  });

  it("skips the trials of known findings", () => {
    const xml = junitOfReport(madeUpReport(oneBug({ known: true })));
    expect(new Set(outcomesIn(xml, "report.xml").values())).toEqual(new Set(["skipped"]));
    expect(xml).toContain("Known: the report of --baseline has its group.");
  });

  it("names at most 100 findings of a group, and counts the rest", () => {
    const findings = Array.from({ length: 130 }, (_, at) => madeUpFinding(`p${at}@example.com`));
    const xml = junitOfReport(madeUpReport(findings));
    expect(xml.match(/finding: f-/g)).toHaveLength(100);
    expect(xml).toContain("and 30 more findings");
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
