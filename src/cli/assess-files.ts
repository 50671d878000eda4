import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Question } from "../assess/questions.ts";
import { htmlOfReport } from "../assess/report/html.ts";
import { junitOfReport } from "../assess/report/junit.ts";
import { markdownOfReport } from "../assess/report/markdown.ts";
import { questionsHttp, questionsMarkdown } from "../assess/report/question-files.ts";
import type { Report } from "../assess/report/shape.ts";
import { jsonText } from "./findings-output.ts";

/** Writes every form of the report to `folder`, and the Markdown to the step summary of GitHub Actions. */
export async function writeAssessment(
  report: Report,
  questions: readonly Question[],
  folder: string | null,
  stepSummary: string | undefined,
): Promise<void> {
  const markdown = markdownOfReport(report);
  if (stepSummary !== undefined && stepSummary !== "") await appendFile(stepSummary, markdown);
  if (folder === null) return;
  const files = {
    "report.json": jsonText(report),
    "report.md": markdown,
    "report.xml": junitOfReport(report),
    "report.html": await htmlOfReport(report),
    "questions.md": questionsMarkdown(questions),
    "questions.http": questionsHttp(questions),
  };
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)),
  );
}
