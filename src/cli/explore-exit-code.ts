import type { Report } from "../explore/report/shape.ts";
import { exitCodes } from "./exit-codes.ts";

/** What a program answers that Ctrl-C ended. */
const interruptedCode = 130;
const baselineCode = 3;

/** The code for a report: that the client could not be explored counts most, then findings, then an early end. */
export function exploreExitCode({ problem, interrupted, summary }: Report): number {
  if (problem !== null) return baselineCode;
  if (summary.findings > 0) return exitCodes.failed;
  return interrupted ? interruptedCode : exitCodes.ok;
}
