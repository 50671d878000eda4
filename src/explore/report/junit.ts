import { escaped } from "../../contract/xml.ts";
import { singleLine, visible } from "../../visible.ts";
import { isTested } from "./coverage.ts";
import { placeOf } from "./place.ts";
import { changeText } from "./record-fields.ts";
import type { Finding, Report, ReportedTrial, ReportedVariation } from "./shape.ts";

const fieldsMax = 20;

interface Case {
  readonly classname: string;
  readonly name: string;
  readonly skipped?: string;
  readonly failure?: { readonly type: string; readonly message: string; readonly text: string };
}

/**
 * The report as JUnit XML, with a test case for each variation. A finding fails unless it is accepted. Accepted
 * findings count as skipped, as do variations that did not run or have no result.
 */
export function junitOfReport({ problem, trials, findings, leftOut, durationMs }: Report): string {
  const found = new Map(
    findings.flatMap((one) => one.trials.map((trial) => [keyOf(trial, one), one] as const)),
  );
  const cases: readonly Case[] = [
    ...(problem === null ? [] : [problemCase(problem)]),
    ...trials.map((trial) => trialCase(trial, found.get(keyOf(trial.id, trial)) ?? null)),
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

function trialCase(trial: ReportedTrial, finding: Finding | null): Case {
  const { verdict, reason } = trial;
  if (finding === null) {
    return { ...named(trial), ...(isTested(trial) ? {} : { skipped: reason }) };
  }
  const { acceptance, severity } = finding;
  if (acceptance !== null) return { ...named(trial), skipped: `Accepted: ${acceptance.reason}` };
  const message = `${severity}: ${reason}`;
  return { ...named(trial), failure: { type: verdict, message, text: textOf(finding) } };
}

function textOf({ sentence, reason, changes, advice, id, bundle }: Finding): string {
  return [
    sentence,
    reason,
    ...changes.map((one) => singleLine(changeText(one, fieldsMax))),
    advice,
    singleLine(`finding: ${id}`),
    ...(bundle === null ? [] : [singleLine(`bundle: ${bundle}`)]),
  ].join("\n");
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
