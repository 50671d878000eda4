/** The report as a document, in the order of a reviewer's questions. */
import { lastLines } from "../../../base/texts/visible.ts";
import { shellLine } from "../../explore/report/commands.ts";
import type { Block, Document } from "../../report/document.ts";
import { code, heading, list, paragraph, plainText, quoted, table } from "../../report/document.ts";
import type { Mark } from "../../report/marks.ts";
import type { CheckVerdict } from "../run.ts";
import {
  headlineOf,
  howText,
  inOrder,
  notCoveredLines,
  notJudged,
  useFacts,
  verdictNames,
} from "./facts.ts";
import type { Report, ReportedCheck, ReportedQuestion } from "./shape.ts";

/** How much a verdict matters. */
const markOf: Readonly<Record<CheckVerdict, Mark>> = {
  violated: "high",
  attention: "medium",
  "not-exercised": "open",
  shown: "good",
};

/** The calls of a check that the page shows. */
const callsMax = 3;

export function documentOfAssessment(report: Report): Document {
  const { client, checks, questions, notes } = report;
  return {
    title: `${plainText(client.name)}: ready for production?`,
    blocks: [
      paragraph(`${headlineOf(report)}.`),
      paragraph(aboutRun(report)),
      ...problemBlocks(report),
      heading("What the client does"),
      ...table(
        ["what", "value"],
        useFacts(report).map(([name, value]) => [name, plainText(value)]),
      ),
      heading("Checks"),
      ...inOrder(checks).flatMap(checkBlocks),
      heading("Questions to the provider"),
      ...(questions.length === 0
        ? [
            paragraph(
              "None: the client does not depend on what the interface leaves open, as far as it was tried.",
            ),
          ]
        : list(questions.map(questionText))),
      heading("Not covered"),
      ...list([...notCoveredLines(report), ...notes].map(plainText)),
      heading("Not judged"),
      ...list(notJudged),
    ],
  };
}

function aboutRun(report: Report): string {
  const { client, date, version, command } = report;
  const revision =
    client.revision === null ? "No revision is known" : `Revision ${quoted(client.revision)}`;
  const how = howText(report, quoted(shellLine(command)));
  return `${revision}; ${date.slice(0, 16).replace("T", " ")} UTC; lead-sandbox ${version}. ${how}`.trim();
}

function problemBlocks({ problem }: Report): readonly Block[] {
  if (problem === null) return [];
  const lines = lastLines(problem.output);
  return [
    { type: "verdict", mark: "open", title: "Not assessed", text: problem.message },
    ...(lines.length === 0
      ? []
      : [paragraph("The last lines of its output:"), code("text", lines.join("\n"))]),
  ];
}

function checkBlocks(check: ReportedCheck): readonly Block[] {
  const { id, title, clause, verdict, required, reason, advice, evidence } = check;
  const notes = [
    quoted(id),
    ...(clause.length === 0 ? [] : [`clause ${clause.join(", ")}`]),
    ...(required ? ["required"] : []),
  ];
  return [
    {
      type: "verdict",
      mark: markOf[verdict],
      title: `${verdictNames[verdict]}: ${title} (${notes.join("; ")})`,
      text: advice === null ? reason : `${reason} ${advice}`,
    },
    ...(evidence.length === 0 ? [] : [callsBlock(evidence.slice(0, callsMax))]),
  ];
}

function callsBlock(evidence: ReportedCheck["evidence"]): Block {
  const calls = evidence.map(({ run, trial, call, method, path, status }) => ({
    method,
    path,
    status,
    outcome: `run ${run} (${trial}), call ${call}`,
  }));
  return { type: "calls", calls };
}

function questionText({ rule, statement, breaks, request }: ReportedQuestion): string {
  const broken =
    breaks.length === 0 ? "" : ` The client does not work under ${breaks.map(quoted).join(", ")}.`;
  return `${quoted(rule)}: ${statement}${broken} Ask with ${quoted(request)}.`;
}
