/** The report as a page: findings first, then what was not tested, then the run in full. */
import { lastLines, printed } from "../../../base/texts/visible.ts";
import { counted } from "../../../base/values/counted.ts";
import type { Block, Page, PageBlock } from "../../report/document.ts";
import {
  code,
  details,
  heading,
  list,
  paragraph,
  plainText,
  quoted,
  table,
} from "../../report/document.ts";
import { announcedHeadline, announcedLists } from "./announced-text.ts";
import { shellLine } from "./commands.ts";
import { callDetails, ruleLines } from "./document-calls.ts";
import { acceptedText, groupBlocks, groupTitle } from "./document-finding.ts";
import { finalGapOf } from "./gaps.ts";
import { grouped } from "./groups.ts";
import { hazardsText, openHazards, openHazardText, questionLines } from "./hazard-text.ts";
import { placeOf } from "./place.ts";
import type { Finding, Report, ReportedTrial } from "./shape.ts";
import { headlineOf, knownFindings, openFindings } from "./summary.ts";

/** What is shown at first of each list; the rest is in details. */
const [groupsMax, itemsMax] = [100, 100];

export function documentOfExploration(report: Report): Page {
  const { notes, findings, leftOut, interrupted, trials } = report;
  const groups = grouped(openFindings(report));
  const more = groups.slice(groupsMax);
  return {
    title: `explore ${quoted(shellLine(report.command))}: ${headlineOf(report)}`,
    blocks: [
      paragraph(countsText(report)),
      paragraph(aboutRun(report)),
      ...problemBlocks(report),
      ...(interrupted ? [paragraph(interruptedText(trials))] : []),
      ...list(notes.map(plainText)),
      ...announcedBlocks(report),
      ...groups.slice(0, groupsMax).flatMap((group) => groupBlocks(report, group)),
      ...(more.length === 0 ? [] : [paragraph(`And ${counted(more.length, "more group")}.`)]),
      ...more.flatMap((group) => details(groupTitle(group), groupBlocks(report, group))),
      ...section("Questions for the provider", questionLines(report).map(plainText)),
      ...hazardBlocks(report),
      ...settledBlocks(
        report,
        "Accepted",
        findings.filter(({ accepted }) => accepted),
      ),
      ...settledBlocks(report, "Known from an earlier report", knownFindings(report)),
      ...section(
        "Not run",
        leftOut.map((one) => quoted(placeOf(one))),
        ["Raise `--budget` to run them."],
      ),
      ...runBlocks(report),
    ],
  };
}

/** What the announced changes showed; those with a finding follow. */
function announcedBlocks(report: Report): readonly PageBlock[] {
  const { next } = report;
  if (next === undefined) return [];
  return [
    heading("Announced changes"),
    paragraph(plainText(announcedHeadline(next))),
    ...announcedLists(report).flatMap(({ title, items }) => [
      paragraph(`${title}:`),
      ...longList(items.map(plainText)),
    ]),
  ];
}

function countsText(report: Report): string {
  const { tested, planned, accepted, known, notExplored, violations } = report.summary;
  const open = openFindings(report);
  const severities = (["high", "medium", "low"] as const).map(
    (severity) => `${open.filter((one) => one.severity === severity).length} ${severity}`,
  );
  const broken = violations.caught + violations.missed;
  const counts = [
    `${tested} of ${counted(planned, "variation")} tested`,
    ...(open.length === 0 ? [] : severities),
    ...(accepted === 0 ? [] : [`${accepted} accepted`]),
    ...(known === 0 ? [] : [`${known} known`]),
    ...(notExplored.length === 0 ? [] : [`${notExplored.length} not run`]),
    ...(broken === 0 ? [] : [`violations noticed: ${violations.caught} of ${broken}`]),
  ];
  return `${counts.join(", ")}.`;
}

function aboutRun(report: Report): string {
  const { startedAt, durationMs, seed, fixture, families, shard, version } = report;
  const facts = [
    `${startedAt.slice(0, 16).replace("T", " ")} UTC, ${seconds(durationMs)}`,
    `seed ${seed}, fixture ${quoted(fixture)}`,
    families.join(", "),
    ...(shard.of === 1 ? [] : [`part ${shard.part} of ${shard.of}`]),
    `lead-sandbox ${version}`,
  ];
  return `${facts.join("; ")}.`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function interruptedText({ length }: readonly ReportedTrial[]): string {
  return length === 0
    ? "Interrupted: nothing was tested."
    : "Interrupted: this report covers the trials that finished.";
}

function problemBlocks({ problem }: Report): readonly PageBlock[] {
  if (problem === null) return [];
  const title = problem.kind === "too-little-tested" ? "Too little was tested" : "Not explored";
  const last = lastLines(problem.output).join("\n");
  const whole = printed(problem.output);
  return [
    { type: "verdict", mark: "open", title, text: problem.message },
    ...(last === "" ? [] : [paragraph("The last output of the command:"), code("text", last)]),
    ...(last === whole ? [] : details("Its whole output", [code("text", whole)])),
  ];
}

function hazardBlocks(report: Report): readonly PageBlock[] {
  const tested = hazardsText(report);
  if (tested === null) return [];
  const gap = finalGapOf(report);
  const open = openHazards(report).map((one) => plainText(openHazardText(one, report)));
  const verdict: Block = {
    type: "verdict",
    mark: "open",
    title: "Not everything was tested",
    text: gap ?? "",
  };
  return [
    heading("Hazards"),
    paragraph(`${tested}.${open.length === 0 ? "" : " Not tested:"}`),
    ...longList(open),
    ...(gap === null ? [] : [verdict]),
  ];
}

/** Findings that do not count, each group with its details. */
function settledBlocks(
  report: Report,
  name: string,
  findings: readonly Finding[],
): readonly PageBlock[] {
  if (findings.length === 0) return [];
  return [
    ...section(name, findings.map(settledText)),
    ...grouped(findings).flatMap((group) => details(groupTitle(group), groupBlocks(report, group))),
  ];
}

function settledText(finding: Finding): string {
  const { verdict, acceptance } = finding;
  const reason = acceptance === null ? "" : ` ${acceptedText(acceptance)}`;
  return `${verdict}: ${quoted(placeOf(finding))}.${reason}`;
}

/** Every trial by its verdict, and the run without any variation. */
function runBlocks({ trials, baseline }: Report): readonly PageBlock[] {
  const verdicts = [...Map.groupBy(trials, ({ verdict }) => verdict)].flatMap(([verdict, all]) =>
    details(
      `${verdict}: ${all.length}`,
      table(["variation", "why", "noticed by"], all.map(trialRow)),
    ),
  );
  const unvaried = baseline === null ? [] : baselineBlocks(baseline);
  return details("Every variation by verdict", verdicts).concat(unvaried);
}

function trialRow(trial: ReportedTrial): readonly string[] {
  const { reason, noticedBy = [] } = trial;
  return [quoted(placeOf(trial)), plainText(reason), noticedBy.map(quoted).join(", ")];
}

function baselineBlocks(baseline: NonNullable<Report["baseline"]>): readonly PageBlock[] {
  const { durationMs, calls, choices, tests } = baseline;
  const outcomes = Object.entries(tests ?? {});
  return details(
    `Without any variation: ${counted(calls.length, "call")} in ${seconds(durationMs)}`,
    [
      ...calls.flatMap(callDetails),
      ...details(`${counted(choices.length, "open point")} in use`, list(ruleLines(choices))),
      ...details(
        counted(outcomes.length, "test"),
        list(outcomes.map(([name, outcome]) => `${quoted(name)} ${outcome}`)),
      ),
    ],
  );
}

/** A list under a heading; nothing without items. */
function section(
  name: string,
  items: readonly string[],
  notes: readonly string[] = [],
): readonly PageBlock[] {
  if (items.length === 0) return [];
  const title = items.length > itemsMax ? `${name}: ${items.length}` : name;
  return [heading(title), ...longList(items), ...notes.map(paragraph)];
}

function longList(items: readonly string[]): readonly PageBlock[] {
  const rest = items.slice(itemsMax);
  return [...list(items.slice(0, itemsMax)), ...details(`${rest.length} more`, list(rest))];
}
