import { singleLine, printed, visible } from "../../visible.ts";
import { repeatCommand, shellLine } from "./commands.ts";
import { placeOf } from "./place.ts";
import { changeText } from "./record-fields.ts";
import type { Finding, Report } from "./shape.ts";
import { counted, headlineOf, openFindings } from "./summary.ts";

/** The maximum number of findings in the table, because GitHub Actions limits a step summary to 1 MiB. */
const findingsMax = 200;
const recordsMax = 5;
const fieldsMax = 3;

/** The report as Markdown, for the step summary of a pipeline. */
export function markdownOfReport(report: Report): string {
  const { summary, interrupted, leftOut, notes, shard } = report;
  const { trials, tested, planned, findings, accepted, violations } = summary;
  const violated = violations.caught + violations.missed;
  const open = openFindings(report);
  const part = shard.of === 1 ? "" : `, part ${shard.part} of ${shard.of}`;
  const blocks = [
    `## lead-sandbox explore: ${headlineOf(report).toLowerCase()}`,
    ...problemBlocks(report),
    ...(trials === 0
      ? []
      : [
          `${tested} of ${counted(planned, "variation")} tested, ${counted(findings, "finding")}, ${accepted} accepted${part}.`,
        ]),
    ...(violated === 0 ? [] : [`Violations noticed: ${violations.caught} of ${violated}.`]),
    ...(interrupted ? [interruptedText(trials)] : []),
    ...(open.length === 0 ? [] : [findingTable(open), ...nextBlocks(report, open)]),
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
  const last = printed(problem.output).split("\n").slice(-10).join("\n");
  return [`**${text(problem.message)}**`, ...(last === "" ? [] : [fenced(last)])];
}

function findingTable(findings: readonly Finding[]): string {
  const left = findings.length - findingsMax;
  return [
    "| severity | verdict | variation | what happened | records | finding |",
    "| --- | --- | --- | --- | --- | --- |",
    ...findings.slice(0, findingsMax).map(findingRow),
    ...(left > 0 ? ["", `And ${counted(left, "more finding")}.`] : []),
  ].join("\n");
}

function findingRow(finding: Finding): string {
  const { severity, verdict, sentence, reason, changes, id } = finding;
  const named = changes.slice(0, recordsMax).map((one) => code(changeText(one, fieldsMax)));
  const left = changes.length - recordsMax;
  const cells = [
    severity,
    verdict,
    code(placeOf(finding)),
    text(`${sentence} ${reason}`),
    [...named, ...(left > 0 ? [`and ${left} more`] : [])].join("<br>"),
    code(id),
  ];
  return `| ${cells.join(" | ")} |`;
}

function nextBlocks(report: Report, [first]: readonly Finding[]): readonly string[] {
  if (first === undefined) return [];
  return [
    text(first.advice),
    "To reproduce the first finding:",
    fenced(shellLine(repeatCommand(report, first))),
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

function fenced(value: string): string {
  const fence = fenceAround(value, 3);
  return `${fence}\n${visible(value)}\n${fence}`;
}

function fenceAround(value: string, least: number): string {
  const longest = Math.max(0, ...Array.from(value.matchAll(/`+/g), ([run]) => run.length));
  return "`".repeat(Math.max(least, longest + 1));
}
