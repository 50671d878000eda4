/** The test cases of a report, for every format of test results. */
import type { TestCase } from "../../../base/texts/test-case.ts";
import { singleLine } from "../../../base/texts/visible.ts";
import { counted } from "../../../base/values/counted.ts";
import { callsText } from "./calls-text.ts";
import { isTested } from "./coverage.ts";
import { isOpenCore } from "./gaps.ts";
import type { Grouped } from "./groups.ts";
import { grouped, subjectOf } from "./groups.ts";
import type { ReportedHazard } from "./hazard-shape.ts";
import { openHazards, openHazardText } from "./hazard-text.ts";
import { placeOf } from "./place.ts";
import { changeText, placeholderNote } from "./record-fields.ts";
import type { Finding, Report, ReportedTrial, ReportedVariation } from "./shape.ts";
import { openFindings } from "./summary.ts";

const fieldsMax = 20;
/** The maximum number of named findings of a group. */
const namedMax = 100;

/**
 * A failed case for each group of findings, and one for each variation without a finding. Accepted and known findings
 * count as skipped, as do variations that did not run or have no result.
 */
export function casesOf(report: Report): readonly TestCase[] {
  const { problem, trials, findings, leftOut } = report;
  const found = new Map(
    findings.flatMap((one) => one.trials.map((trial) => [variedKey(trial, one), one] as const)),
  );
  return [
    ...(problem === null ? [] : [problemCase(problem)]),
    ...grouped(openFindings(report)).map(groupCase),
    ...trials.flatMap((trial) => trialCase(trial, found.get(variedKey(trial.id, trial)) ?? null)),
    ...leftOut.map((one) => ({ ...named(one), ...skipped("Not run.") })),
    ...openHazards(report).map((hazard) => hazardCase(hazard, report)),
  ];
}

function variedKey(trial: string, varied: ReportedVariation): string {
  return JSON.stringify([trial, placeOf(varied)]);
}

function named(varied: ReportedVariation): Pick<TestCase, "name" | "suite"> {
  return { suite: [`explore.${varied.variation.family}`], name: placeOf(varied) };
}

function skipped(message: string): Pick<TestCase, "message" | "outcome"> {
  return { outcome: "skipped", message };
}

function problemCase({ kind, message }: NonNullable<Report["problem"]>): TestCase {
  const name = kind === "too-little-tested" ? "tested variations" : "baseline";
  return { suite: ["explore"], name, outcome: "failed", type: name, message, details: message };
}

/** An open hazard: an error if it is core, because the run proves too little without it. */
function hazardCase(hazard: ReportedHazard, report: Report): TestCase {
  const message = openHazardText(hazard, report);
  const own = { suite: ["explore.hazards"], name: `tested: ${hazard.id}`, message };
  return isOpenCore(hazard, report)
    ? { ...own, outcome: "failed", isError: true, type: "not-tested", details: message }
    : { ...own, outcome: "skipped" };
}

/** The case of a group has a stable name, whatever its findings are. */
function groupCase(group: Grouped): TestCase {
  const { first, findings } = group;
  const { variation, verdict, severity, reason } = first;
  const more = findings.length === 1 ? "" : ` (${findings.length} findings)`;
  return {
    suite: [`explore.${variation.family}`],
    name: `${verdict}: ${subjectOf(group)}`,
    outcome: "failed",
    type: verdict,
    message: `${severity}: ${reason}${more}`,
    details: textOfGroup(group),
  };
}

/** The case of a trial; none for a trial whose finding belongs to the case of a group. */
function trialCase(trial: ReportedTrial, finding: Finding | null): readonly TestCase[] {
  const { durationMs } = trial;
  const own = { ...named(trial), durationMs };
  if (finding === null) {
    return [{ ...own, ...(isTested(trial) ? { outcome: "passed" } : skipped(trial.reason)) }];
  }
  const { acceptance, known } = finding;
  if (acceptance !== null) return [{ ...own, ...skipped(`Accepted: ${acceptance.reason}`) }];
  return known ? [{ ...own, ...skipped("Known: the report of --baseline has its group.") }] : [];
}

/** The first finding with its records, then the place of each. */
function textOfGroup({ first, findings, id }: Grouped): string {
  const { sentence, reason, changes, advice } = first;
  const note = placeholderNote(changes);
  const left = findings.length - namedMax;
  return [
    sentence,
    reason,
    ...changes.map((one) => singleLine(changeText(one, fieldsMax))),
    ...(note === null ? [] : [note]),
    `calls: ${callsText(first)}`,
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
