import { counted } from "../../../base/values/counted.ts";
import type { Verdict } from "../model.ts";
import { isTested } from "./coverage.ts";
import type { Judgeable } from "./gaps.ts";
import { finalGapOf } from "./gaps.ts";
import { grouped } from "./groups.ts";
import type { ReportedHazard } from "./hazard-shape.ts";
import { hazardCounts } from "./hazards.ts";
import type { Finding, Report, ReportSummary, ReportedTrial, ReportedVariation } from "./shape.ts";

interface Summarized {
  readonly trials: readonly Pick<ReportedTrial, "verdict">[];
  readonly findings: readonly Pick<Finding, "accepted" | "known">[];
  readonly leftOut: readonly Pick<ReportedVariation, "variation">[];
  readonly hazards: readonly ReportedHazard[];
  readonly runs: number;
  readonly durationMs: number;
}

/** Counts the trials, their verdicts and the findings. */
export function summaryOf(summarized: Summarized): ReportSummary {
  const { trials, findings, leftOut, hazards, runs, durationMs } = summarized;
  const counts = Map.groupBy(trials, ({ verdict }) => verdict);
  const count = (verdict: Verdict): number => counts.get(verdict)?.length ?? 0;
  const accepted = findings.filter((finding) => finding.accepted).length;
  const known = findings.filter(isKnown).length;
  return {
    runs,
    trials: trials.length,
    tested: trials.filter(isTested).length,
    planned: trials.length + leftOut.length,
    findings: findings.length - accepted - known,
    accepted,
    known,
    byVerdict: Object.fromEntries(Array.from(counts, ([verdict, { length }]) => [verdict, length])),
    violations: { caught: count("caught"), missed: count("missed") },
    hazards: hazardCounts(hazards),
    notExplored: leftOut.map(({ variation }) => variation),
    durationMs,
  };
}

/** The findings that are neither accepted nor known, most severe first. */
export function openFindings({ findings }: Pick<Report, "findings">): readonly Finding[] {
  return findings.filter(({ accepted, known }) => !accepted && !known).toSorted(bySeverity);
}

/** The known findings that are not accepted, most severe first. */
export function knownFindings({ findings }: Pick<Report, "findings">): readonly Finding[] {
  return findings.filter(isKnown).toSorted(bySeverity);
}

function isKnown({ accepted, known }: Pick<Finding, "accepted" | "known">): boolean {
  return known && !accepted;
}

const ranks = { high: 0, medium: 1, low: 2 } as const;

/** Sorts findings, most severe first. */
export function bySeverity(
  one: Pick<Finding, "severity">,
  other: Pick<Finding, "severity">,
): number {
  return ranks[one.severity] - ranks[other.severity];
}

/** The result in a few words. */
export function headlineOf(
  report: Judgeable & Pick<Report, "problem" | "interrupted" | "summary" | "findings">,
): string {
  const { problem, interrupted, summary } = report;
  const hasTested = summary.tested > 0;
  if (!hasTested && (problem !== null || interrupted)) return "Not explored";
  if (problem?.kind === "too-little-tested" && summary.findings === 0) return "Too little tested";
  if (summary.findings > 0) return countedFindings(report);
  const none = summary.known > 0 ? "No new findings" : "No findings";
  return finalGapOf(report) === null ? none : `${none}, but not everything was tested`;
}

/** The number of open findings, such as `1 finding` and `15 findings in 2 groups`. */
export function countedFindings(report: Pick<Report, "findings">): string {
  const findings = openFindings(report);
  const groups = grouped(findings).length;
  const text = counted(findings.length, "finding");
  return groups === findings.length ? text : `${text} in ${counted(groups, "group")}`;
}
