/** What a run without findings leaves open, so that it ends with 3 all the same. */
import { counted } from "../../../base/values/counted.ts";
import type { ReportedHazard } from "./hazard-shape.ts";
import type { Report } from "./shape.ts";

/** What decides whether a run without findings proves enough. */
export type Judgeable = Pick<
  Report,
  "hazards" | "hazardsElsewhere" | "trials" | "minExplored" | "shard"
>;

/** Whether an open hazard is core, and this report judges the core: that of a shard does not. */
export function isOpenCore(
  { core, state }: ReportedHazard,
  { shard, minExplored }: Pick<Judgeable, "shard" | "minExplored">,
): boolean {
  return state === "open" && core && shard.of === 1 && minExplored !== "none";
}

/** Why a run without findings ends with 3, as one sentence; null if it ends with 0. */
export function gapOf(report: Judgeable): string | null {
  const { hazards = [], hazardsElsewhere = [], trials, minExplored = "core" } = report;
  if (minExplored === "none") return null;
  const core = hazards.filter((one) => isOpenCore(one, report));
  const tried = hazards.filter(
    (one) =>
      one.state === "open" &&
      one.trials.length > 0 &&
      one.kind !== "outage" &&
      !core.includes(one) &&
      !hazardsElsewhere.includes(one.id),
  );
  const seen = trials.filter((trial) => trial.seen !== undefined).length;
  const reasons = [
    ...(seen === 0 ? [] : [`${counted(seen, "finding")} ${were(seen)} seen but not confirmed`]),
    ...(core.length === 0
      ? []
      : [`${counted(core.length, "core hazard")} ${were(core.length)} not tested`]),
    ...(tried.length === 0
      ? []
      : [`${counted(tried.length, "hazard")} ${were(tried.length)} tried without a result`]),
  ];
  if (reasons.length === 0) return null;
  return `Exit code 3 instead of 0: ${reasons.join(", and ")}. \`--min-explored none\` restores the exit code of earlier versions.`;
}

/** The same, unless the run ends with another code for another reason. */
export function finalGapOf(
  report: Judgeable & Pick<Report, "problem" | "interrupted" | "summary">,
): string | null {
  const { problem, interrupted, summary } = report;
  return problem !== null || interrupted || summary.findings > 0 ? null : gapOf(report);
}

function were(number: number): string {
  return number === 1 ? "was" : "were";
}
