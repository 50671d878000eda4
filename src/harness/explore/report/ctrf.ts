import { ctrfOf } from "../../../base/texts/ctrf.ts";
import { Date } from "../../../base/values/native-timers.ts";
import { casesOf } from "./cases.ts";
import type { Report } from "./shape.ts";

/** The report in the Common Test Report Format. */
export function ctrfOfReport(report: Report): string {
  const { version, startedAt, durationMs } = report;
  const run = {
    tool: "lead-sandbox explore",
    version,
    durationMs,
    startedAt: Date.parse(startedAt),
  };
  return ctrfOf(run, casesOf(report));
}
