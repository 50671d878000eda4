import { ctrfOfReport } from "../../../harness/explore/report/ctrf.ts";
import { documentOfExploration } from "../../../harness/explore/report/document.ts";
import { junitOfReport } from "../../../harness/explore/report/junit.ts";
import type { Report } from "../../../harness/explore/report/shape.ts";
import type { Document } from "../../../harness/report/document.ts";
import { withoutDetails } from "../../../harness/report/document.ts";
import { writeDocumented } from "../output/report-files.ts";

/** Writes every form of the report of `explore`. */
export async function writeReports(report: Report, folder: string | undefined): Promise<void> {
  const others = { "report.xml": junitOfReport(report), "report.ctrf.json": ctrfOfReport(report) };
  const page = documentOfExploration(report);
  await writeDocumented("explore", withDocument(report), folder, others, page);
}

/** The report as `report.json` and `--json` show it. */
export function withDocument(report: Report): Report & { readonly document: Document } {
  return { ...report, document: withoutDetails(documentOfExploration(report)) };
}
