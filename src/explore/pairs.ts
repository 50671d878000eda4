import type { Judged } from "./exploration.ts";
import type { Observation, Trial } from "./model.ts";

/** Trials that cover every pair of unknowns. */
export function plannedPairs(_baseline: Observation, _judged: readonly Judged[]): readonly Trial[] {
  return [];
}
