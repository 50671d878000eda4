import { Date } from "../values/native-timers.ts";
import type { TestCase } from "./test-case.ts";
import { singleLine, visible } from "./visible.ts";

/** What a CTRF document says about its run. Times are epoch milliseconds. */
export interface CtrfRun {
  readonly tool: string;
  readonly version: string;
  readonly startedAt: number;
  readonly durationMs: number;
}

/** The test cases as a document of the Common Test Report Format (https://ctrf.io). Text from outside drives no terminal. */
export function ctrfOf(
  { tool, version, startedAt, durationMs }: CtrfRun,
  cases: readonly TestCase[],
): string {
  const count = (outcome: TestCase["outcome"]): number =>
    cases.filter((one) => one.outcome === outcome).length;
  const [start, duration] = [Math.round(startedAt), Math.round(durationMs)];
  const document = {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    timestamp: new Date(start).toISOString(),
    generatedBy: "lead-sandbox",
    results: {
      tool: { name: tool, version },
      summary: {
        tests: cases.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: count("pending"),
        other: 0,
        start,
        stop: start + duration,
        duration,
      },
      tests: cases.map(testOf),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function testOf({ suite, name, outcome, type, message, details, durationMs = 0 }: TestCase) {
  return {
    name: singleLine(name) || "(no name)",
    status: outcome,
    duration: Math.round(durationMs),
    suite: suite.map(singleLine),
    ...(message === undefined ? {} : { message: visible(message) }),
    ...(details === undefined ? {} : { trace: visible(details) }),
    ...(type === undefined ? {} : { rawStatus: singleLine(type) }),
  };
}
