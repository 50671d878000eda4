import type { Report } from "./shape.ts";

/** The report for a terminal of 100 columns. */
export function textOfReport({ problem, summary, findings }: Report): string {
  if (problem !== null) return `${problem.message}\n${problem.output ?? ""}`;
  return [
    `${summary.trials} trials, ${summary.findings} findings ${JSON.stringify(summary.verdicts)}`,
    ...findings.map(({ id, severity, reason }) => `${severity} ${id}: ${reason}`),
    "",
  ].join("\n");
}
