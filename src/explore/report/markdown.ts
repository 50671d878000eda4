import { placeOf } from "./place.ts";
import type { Finding, Report } from "./shape.ts";

/** The report as Markdown, as the step summary of a pipeline shows it. */
export function markdownOfReport(report: Report): string {
  const { summary, problem, findings, leftOut, notes } = report;
  const open = findings.filter(({ accepted }) => accepted === null);
  const parts = [
    "## lead-sandbox explore",
    "",
    problem === null
      ? `${summary.trials} variations, **${summary.findings} findings**, ${summary.accepted} accepted.`
      : `**${text(problem.message)}**`,
    ...(summary.score === null
      ? []
      : [
          "",
          `Violations noticed: ${summary.score.caught} of ${summary.score.caught + summary.score.missed}.`,
        ]),
    ...(open.length === 0 ? [] : ["", ...findingTable(open)]),
    ...(leftOut.length === 0 ? [] : ["", `Not run: ${leftOut.length} variations.`]),
    ...notes.flatMap((note) => ["", text(note)]),
  ];
  return `${parts.join("\n")}\n`;
}

function findingTable(findings: readonly Finding[]): readonly string[] {
  return [
    "| severity | verdict | variation | what happened | records | finding |",
    "| --- | --- | --- | --- | --- | --- |",
    ...findings.map((finding) => {
      const { severity, verdict, sentence, reason, records, id } = finding;
      const named = records.map(({ change, kind, email }) => `${change} ${kind} ${email}`);
      const cells = [
        severity,
        verdict,
        placeOf(finding),
        `${sentence} ${reason}`,
        named.join("; "),
        id,
      ];
      return `| ${cells.map(text).join(" | ")} |`;
    }),
  ];
}

/** Markdown reads some characters as marks. */
function text(value: string): string {
  return value.replaceAll(/[\\`*_{}[\]<>|#]/g, String.raw`\$&`).replaceAll(/\s+/g, " ");
}
