import { lastLines, singleLine } from "../../../base/texts/visible.ts";
/** The report as Markdown. */
import { shellLine } from "../../explore/report/commands.ts";
import { fenceAround, fenced } from "../../explore/report/markdown.ts";
import {
  evidenceText,
  headlineOf,
  howText,
  inOrder,
  notCoveredLines,
  useFacts,
  verdictNames,
} from "./facts.ts";
import type { Report } from "./shape.ts";

export function markdownOfReport(report: Report): string {
  const { client, date, version, checks, questions, notes, problem, command } = report;
  const revision = client.revision === null ? "" : `, revision ${plain(client.revision)}`;
  return [
    `# ${plain(client.name)}: ready for production?`,
    "",
    `${plain(client.name)}${revision}; ${date.slice(0, 10)}; lead-sandbox ${version}. ${howText(report, code(shellLine(command)))}`,
    "",
    `**${headlineOf(report)}**`,
    "",
    ...(problem === null ? [] : problemBlocks(problem)),
    "## What the client does",
    "",
    ...useFacts(report).map(([name, value]) => `- ${name}: ${plain(value)}`),
    "",
    "## Checks",
    "",
    "| verdict | check | clause | reason | calls |",
    "| --- | --- | --- | --- | --- |",
    ...inOrder(checks).map(({ verdict, id, clause, reason, evidence, advice }) =>
      row([
        verdictNames[verdict],
        code(id),
        clause.join(", "),
        prose(`${reason}${advice === null ? "" : ` ${advice}`}`),
        evidence
          .slice(0, 3)
          .map((one) => code(evidenceText(one)))
          .join("<br>"),
      ]),
    ),
    "",
    ...(questions.length === 0
      ? []
      : [
          "## Questions to the provider",
          "",
          ...questions.map(
            ({ rule, statement, breaks, request }) =>
              `- ${code(rule)}: ${prose(statement)} ${breaks.length === 0 ? "" : `The client depends on it: it does not work under ${breaks.map(code).join(", ")}. `}Ask with ${code(request)}.`,
          ),
          "",
        ]),
    "## Not covered",
    "",
    ...notCoveredLines(report).map((line) => `- ${plain(line)}`),
    ...notes.map((note) => `- ${plain(note)}`),
    "",
  ].join("\n");
}

function problemBlocks(problem: NonNullable<Report["problem"]>): readonly string[] {
  const lines = lastLines(problem.output);
  const output =
    lines.length === 0 ? [] : ["The last lines of its output:", "", fenced(lines.join("\n")), ""];
  return [plain(problem.message), "", ...output];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Foreign text without Markdown or HTML of its own. */
function plain(text: string): string {
  return singleLine(text).replaceAll(/[\\`*_[\]<>#|&]/g, String.raw`\$&`);
}

/** The same for a text of ours, in which code is in backticks. */
function prose(text: string): string {
  return text
    .split("`")
    .map((part, at) => (at % 2 === 1 ? code(part) : plain(part)))
    .join("");
}

function code(text: string): string {
  const shown = singleLine(text).replaceAll("|", String.raw`\|`);
  const fence = fenceAround(shown, 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}
