import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { junitOfSimulation } from "../simulate/report/junit.ts";
import { markdownOfSimulation } from "../simulate/report/markdown.ts";
import type { SimulationReport } from "../simulate/report/shape.ts";
import { jsonText } from "./findings-output.ts";

/** Writes every form of the report to `folder`, and the Markdown to the step summary of GitHub Actions. */
export async function writeSimulation(
  report: SimulationReport,
  folder: string | null,
  stepSummary: string | undefined,
): Promise<void> {
  const markdown = markdownOfSimulation(report);
  if (stepSummary !== undefined && stepSummary !== "") await appendFile(stepSummary, markdown);
  if (folder === null) return;
  const files = {
    "report.json": jsonText(report),
    "report.md": markdown,
    "report.xml": junitOfSimulation(report),
  };
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)),
  );
}
