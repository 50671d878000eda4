import { escaped } from "../../contract/xml.ts";
import { placeOf } from "./place.ts";
import type { Finding, Report, ReportedTrial } from "./shape.ts";

/** The report as JUnit XML: a test case for each variation that was run, which fails where it is a finding that is not accepted. */
export function junitOfReport({ problem, trials, findings }: Report): string {
  const failures = new Map(findings.map((finding) => [keyOf(finding), finding]));
  const cases = trials.map((trial) => testCase(trial, failures.get(keyOf(trial)) ?? null));
  if (problem !== null) {
    cases.push(
      `    <testcase classname="explore" name="baseline"><failure message="${escaped(problem.message)}"/></testcase>`,
    );
  }
  const failed = cases.filter((one) => one.includes("<failure")).length;
  const suite = `  <testsuite name="explore" tests="${cases.length}" failures="${failed}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suite}\n${cases.join("\n")}\n  </testsuite>\n</testsuites>\n`;
}

function keyOf(trial: ReportedTrial): string {
  return `${trial.trial} ${placeOf(trial)}`;
}

function testCase(trial: ReportedTrial, finding: Finding | null): string {
  const start = `    <testcase classname="explore.${escaped(trial.family)}" name="${escaped(placeOf(trial))}">`;
  if (trial.verdict === "not-reached" || trial.verdict === "unknown") {
    return `${start}<skipped message="${escaped(trial.reason)}"/></testcase>`;
  }
  if (finding === null || finding.accepted !== null) return `${start}</testcase>`;
  const { verdict, severity, reason, records, id } = finding;
  const named = records.map(({ change, kind, email }) => `${change} ${kind} ${email}`);
  const text = [finding.sentence, reason, ...named, `finding: ${id}`].join("\n");
  return `${start}<failure type="${escaped(verdict)}" message="${escaped(`${severity}: ${reason}`)}">${escaped(text)}</failure></testcase>`;
}
