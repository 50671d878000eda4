import { ctrfOfReport } from "../../../harness/explore/report/ctrf.ts";
import { documentOfExploration } from "../../../harness/explore/report/document.ts";
import { htmlOfReport } from "../../../harness/explore/report/html.ts";
import { junitOfReport } from "../../../harness/explore/report/junit.ts";
import { markdownOfReport } from "../../../harness/explore/report/markdown.ts";
import type { Report } from "../../../harness/explore/report/shape.ts";
import { writeForms } from "../output/report-files.ts";

/** Writes every form of the report of `explore`. */
export async function writeReports(explored: Report, folder: string | null): Promise<void> {
  const report = withDocument(explored);
  await writeForms(report, markdownOfReport(report), folder, async () => ({
    "report.xml": junitOfReport(report),
    "report.html": await htmlOfReport(report),
    "report.ctrf.json": ctrfOfReport(report),
  }));
}

/** The report as `report.json` and `--json` show it. */
export function withDocument(report: Report): Report {
  return { ...report, document: documentOfExploration(report) };
}
