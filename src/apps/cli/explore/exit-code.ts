import { gapOf } from "../../../harness/explore/report/gaps.ts";
import type { Report } from "../../../harness/explore/report/shape.ts";
import { exitCodes } from "../exit-codes.ts";

/**
 * The exit code of a report. A client that could not be explored precedes findings, and findings precede an early
 * end. A run without findings that left open what it had to test ends as one that could not be judged.
 */
export function exploreExitCode(report: Report): number {
  const { problem, interrupted, summary } = report;
  if (problem !== null) return exitCodes.unjudged;
  if (summary.findings > 0) return exitCodes.failed;
  if (interrupted) return exitCodes.interrupted;
  return gapOf(report) === null ? exitCodes.ok : exitCodes.unjudged;
}
