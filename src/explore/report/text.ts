/** The report for a terminal of 100 columns. */
import type { Finding, Report, ReportedVariation } from "./shape.ts";

const columns = 100;

/** The findings, the most severe first, then the counts and what was left out. */
export function textOfReport(report: Report): string {
  const { problem, notes } = report;
  const noted = notes.map((note) => wrapped(note, "  "));
  if (problem !== null) {
    return lines([wrapped(problem.message, ""), ...outputLines(problem.output), ...noted]);
  }
  return lines([
    ...report.findings
      .filter(({ accepted }) => accepted === null)
      .toSorted(bySeverity)
      .flatMap(findingLines),
    ...summaryLines(report),
    ...leftOutLines(report.leftOut),
    ...noted,
  ]);
}

function lines(all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}

const ranks = { high: 0, medium: 1, low: 2 } as const;

function bySeverity(one: Finding, other: Finding): number {
  return ranks[one.severity] - ranks[other.severity];
}

function findingLines(finding: Finding): readonly string[] {
  const { severity, verdict, sentence, reason, records, rules, bundle, alsoSeen } = finding;
  return [
    clipped(`${severity.toUpperCase().padEnd(6)} ${verdict}  ${placeOf(finding)}`),
    wrapped(sentence, "  "),
    wrapped(reason, "  "),
    ...records.map(({ change, kind, email, workspace }) =>
      clipped(`    ${change} ${kind} ${email}${workspace === "default" ? "" : ` in ${workspace}`}`),
    ),
    ...(alsoSeen.length === 0 ? [] : [clipped(`    also: ${alsoSeen.join(", ")}`)]),
    ...(rules.length === 0 ? [] : [clipped(`    rules: ${rules.join(", ")}`)]),
    ...(bundle === null ? [] : [`    replay: lead-sandbox replay ${bundle}`]),
    "",
  ];
}

/** Such as `faults reset-after at post-leads-for-firm maya@example.com`. */
export function placeOf({ family, variation, call, workspace }: ReportedVariation): string {
  const at = call === null ? "" : ` at ${call.name}`;
  const test = workspace === null ? "" : ` in ${workspace}`;
  return `${family} ${variation}${at}${test}`;
}

function summaryLines({ summary, durationMs, interrupted }: Report): readonly string[] {
  const verdicts = Object.entries(summary.verdicts).map(
    ([verdict, count]) => `${verdict} ${count}`,
  );
  const { score, findings, accepted, trials } = summary;
  const seconds = (durationMs / 1_000).toFixed(1);
  const acceptedText = accepted === 0 ? "" : `, ${accepted} accepted`;
  return [
    `${count(trials, "variation")} in ${seconds} s: ${count(findings, "finding")}${acceptedText}`,
    ...(verdicts.length === 0 ? [] : [wrapped(verdicts.join(", "), "  ")]),
    ...(score === null
      ? []
      : [`  violations noticed: ${score.caught} of ${score.caught + score.missed}`]),
    ...(interrupted ? ["  interrupted: this is the report of what was done"] : []),
  ];
}

function leftOutLines(leftOut: readonly ReportedVariation[]): readonly string[] {
  if (leftOut.length === 0) return [];
  return [
    `  not run: ${leftOut.length} (raise --budget to run them)`,
    ...leftOut.slice(0, 5).map((one) => clipped(`    ${placeOf(one)}`)),
    ...(leftOut.length > 5 ? [`    and ${leftOut.length - 5} more`] : []),
  ];
}

function outputLines(output: string | null): readonly string[] {
  const printed = output?.trimEnd() ?? "";
  if (printed === "") return [];
  return [
    "The last lines that it printed:",
    ...printed
      .split("\n")
      .slice(-10)
      .map((line) => clipped(`  ${line}`)),
  ];
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function clipped(line: string): string {
  return line.length <= columns ? line : `${line.slice(0, columns - 1)}…`;
}

/** Broken between words at the width of the terminal. */
function wrapped(text: string, indent: string): string {
  const out: string[] = [];
  let line = indent;
  for (const word of text.split(/\s+/)) {
    if (line.length + word.length + 1 > columns && line !== indent) {
      out.push(line);
      line = indent;
    }
    line += line === indent ? word : ` ${word}`;
  }
  return [...out, line].join("\n");
}
