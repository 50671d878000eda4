/** The report for a terminal of 100 columns. */
import stringWidth from "fast-string-truncated-width";

import { lastLines, singleLine } from "../../../base/texts/visible.ts";
import { columns, wrapped } from "../../../base/texts/wrapped.ts";
import { counted } from "../../../base/values/counted.ts";
import { announcedLines, isAnnounced } from "./announced-text.ts";
import { callsText } from "./calls-text.ts";
import { pathIn, repeatCommand, shellLines } from "./commands.ts";
import { finalGapOf } from "./gaps.ts";
import type { Grouped } from "./groups.ts";
import { grouped, phraseOf, subjectOf, variantsOf } from "./groups.ts";
import { hazardsText, openHazardLines, questionLines } from "./hazard-text.ts";
import { placeInRun, placeOf, workspaceOf } from "./place.ts";
import { differenceText, placeholderNote, recordText } from "./record-fields.ts";
import type { Finding, Report } from "./shape.ts";
import { countedFindings, knownFindings, openFindings } from "./summary.ts";

/** The maximum number of described groups; the others get one line each. */
const describedMax = 20;
const recordsMax = 10;
const fieldsMax = 5;
const variationsMax = 20;
const namesMax = 5;
const hazardsMax = 20;

/** The findings, most severe first, then the counts and the next step; `folder` contains the bundles. */
export function textOfReport(report: Report, folder: string | null = null): string {
  const { problem, notes } = report;
  const hasRun =
    problem === null || problem.kind === "too-little-tested" || report.trials.length > 0;
  const all = [
    ...(hasRun ? announcedLines(report) : []),
    ...(hasRun
      ? findingsLines(
          openFindings(report).filter((one) => !isAnnounced(one)),
          folder,
        )
      : []),
    ...knownLines(report),
    ...(problem === null ? [] : problemLines(problem)),
    ...(hasRun
      ? [
          ...(report.families.every((family) => family === "next") ? [] : summaryLines(report)),
          ...questionBlock(report),
          ...hazardLines(report),
          ...leftOutLines(report),
        ]
      : []),
    ...notes.map((note) => wrapped(note, "  ")),
    ...nextLines(report, folder),
  ];
  return `${all.join("\n")}\n`;
}

function findingsLines(findings: readonly Finding[], folder: string | null): readonly string[] {
  const groups = grouped(findings);
  const others = groups.slice(describedMax);
  const advised = new Set<string>();
  const described = groups.slice(0, describedMax).flatMap((group) => {
    const { advice } = group.first;
    const isNew = !advised.has(advice);
    advised.add(advice);
    return groupLines(group, folder, isNew ? advice : "");
  });
  return [
    ...described,
    ...others.flatMap((group) => headLines(group)),
    ...(others.length === 0 ? [] : [""]),
  ];
}

function knownLines(report: Report): readonly string[] {
  const groups = grouped(knownFindings(report));
  const left = groups.length - describedMax;
  if (groups.length === 0) return [];
  return [
    "Known from the report of --baseline:",
    ...groups.slice(0, describedMax).flatMap((group) => headLines(group, "  ")),
    ...(left > 0 ? [`  and ${counted(left, "more group")}`] : []),
    "",
  ];
}

/** The label of a test has a line of its own if it does not fit: its end names the test. */
function headLines(group: Grouped, indent = ""): readonly string[] {
  const { first, findings } = group;
  const { severity, verdict } = first;
  const start = `${indent}${severity.toUpperCase().padEnd(6)} ${verdict}  `;
  if (findings.length > 1) {
    return [clipped(start, `${subjectOf(group)}: ${findings.length} findings`)];
  }
  const where = workspaceOf(first);
  const whole = start + singleLine(placeOf(first));
  if (where === null || widthOf(whole) <= columns) return [clipped(start, placeOf(first))];
  return [clipped(start, placeInRun(first)), wrapped(`in ${singleLine(where)}`, `${indent}  `)];
}

/** One finding with all details, then how the others differ. `advice` is empty if an earlier group has the same. */
function groupLines(group: Grouped, folder: string | null, advice: string): readonly string[] {
  const { first, findings, id } = group;
  const { sentence, reason, changes, rules, bundle, alsoSeen, seenBy = [] } = first;
  const left = changes.length - recordsMax;
  const note = placeholderNote(changes.slice(0, recordsMax));
  return [
    ...headLines(group),
    ...(findings.length === 1 ? [] : [wrapped(`such as ${placeOf(first)}:`, "  ")]),
    wrapped(sentence, "  "),
    wrapped(reason, "  "),
    ...changes.slice(0, recordsMax).flatMap(recordLines),
    ...(left > 0 ? [`    and ${counted(left, "more record")}`] : []),
    ...(note === null ? [] : [wrapped(note, "    ")]),
    wrapped(`calls: ${callsText(first)}`, "    "),
    ...(alsoSeen.length === 0 ? [] : [wrapped(`also: ${alsoSeen.join(", ")}`, "    ")]),
    ...(seenBy.length === 0 ? [] : [wrapped(`seen by: ${phraseOf(seenBy, namesMax)}`, "    ")]),
    ...(rules.length === 0 ? [] : [wrapped(`rules: ${rules.join(", ")}`, "    ")]),
    ...(bundle === null ? [] : [wrapped(`bundle: ${pathIn(folder, bundle)}`, "    ")]),
    ...variantLines(group),
    `    group: ${singleLine(id)}`,
    ...(advice === "" ? [] : [wrapped(`Next step: ${advice}`, "  ")]),
    "",
  ];
}

function variantLines(group: Grouped): readonly string[] {
  const { variations, calls, places } = variantsOf(group);
  return [
    ...listLines("variations", variations, variationsMax),
    ...listLines("calls", calls, namesMax),
    ...listLines("in", places, namesMax),
  ];
}

function listLines(name: string, values: readonly string[], max: number): readonly string[] {
  return values.length === 0 ? [] : [wrapped(`${name}: ${phraseOf(values, max)}`, "    ")];
}

function recordLines(changed: Finding["changes"][number]): readonly string[] {
  const { workspace } = changed;
  const where = workspace === "default" ? "" : ` in ${workspace}`;
  const fields = differenceText(changed, fieldsMax);
  return [
    clipped("    ", recordText(changed) + where),
    ...(fields === "" ? [] : [wrapped(fields, "      ")]),
  ];
}

function problemLines({ message, output }: NonNullable<Report["problem"]>): readonly string[] {
  const last = lastLines(output);
  return [
    ...message.split("\n").map((line) => wrapped(line, "")),
    ...(last.length === 0 ? [] : ["The last lines of its output:"]),
    ...last.map((line) => clipped("  ", line)),
  ];
}

function summaryLines(report: Report): readonly string[] {
  const { summary, durationMs, interrupted, shard } = report;
  const { violations, accepted, known, tested, planned } = summary;
  const violated = violations.caught + violations.missed;
  const seconds = (durationMs / 1_000).toFixed(1);
  const acceptedText = accepted === 0 ? "" : `, ${accepted} accepted`;
  const knownText = known === 0 ? "" : `, ${known} known`;
  const part = shard.of === 1 ? "" : ` (part ${shard.part} of ${shard.of})`;
  if (interrupted && summary.trials === 0) {
    return [`Interrupted after ${seconds} s: nothing was tested.`];
  }
  const verdicts = Object.entries(summary.byVerdict)
    .map(([verdict, times]) => `${verdict} ${times}`)
    .join(", ");
  return [
    `${tested} of ${counted(planned, "variation")} tested in ${seconds} s${part}: ${countedFindings(report)}${acceptedText}${knownText}`,
    ...(verdicts === "" ? [] : [wrapped(verdicts, "  ")]),
    ...(violated === 0 ? [] : [`  violations noticed: ${violations.caught} of ${violated}`]),
    ...(interrupted ? ["  interrupted: this report covers the trials that finished"] : []),
  ];
}

function questionBlock(report: Report): readonly string[] {
  const lines = questionLines(report);
  if (lines.length === 0) return [];
  return ["Questions for the provider:", ...lines.map((line) => wrapped(line, "  "))];
}

/** What was tested, each open hazard with its next step, and why the run ends with 3 although it found nothing. */
function hazardLines(report: Report): readonly string[] {
  const tested = hazardsText(report);
  if (tested === null) return [];
  const open = openHazardLines(report);
  const left = open.length - hazardsMax;
  const gap = finalGapOf(report);
  return [
    `${tested}.${open.length === 0 ? "" : " Not tested:"}`,
    ...open.slice(0, hazardsMax).map((line) => wrapped(line, "  ")),
    ...(left > 0 ? [`  and ${counted(left, "more hazard")}`] : []),
    ...(gap === null ? [] : [wrapped(gap, "")]),
  ];
}

function leftOutLines({ leftOut, interrupted }: Report): readonly string[] {
  if (leftOut.length === 0) return [];
  return [
    `  not run: ${leftOut.length}${interrupted ? "" : " (raise --budget to run them)"}`,
    ...leftOut.slice(0, 5).map((one) => wrapped(placeOf(one), "    ")),
    ...(leftOut.length > 5 ? [`    and ${leftOut.length - 5} more`] : []),
  ];
}

function nextLines(report: Report, folder: string | null): readonly string[] {
  const [first] = openFindings(report);
  if (first === undefined) return [];
  const words = repeatCommand(report, first, folder).map(singleLine);
  return [
    "To reproduce the first finding:",
    ...shellLines(words, columns - 2).map((line) => `  ${line}`),
  ];
}

/** Cuts a line to the width of the terminal. */
function clipped(start: string, text: string): string {
  const line = start + singleLine(text);
  if (widthOf(line) <= columns) return line;
  let kept = "";
  let width = 0;
  for (const { segment } of new Intl.Segmenter("en").segment(line)) {
    width += widthOf(segment);
    if (width >= columns) break;
    kept += segment;
  }
  return `${kept}…`;
}

function widthOf(text: string): number {
  return stringWidth(text).width;
}
