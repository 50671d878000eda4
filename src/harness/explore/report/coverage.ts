import type { Verdict } from "../model.ts";
import type { ReportedTrial } from "./shape.ts";

const untested: ReadonlySet<Verdict> = new Set([
  "not-reached",
  "unknown",
  "unfinished",
  "too-busy",
]);

/** Whether a trial shows anything about the client. */
export function isTested({ verdict }: { readonly verdict: Verdict }): boolean {
  return !untested.has(verdict);
}

/**
 * Whether the client made its calls, but none had what the variation changes: certain data, or a connection that was kept
 * open. Parallel calls share connections in another order each time.
 */
export function hadNothingToChange({
  verdict,
  calls,
  variation: { id, family },
}: Pick<ReportedTrial, "verdict" | "calls" | "variation">): boolean {
  const isOfRun = family === "evolution" || family === "violations" || family === "next";
  return (isOfRun || id === "fault:reset-idle") && verdict === "not-reached" && calls > 0;
}
