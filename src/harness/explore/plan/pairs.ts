/**
 * Covers all pairs of unknowns with few trials: a greedy covering array of strength two. Each row starts with
 * an uncovered pair. For every other rule it adds the choice that covers the most pairs.
 */
import type { Judged } from "../exploration.ts";
import type { PlannedVariation, Trial } from "../model.ts";
import { unknown } from "./plan.ts";

type Choice = readonly [rule: string, choice: string];

/**
 * Trials that cover every pair of the choices in `planned`, the same for every shard. They omit choices that
 * affect the client on their own, because every pair would report them again.
 */
export function plannedPairs(
  planned: readonly PlannedVariation[],
  judged: readonly Judged[],
): readonly Trial[] {
  const choices = new Map(
    planned.flatMap((one) => choicesOf(one).map((choice) => [choiceKey(choice), choice])),
  );
  const unknowns = judged.filter((one) => one.planned.family === "unknowns");
  const independent = choiceKeys(unknowns.filter(({ verdict }) => verdict === "independent"));
  const others = choiceKeys(unknowns.filter(({ verdict }) => verdict !== "independent"));
  const isIndependent = (choice: Choice): boolean =>
    independent.has(choiceKey(choice)) && !others.has(choiceKey(choice));
  return coveringRows([...choices.values()]).flatMap((row, at) => {
    const left = row.filter(isIndependent);
    if (left.length < 2) return [];
    return [
      { id: `pair-${at + 1}`, variations: [unknown(Object.fromEntries(left))], waits: false },
    ];
  });
}

function choicesOf({ choices }: PlannedVariation): readonly Choice[] {
  return Object.entries(choices ?? {});
}

function choiceKeys(judged: readonly Judged[]): ReadonlySet<string> {
  return new Set(judged.flatMap(({ planned }) => choicesOf(planned).map(choiceKey)));
}

function choiceKey(choice: Choice): string {
  return JSON.stringify(choice);
}

/** Rows of choices, one per rule at most. Every two choices of different rules are together in at least one row. */
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
