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

/** Whether the client made its calls, but none had an answer that the variation could change. */
export function hadNothingToChange({
  verdict,
  calls,
  variation: { family },
}: Pick<ReportedTrial, "verdict" | "calls" | "variation">): boolean {
  const isOfRun = family === "evolution" || family === "violations";
  return isOfRun && verdict === "not-reached" && calls > 0;
}
