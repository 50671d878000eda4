import covertable from "covertable";

import type { Judged } from "./exploration.ts";
import type { Trial } from "./model.ts";
import { unknown } from "./plan.ts";

/**
 * Trials that together cover every pair of choices. A choice that the client depends on alone is left out: it would be found
 * again in every pair. `""` stands for the choice of the baseline.
 */
export function plannedPairs(judged: readonly Judged[]): readonly Trial[] {
  const choices = judged
    .filter(({ planned, verdict }) => planned.family === "unknowns" && verdict === "independent")
    .flatMap(({ planned }) => Object.entries(planned.choices ?? {}));
  const byRule = Map.groupBy(choices, ([rule]) => rule);
  if (byRule.size < 2) return [];
  const factors = Object.fromEntries(
    Array.from(byRule, ([rule, all]) => [rule, ["", ...new Set(all.map(([, choice]) => choice))]]),
  );
  return covertable.make(factors, { length: 2 }).flatMap((row, at) => {
    const chosen = Object.entries(row).filter(([, choice]) => choice !== "");
    if (chosen.length < 2) return [];
    const planned = unknown(Object.fromEntries(chosen.map(([rule, choice]) => [rule, choice])));
    return [{ id: `pair-${at + 1}`, variations: [planned], waits: false }];
  });
}
