/** The report as JUnit XML: a failing test case for each finding. */
import { singleLine, visible } from "../../texts/visible.ts";
import { escaped } from "../../texts/xml.ts";
import type { SimulationReport } from "./shape.ts";
import { headOf } from "./text.ts";

export function junitOfSimulation(report: SimulationReport): string {
  const { findings, problem, histories, summary } = report;
  const problems = problem === null ? [] : [failed("rehearsal", "problem", problem, "")];
  const found = findings.map((one) => {
    const name = `${headOf(one)} ${one.id}`;
    if (one.accepted) return skipped(name, "Accepted.");
    const story = one.story.map(({ at, text }) => `${at}  ${text}`).join("\n");
    return failed(name, one.kind, one.title, `${one.explanation}\n${one.advice}\n\n${story}`);
  });
  const clean = histories.map(({ leads, ticks }) => testCase(`${leads} Leads, ${ticks} ticks`, ""));
  const left = summary.notExplored.map((one) => skipped(one, "Not explored."));
  const cases = [...problems, ...found, ...clean, ...left];
  const skippedCount = summary.accepted + left.length;
  const failures = problems.length + summary.findings;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skippedCount}" time="${(summary.durationMs / 1_000).toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="simulate" ${counts}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testCase(name: string, content: string): string {
  const head = `    <testcase classname="simulate" name="${escaped(singleLine(name))}"`;
  return content === "" ? `${head}/>` : `${head}>${content}</testcase>`;
}

function skipped(name: string, why: string): string {
  return testCase(name, `<skipped message="${why}"/>`);
}

function failed(name: string, type: string, message: string, text: string): string {
  return testCase(
    name,
    `<failure type="${escaped(type)}" message="${escaped(singleLine(message))}">${escaped(visible(text))}</failure>`,
  );
}
