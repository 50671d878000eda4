/** The forms of a report that people read. */
import { documentOfExploration } from "../../../../src/harness/explore/report/document.ts";
import type { Report } from "../../../../src/harness/explore/report/shape.ts";
import { withoutDetails } from "../../../../src/harness/report/document.ts";
import { htmlOf } from "../../../../src/harness/report/html.ts";
import { markdownOf } from "../../../../src/harness/report/markdown.ts";

export function pageOfReport(report: Report): Promise<string> {
  return htmlOf(documentOfExploration(report), "explore");
}

export function markdownOfReport(report: Report): string {
  return markdownOf(withoutDetails(documentOfExploration(report)));
}
