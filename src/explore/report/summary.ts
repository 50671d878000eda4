import type { Verdict } from "../model.ts";
import type { Finding, Report, ReportSummary } from "./shape.ts";

/** Counts what was run and what came out. */
export function summaryOf(
  trials: readonly { readonly verdict: Verdict }[],
  findings: readonly Pick<Finding, "accepted">[],
  leftOut: number,
): ReportSummary {
  const counts = Map.groupBy(trials, ({ verdict }) => verdict);
  const count = (verdict: Verdict): number => counts.get(verdict)?.length ?? 0;
  const [caught, missed] = [count("caught"), count("missed")];
  const accepted = findings.filter((finding) => finding.accepted !== null).length;
  return {
    trials: trials.length,
    findings: findings.length - accepted,
    accepted,
    leftOut,
    verdicts: Object.fromEntries(Array.from(counts, ([verdict, { length }]) => [verdict, length])),
    score: caught + missed === 0 ? null : { caught, missed },
  };
}

/** The findings that are not accepted, the most severe first. */
export function openFindings({ findings }: Pick<Report, "findings">): readonly Finding[] {
  return findings.filter(({ accepted }) => accepted === null).toSorted(bySeverity);
}

const ranks = { high: 0, medium: 1, low: 2 } as const;

/** Orders findings, the most severe first. */
export function bySeverity(
  one: Pick<Finding, "severity">,
  other: Pick<Finding, "severity">,
): number {
  return ranks[one.severity] - ranks[other.severity];
}

/** What came out, in a few words. */
export function headlineOf({ problem, summary }: Pick<Report, "problem" | "summary">): string {
  if (problem !== null && summary.trials === 0) return "Not explored";
  return summary.findings === 0 ? "No findings" : counted(summary.findings, "finding");
}

/** A number with its noun, such as `1 finding` and `2 findings`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
