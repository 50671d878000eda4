/**
 * Pairs of unknowns, covered by few trials: a greedy covering array of strength two. Each row begins with a pair that no row
 * has yet, and takes of every other rule the choice that covers the most pairs.
 */
import type { Judged } from "./exploration.ts";
import type { Trial } from "./model.ts";
import { unknown } from "./plan.ts";

/** A choice of a rule. */
type Choice = readonly [rule: string, choice: string];

/** Trials that together cover every pair of choices. A choice that the client depends on alone is left out: it would be found again in every pair. */
export function plannedPairs(judged: readonly Judged[]): readonly Trial[] {
  const choices = judged
    .filter(({ planned, verdict }) => planned.family === "unknowns" && verdict === "independent")
    .flatMap(({ planned }): readonly Choice[] => Object.entries(planned.choices ?? {}));
  return coveringRows(choices).map((row, at) => ({
    id: `pair-${at + 1}`,
    variations: [unknown(Object.fromEntries(row))],
    waits: false,
  }));
}

/** Rows of choices of different rules, such that any two choices of different rules stand together in one. */
function coveringRows(choices: readonly Choice[]): readonly (readonly Choice[])[] {
  const missing = new Map(pairsOf(choices).map((pair) => [pairKey(...pair), pair]));
  const byRule = [...Map.groupBy(choices, ([rule]) => rule).values()];
  const rows: Choice[][] = [];
  for (let [first] = missing.values(); first !== undefined; [first] = missing.values()) {
    const row: Choice[] = [...first];
    for (const alternatives of byRule) {
      if (row.some(([rule]) => rule === alternatives[0]?.[0])) continue;
      const gain = (one: Choice): number =>
        row.filter((other) => missing.has(pairKey(one, other))).length;
      const [best] = alternatives.toSorted((one, other) => gain(other) - gain(one));
      if (best !== undefined && gain(best) > 0) row.push(best);
    }
    for (const [one, other] of pairsOf(row)) missing.delete(pairKey(one, other));
    rows.push(row);
  }
  return rows;
}

function pairsOf(choices: readonly Choice[]): readonly (readonly [Choice, Choice])[] {
  return choices.flatMap((one, at) =>
    choices
      .slice(at + 1)
      .filter(([rule]) => rule !== one[0])
      .map((other) => [one, other] as const),
  );
}

function pairKey(one: Choice, other: Choice): string {
  return JSON.stringify([one, other].toSorted((a, b) => (a[0] < b[0] ? -1 : 1)));
}
