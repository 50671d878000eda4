import { singleLine, visible } from "../../texts/visible.ts";
import { escaped } from "../../texts/xml.ts";
import { isTested } from "./coverage.ts";
import type { Grouped } from "./groups.ts";
import { grouped, subjectOf } from "./groups.ts";
import { placeOf } from "./place.ts";
import { changeText } from "./record-fields.ts";
import type { Finding, Report, ReportedTrial, ReportedVariation } from "./shape.ts";
import { counted, openFindings } from "./summary.ts";

const fieldsMax = 20;
/** The maximum number of named findings of a group. */
const namedMax = 100;

interface Case {
  readonly classname: string;
  readonly name: string;
  readonly skipped?: string;
  readonly failure?: { readonly type: string; readonly message: string; readonly text: string };
}

/**
 * The report as JUnit XML, with a failing test case for each group of findings, and one for each variation without
 * a finding. Accepted and known findings count as skipped, as do variations that did not run or have no result.
 */
export function junitOfReport(report: Report): string {
  const { problem, trials, findings, leftOut, durationMs } = report;
  const found = new Map(
    findings.flatMap((one) => one.trials.map((trial) => [keyOf(trial, one), one] as const)),
  );
  const cases: readonly Case[] = [
    ...(problem === null ? [] : [problemCase(problem)]),
    ...grouped(openFindings(report)).map(groupCase),
    ...trials.flatMap((trial) => trialCase(trial, found.get(keyOf(trial.id, trial)) ?? null)),
    ...leftOut.map((one) => ({ ...named(one), skipped: "Not run." })),
  ];
  const counts = attributes({
    tests: cases.length,
    failures: cases.filter(({ failure }) => failure !== undefined).length,
    errors: 0,
    skipped: cases.filter(({ skipped }) => skipped !== undefined).length,
    time: (durationMs / 1_000).toFixed(3),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${counts}>`,
    `  <testsuite name="explore"${counts}>`,
    ...cases.map(caseXml),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function keyOf(trial: string, varied: ReportedVariation): string {
  return JSON.stringify([trial, placeOf(varied)]);
}

function named(varied: ReportedVariation): Pick<Case, "classname" | "name"> {
  return { classname: `explore.${varied.variation.family}`, name: placeOf(varied) };
}

function problemCase({ kind, message }: NonNullable<Report["problem"]>): Case {
  const name = kind === "too-little-tested" ? "tested variations" : "baseline";
  return { classname: "explore", name, failure: { type: name, message, text: message } };
}

/** The case of a group has a stable name, whatever its findings are. */
function groupCase(group: Grouped): Case {
  const { first, findings } = group;
  const { variation, verdict, severity, reason } = first;
  const more = findings.length === 1 ? "" : ` (${findings.length} findings)`;
  return {
    classname: `explore.${variation.family}`,
    name: `${verdict}: ${subjectOf(group)}`,
    failure: {
      type: verdict,
      message: `${severity}: ${reason}${more}`,
      text: textOf(group),
    },
  };
}

/** The case of a trial; none for a trial whose finding belongs to the case of a group. */
function trialCase(trial: ReportedTrial, finding: Finding | null): readonly Case[] {
  if (finding === null) {
    return [{ ...named(trial), ...(isTested(trial) ? {} : { skipped: trial.reason }) }];
  }
  const { acceptance, known } = finding;
  if (acceptance !== null) return [{ ...named(trial), skipped: `Accepted: ${acceptance.reason}` }];
  return known
    ? [{ ...named(trial), skipped: "Known: the report of --baseline has its group." }]
    : [];
}

/** The first finding with its records, then the place of each. */
function textOf({ first, findings, id }: Grouped): string {
  const { sentence, reason, changes, advice } = first;
  const left = findings.length - namedMax;
  return [
    sentence,
    reason,
    ...changes.map((one) => singleLine(changeText(one, fieldsMax))),
    advice,
    singleLine(`group: ${id}`),
    ...findings.slice(0, namedMax).flatMap(findingLines),
    ...(left > 0 ? [`and ${counted(left, "more finding")}`] : []),
  ].join("\n");
}

function findingLines(finding: Finding): readonly string[] {
  const { id, bundle } = finding;
  return [
    singleLine(`finding: ${id} ${placeOf(finding)}`),
    ...(bundle === null ? [] : [singleLine(`bundle: ${bundle}`)]),
  ];
}

function caseXml({ classname, name, skipped, failure }: Case): string {
  const start = `    <testcase${attributes({ classname, name })}`;
  if (skipped !== undefined)
    return `${start}><skipped${attributes({ message: skipped })}/></testcase>`;
  if (failure === undefined) return `${start}/>`;
  const { type, message, text } = failure;
  return `${start}><failure${attributes({ type, message })}>${escaped(visible(text))}</failure></testcase>`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(singleLine(String(value)))}"`)
    .join("");
}
