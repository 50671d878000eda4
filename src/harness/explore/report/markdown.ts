import { lastLines, singleLine } from "../../../base/texts/visible.ts";
import { counted } from "../../../base/values/counted.ts";
import { fenceAround, fenced } from "../../report/markdown.ts";
import { callsText } from "./calls-text.ts";
import { repeatCommand, shellLine } from "./commands.ts";
import { finalGapOf } from "./gaps.ts";
import type { Grouped } from "./groups.ts";
import { grouped, phraseOf, subjectOf, variantsOf } from "./groups.ts";
import { hazardsText, openHazardLines, questionLines } from "./hazard-text.ts";
import { placeOf } from "./place.ts";
import { changeText } from "./record-fields.ts";
import type { Finding, Report } from "./shape.ts";
import { countedFindings, headlineOf, knownFindings, openFindings } from "./summary.ts";

/** The maximum number of groups in the table, because GitHub Actions limits a step summary to 1 MiB. */
const groupsMax = 200;
const variationsMax = 20;
const namesMax = 5;
const recordsMax = 5;
const fieldsMax = 3;

/** The report as Markdown, for the step summary of a pipeline. */
export function markdownOfReport(report: Report): string {
  const { summary, interrupted, leftOut, notes, shard } = report;
  const { trials, tested, planned, accepted, known, violations } = summary;
  const violated = violations.caught + violations.missed;
  const open = openFindings(report);
  const part = shard.of === 1 ? "" : `, part ${shard.part} of ${shard.of}`;
  const blocks = [
    `## lead-sandbox explore: ${headlineOf(report).toLowerCase()}`,
    ...problemBlocks(report),
    ...(trials === 0
      ? []
      : [
          `${tested} of ${counted(planned, "variation")} tested, ${countedFindings(report)}, ${accepted} accepted${known === 0 ? "" : `, ${known} known`}${part}.`,
        ]),
    ...(violated === 0 ? [] : [`Violations noticed: ${violations.caught} of ${violated}.`]),
    ...(interrupted ? [interruptedText(trials)] : []),
    ...(open.length === 0 ? [] : [groupTable(grouped(open)), ...nextBlocks(report, open)]),
    ...knownBlocks(report),
    ...questionBlocks(report),
    ...hazardBlocks(report),
    ...(leftOut.length === 0
      ? []
      : [`Not run: ${counted(leftOut.length, "variation")}. Raise \`--budget\` to run them.`]),
    ...notes.map(text),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function interruptedText(trials: number): string {
  return trials === 0
    ? "Interrupted: nothing was tested."
    : "Interrupted: this report covers the trials that finished.";
}

function problemBlocks({ problem }: Report): readonly string[] {
  if (problem === null) return [];
  const last = lastLines(problem.output);
  return [
    `**${text(problem.message)}**`,
    ...(last.length === 0 ? [] : [fenced("", last.join("\n"))]),
  ];
}

function questionBlocks(report: Report): readonly string[] {
  const lines = questionLines(report);
  if (lines.length === 0) return [];
  return ["Questions for the provider:", lines.map((line) => `- ${text(line)}`).join("\n")];
}

function hazardBlocks(report: Report): readonly string[] {
  const tested = hazardsText(report);
  if (tested === null) return [];
  const open = openHazardLines(report);
  const gap = finalGapOf(report);
  return [
    `${tested}.${open.length === 0 ? "" : " Not tested:"}`,
    ...(open.length === 0
      ? []
      : [
          open
            .slice(0, groupsMax)
            .map((line) => `- ${text(line)}`)
            .join("\n"),
        ]),
    ...(gap === null ? [] : [`**${text(gap)}**`]),
  ];
}

function knownBlocks(report: Report): readonly string[] {
  const groups = grouped(knownFindings(report));
  if (groups.length === 0) return [];
  const left = groups.length - groupsMax;
  const names = groups
    .slice(0, groupsMax)
    .map((group) => code(`${group.first.verdict}: ${subjectOf(group)}`));
  return [
    `Known from an earlier report: ${[...names, ...(left > 0 ? [`and ${left} more`] : [])].join(", ")}`,
  ];
}

function groupTable(groups: readonly Grouped[]): string {
  const left = groups.length - groupsMax;
  return [
    "| severity | verdict | variations | what happened | records | group |",
    "| --- | --- | --- | --- | --- | --- |",
    ...groups.slice(0, groupsMax).map(groupRow),
    ...(left > 0 ? ["", `And ${counted(left, "more group")}.`] : []),
  ].join("\n");
}

function groupRow(group: Grouped): string {
  const { severity, verdict, sentence, reason, changes } = group.first;
  const named = changes.slice(0, recordsMax).map((one) => code(changeText(one, fieldsMax)));
  const left = changes.length - recordsMax;
  const cells = [
    severity,
    verdict,
    variationsCell(group),
    `${text(`${sentence} ${reason}`)}<br>${code(callsText(group.first))}`,
    [...named, ...(left > 0 ? [`and ${left} more`] : [])].join("<br>"),
    code(group.id),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The finding that the row describes, then how the others of its group differ. */
function variationsCell(group: Grouped): string {
  const { first, findings } = group;
  if (findings.length === 1) return code(placeOf(first));
  const { variations, calls, places } = variantsOf(group);
  const lists = [
    phraseOf(variations, variationsMax),
    phraseOf(calls, namesMax),
    phraseOf(places, namesMax),
  ];
  return [
    `${code(subjectOf(group))}: ${findings.length} findings`,
    `such as ${code(placeOf(first))}`,
    ...lists.filter((list) => list !== "").map(code),
  ].join("<br>");
}

function nextBlocks(report: Report, [first]: readonly Finding[]): readonly string[] {
  if (first === undefined) return [];
  return [
    text(first.advice),
    "To reproduce the first finding:",
    fenced("", shellLine(repeatCommand(report, first))),
  ];
}

/** Escapes Markdown syntax, links and mentions in prose. U+2060, a word joiner, interrupts links and mentions. */
function text(value: string): string {
  return singleLine(value)
    .replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
    .replaceAll(/@|:(?=\\\/)|www(?=\\\.)/gi, "$&\u2060");
}

/** Data as inline code. The fence is longer than any in the data, and bars are escaped for tables. */
function code(value: string): string {
  const shown = singleLine(value);
  const fence = fenceAround(shown, 1);
  return `${fence} ${shown.replaceAll("|", String.raw`\|`)} ${fence}`;
}
