import { ctrfOfReport } from "../explore/report/ctrf.ts";
import { htmlOfReport } from "../explore/report/html.ts";
import { junitOfReport } from "../explore/report/junit.ts";
import { markdownOfReport } from "../explore/report/markdown.ts";
import type { Report } from "../explore/report/shape.ts";
import { writeForms } from "./report-files.ts";

/** Writes every form of the report of `explore`. */
export async function writeReports(report: Report, folder: string | null): Promise<void> {
  await writeForms(report, markdownOfReport(report), folder, async () => ({
    "report.xml": junitOfReport(report),
    "report.html": await htmlOfReport(report),
    "report.ctrf.json": ctrfOfReport(report),
  }));
}
