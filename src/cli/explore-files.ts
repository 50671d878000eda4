import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { ctrfOfReport } from "../explore/report/ctrf.ts";
import { htmlOfReport } from "../explore/report/html.ts";
import { junitOfReport } from "../explore/report/junit.ts";
import { markdownOfReport } from "../explore/report/markdown.ts";
import type { Report } from "../explore/report/shape.ts";
import { jsonText } from "./findings-output.ts";
import { UsageError } from "./usage-error.ts";

/** Creates the folder of `--out` before the work, so that a bad folder fails early. */
export async function prepareFolder(folder: string | null): Promise<void> {
  if (folder === null) return;
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--out ${folder} cannot be written: ${reason}`);
  }
}

/** Writes every form of the report to `folder`, and the Markdown to the step summary of GitHub Actions. */
export async function writeReports(
  report: Report,
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
    "report.ctrf.json": ctrfOfReport(report),
  };
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)),
  );
}
