import type { Report } from "../../../harness/explore/report/shape.ts";
import { exitCodes } from "../exit-codes.ts";

/**
 * The exit code of a report. A client that could not be explored precedes findings, and findings precede an early
 * end.
 */
export function exploreExitCode({ problem, interrupted, summary }: Report): number {
  if (problem !== null) return exitCodes.unjudged;
  if (summary.findings > 0) return exitCodes.failed;
  return interrupted ? exitCodes.interrupted : exitCodes.ok;
}
