/** The report as a table for a terminal. */
import { lastLines, singleLine } from "../../../base/texts/visible.ts";
import {
  evidenceText,
  headlineOf,
  inOrder,
  notCoveredLines,
  useFacts,
  verdictNames,
} from "./facts.ts";
import type { Report } from "./shape.ts";

/** Checks, figures and questions; `folder` has the files of `--out`. */
export function textOfReport(report: Report, folder: string | null): string {
  const { checks, questions, notes, problem } = report;
  if (problem !== null) return problemText(report, problem);
  const nameWidth = Math.max(...checks.map(({ id }) => id.length));
  const verdictWidth = Math.max(...Object.values(verdictNames).map(({ length }) => length));
  const lines = inOrder(checks).flatMap(({ id, verdict, reason, required, advice, evidence }) => {
    const head = `${verdictNames[verdict].padEnd(verdictWidth)}  ${id.padEnd(nameWidth)}  ${singleLine(reason)}`;
    const isOpen = verdict === "violated" || verdict === "attention";
    const indent = " ".repeat(verdictWidth + 2);
    return [
      required && verdict !== "shown" ? `${head} (required)` : head,
      ...(isOpen
        ? evidence.slice(0, 2).map((one) => `${indent}${singleLine(evidenceText(one))}`)
        : []),
      ...(isOpen && advice !== null ? [`${indent}${advice}`] : []),
    ];
  });
  const figures = useFacts(report).map(([name, value]) => `  ${name}: ${singleLine(value)}`);
  return [
    ...lines,
    "",
    "What the client does",
    ...figures,
    ...(questions.length === 0
      ? []
      : [
          "",
          `Questions to the provider: ${questions.map(({ rule }) => singleLine(rule)).join(", ")}`,
          "  lead-sandbox assumptions answer RULE CHOICE --source TEXT records an answer.",
        ]),
    ...(notCoveredLines(report).length === 0 ? [] : ["", "Not covered"]),
    ...notCoveredLines(report).map((line) => `  ${singleLine(line)}`),
    ...notes.map((note) => `\n${singleLine(note)}`),
    "",
    headlineOf(report),
    ...(folder === null ? [] : [`The page to hand in: ${singleLine(folder)}/report.html`]),
    "",
  ].join("\n");
}

function problemText(report: Report, problem: NonNullable<Report["problem"]>): string {
  const lines = lastLines(problem.output);
  return [
    `${headlineOf(report)}: ${singleLine(problem.message)}`,
    ...(lines.length === 0 ? [] : ["The last lines of its output:"]),
    ...lines.map((line) => `  ${line}`),
    "",
  ].join("\n");
}
