/** The hazards of a report: which were tested, and why the others were not. */
import type { Hazard } from "../plan/hazards.ts";
import { hazardFrom, hazardsOf, isCore, writesIn } from "../plan/hazards.ts";
import { patientMs } from "../trials/trial.ts";
import { hazardKinds } from "../variations/variation.ts";
import { hadNothingToChange, isTested } from "./coverage.ts";
import { operationOf } from "./finding-id.ts";
import type { HazardCounts, OpenReason, ReportedHazard } from "./hazard-shape.ts";
import type { Report, ReportedTrial, ReportedVariation } from "./shape.ts";

/** What decides the states of hazards. */
export interface Explored extends Pick<
  Report,
  "trials" | "leftOut" | "baseline" | "interrupted" | "durationMs"
> {
  /** The ids of hazards with trials in shards whose reports are missing. */
  readonly missing?: readonly string[];
}

/** The hazards of a plan, in its order. One whose trials are all in missing shards was left out. */
export function reportedHazards(explored: Explored): readonly ReportedHazard[] {
  const { trials, leftOut, baseline, missing = [] } = explored;
  const writes = writesIn(
    (baseline?.calls ?? []).map(({ operationId, method }) => ({ operation: operationId, method })),
  );
  const ran = byHazard(trials);
  const planned = new Map(
    [...trials, ...leftOut]
      .flatMap(hazardsOfReported)
      .concat(missing.flatMap(hazardNamed))
      .map((hazard) => [hazard.id, hazard]),
  );
  return Array.from(planned.values(), (hazard) => {
    const own = ran.get(hazard.id) ?? [];
    const hasMore = missing.includes(hazard.id) || leftOut.some((one) => concerns(one, hazard));
    const state = stateOf(own, hasMore);
    const why = state === "open" ? reasonOf(own) : null;
    return {
      ...hazard,
      core: isCore(hazard, writes),
      state,
      why,
      trials: own.map(({ id }) => id),
      needs: why === null ? null : optionFor(why, own, explored),
    };
  });
}

export function hazardsOfReported(one: ReportedVariation): readonly Hazard[] {
  const { id, family, choice } = one.variation;
  const variation = id.slice(id.indexOf(":") + 1);
  return hazardsOf({ family, variation, operation: operationOf(one), choices: choice });
}

function concerns(one: ReportedVariation, { id }: Hazard): boolean {
  return hazardsOfReported(one).some((hazard) => hazard.id === id);
}

function byHazard(trials: readonly ReportedTrial[]): ReadonlyMap<string, readonly ReportedTrial[]> {
  const pairs = trials.flatMap((trial) =>
    hazardsOfReported(trial).map(({ id }) => ({ id, trial })),
  );
  return new Map(
    Array.from(
      Map.groupBy(pairs, ({ id }) => id),
      ([id, all]) => [id, all.map(({ trial }) => trial)],
    ),
  );
}

/** The hazard with an id that another shard reported. */
function hazardNamed(id: string): readonly Hazard[] {
  const at = id.indexOf("@");
  const kind = hazardKinds.find((one) => one === id.slice(0, at));
  return kind === undefined ? [] : [hazardFrom(kind, id.slice(at + 1))];
}

function stateOf(trials: readonly ReportedTrial[], hasMore: boolean): ReportedHazard["state"] {
  if (trials.some(isTested)) return "tested";
  return !hasMore && trials.every(hadNothingToChange) ? "nothing" : "open";
}

function reasonOf(trials: readonly ReportedTrial[]): OpenReason {
  const verdicts = new Set(trials.map(({ verdict }) => verdict));
  if (trials.some(({ seen }) => seen !== undefined)) return "seen";
  if (verdicts.has("unfinished")) return "did-not-end";
  if (verdicts.has("too-busy")) return "too-busy";
  if (verdicts.has("unknown")) return "no-result";
  return trials.some((one) => !hadNothingToChange(one)) ? "not-reached" : "left-out";
}

/** The option that would settle an open hazard; null if that takes more than an option. */
function optionFor(
  why: OpenReason,
  trials: readonly ReportedTrial[],
  { interrupted, durationMs, missing = [] }: Explored,
): string | null {
  const longestMs = Math.max(0, ...trials.map((trial) => trial.durationMs));
  const moreBudget = interrupted ? null : `--budget ${minutes(2 * durationMs)}`;
  switch (why) {
    case "seen":
      return moreBudget;
    case "did-not-end":
      return longestMs < patientMs ? moreBudget : `--timeout ${minutes(1.3 * longestMs)}`;
    case "too-busy":
    case "not-reached":
      return "--jobs 1";
    case "no-result":
      return "--results";
    case "left-out":
      return missing.length > 0 ? null : moreBudget;
  }
}

function minutes(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 60_000))}m`;
}

/** The number of hazards that had something to test. */
export function hazardCounts(hazards: readonly ReportedHazard[]): HazardCounts {
  return { ...countsOf(hazards), core: countsOf(hazards.filter(({ core }) => core)) };
}

function countsOf(hazards: readonly ReportedHazard[]): Pick<HazardCounts, "planned" | "tested"> {
  return {
    planned: hazards.filter(({ state }) => state !== "nothing").length,
    tested: hazards.filter(({ state }) => state === "tested").length,
  };
}
