import { junitOf } from "../../../base/texts/junit.ts";
import { casesOf } from "./cases.ts";
import type { Report } from "./shape.ts";

/** The report as JUnit XML. */
export function junitOfReport(report: Report): string {
  return junitOf("explore", report.durationMs, casesOf(report));
}
