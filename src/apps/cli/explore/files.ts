import { ctrfOfReport } from "../../../harness/explore/report/ctrf.ts";
import { htmlOfReport } from "../../../harness/explore/report/html.ts";
import { junitOfReport } from "../../../harness/explore/report/junit.ts";
import { markdownOfReport } from "../../../harness/explore/report/markdown.ts";
import type { Report } from "../../../harness/explore/report/shape.ts";
import { writeForms } from "../output/report-files.ts";

/** Writes every form of the report of `explore`. */
export async function writeReports(report: Report, folder: string | null): Promise<void> {
  await writeForms(report, markdownOfReport(report), folder, async () => ({
    "report.xml": junitOfReport(report),
    "report.html": await htmlOfReport(report),
    "report.ctrf.json": ctrfOfReport(report),
  }));
}
