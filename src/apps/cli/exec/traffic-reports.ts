/** Reports of traffic as text, JUnit XML and Markdown. */
import { noCalls } from "../../../base/texts/no-calls.ts";
import { escaped } from "../../../base/texts/xml.ts";
import { counted } from "../../../base/values/counted.ts";
import type { TrafficSummary } from "./traffic.ts";
import { isPassed } from "./traffic.ts";

/** The summary as lines for a terminal. */
export function textOfTraffic(summary: TrafficSummary): string {
  const { requests, operations, operationsInAll, operationsCovered } = summary;
  const { refusals, assumptions } = summary;
  const unversioned = withoutVersion(summary);
  return [
    "",
    `lead-sandbox: ${counted(requests, "request")}, ${operationsCovered} of ${operationsInAll} operations covered`,
    ...(unversioned === null ? [] : [`  ${unversioned}`]),
    ...operations.map(({ id, statuses }) => `  ${id.padEnd(32)} ${answersText(statuses)}`),
    ...(refusals.length === 0 ? [] : ["  refused:"]),
    ...refusals.map(({ status, rule, count }) => `    ${status} by ${rule} ×${count}`),
    ...(assumptions.length === 0 ? [] : [`  assumptions used: ${assumptions.join(", ")}`]),
    ...neverLines(summary),
    ...(summary.covered ? [] : [`  too little: ${tooLittle(summary)}`]),
    ...(summary.noTraffic ? [`  ${noTraffic(summary)}`] : []),
    "",
  ].join("\n");
}

/** How many requests would fail at a service that requires the version segment; null if none. */
function withoutVersion({ requests, withoutVersion: count }: TrafficSummary): string | null {
  if (count === 0) return null;
  return `without /v1: ${count} of ${counted(requests, "request")} (rule http.version-prefix)`;
}

/** Only counts on a run that passes, because the lists are long and nothing failed. */
function neverLines(summary: TrafficSummary): readonly string[] {
  const { neverCalled, neverMet } = summary;
  const missing = neverMet.reduce((sum, { statuses }) => sum + statuses.length, 0);
  if (neverCalled.length + missing > 0 && isPassed(summary)) {
    return [
      `  never called: ${counted(neverCalled.length, "operation")}; never answered: ${missing === 1 ? "1 status" : `${missing} statuses`} (--json FILE lists them)`,
    ];
  }
  return [
    ...(neverCalled.length === 0 ? [] : [`  never called: ${neverCalled.join(", ")}`]),
    ...(neverMet.length === 0 ? [] : ["  never answered:"]),
    ...neverMet.map(({ id, statuses }) => `    ${id.padEnd(30)} ${statuses.join("  ")}`),
  ];
}

/** The reason why a run without a request fails, and how to allow it or where to look. */
function noTraffic({ code }: TrafficSummary): string {
  const next =
    code === 0
      ? "If the command needs no call, add --allow-no-requests."
      : `It ended with ${code}, perhaps before its first call: see its output.`;
  return `There was no traffic. ${noCalls} ${next}`;
}

function tooLittle({ operationsInAll, operationsCovered, minCoverage }: TrafficSummary): string {
  const share = Math.floor((operationsCovered * 1_000) / operationsInAll) / 10;
  return `${share} % of the operations, below the required ${minCoverage} %`;
}

function answersText(statuses: Readonly<Record<string, number>>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status === "0" ? "no answer" : status} ×${count}`)
    .join("  ");
}

/** The summary as JUnit XML: a case for the command, and one for its coverage if there is a minimum. */
export function junitOfTraffic(summary: TrafficSummary): string {
  const { code, covered, minCoverage } = summary;
  const cases = [
    caseOf("the command", code === 0 ? null : `it ended with ${code}`),
    ...(summary.noTraffic ? [caseOf("traffic", noTraffic(summary))] : []),
    ...(minCoverage > 0 ? [caseOf("coverage", covered ? null : tooLittle(summary))] : []),
  ];
  const failures = cases.filter((one) => one.includes("<failure")).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites>\n  <testsuite name="lead-sandbox exec" tests="${cases.length}" failures="${failures}">`,
    ...cases,
    `    <system-out>${escaped(textOfTraffic(summary))}</system-out>`,
    "  </testsuite>\n</testsuites>\n",
  ].join("\n");
}

function caseOf(name: string, failure: string | null): string {
  const open = `    <testcase name="${escaped(name)}" classname="lead-sandbox"`;
  return failure === null
    ? `${open}/>`
    : `${open}><failure message="${escaped(failure)}"/></testcase>`;
}

/** The summary as Markdown, for a CI job. */
export function markdownOfTraffic(summary: TrafficSummary): string {
  const { requests, operations, operationsInAll, operationsCovered, code } = summary;
  const { refusals, assumptions, neverCalled, neverMet } = summary;
  const unversioned = withoutVersion(summary);
  const missing = new Map(neverMet.map(({ id, statuses }) => [id, statuses.join(", ")]));
  const rows = operations.map(
    ({ id, statuses }) => `| \`${id}\` | ${answersText(statuses)} | ${missing.get(id) ?? ""} |`,
  );
  return [
    "## Traffic with the Lead API",
    "",
    `The command exited with ${code}, after ${requests} requests to ${operationsCovered} of ${operationsInAll} operations.`,
    ...(summary.covered ? [] : [`Too little: ${tooLittle(summary)}.`]),
    ...(summary.noTraffic ? [noTraffic(summary)] : []),
    ...(unversioned === null ? [] : ["", `${unversioned}.`.replace("w", "W")]),
    "",
    ...(rows.length === 0
      ? []
      : ["| operation | answers | missing |", "| --- | --- | --- |", ...rows, ""]),
    ...titledList("Never called", neverCalled.map(codeSpan)),
    ...titledList(
      "Refused",
      refusals.map(({ status, rule, count }) => `${status} by \`${rule}\` ×${count}`),
    ),
    ...titledList("Assumptions used", assumptions.map(codeSpan)),
  ].join("\n");
}

function codeSpan(text: string): string {
  return `\`${text}\``;
}

function titledList(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`**${title}**: ${items.join(", ")}`, ""];
}
