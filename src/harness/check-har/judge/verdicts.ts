/** What a recording says about each rule with a choice. */
import type { ChoiceRuleId } from "../../../domain/rules/catalogue.ts";
import { catalogue, isChoiceRuleId, ruleIds } from "../../../domain/rules/catalogue.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import { chosenFor, othersOf } from "../../../domain/rules/trace.ts";
import type { Replay } from "../replay/replay.ts";
import type { Candidate, Feature } from "./candidates.ts";
import { isAbsentError, placeOf } from "./candidates.ts";

/** What the recording says about a rule: its choice, and the places of the calls that show it. */
export interface RuleVerdict {
  readonly rule: ChoiceRuleId;
  readonly verdict: "confirmed" | "denied" | "partly" | "unknown";
  readonly choice: string;
  readonly evidence: readonly number[];
}

export function verdictsOf(
  { choices }: Replay,
  known: ReadonlyMap<Feature, boolean>,
  candidates: readonly Candidate[],
  assumptions: Assumptions,
): readonly RuleVerdict[] {
  return ruleIds.filter(isChoiceRuleId).map((rule): RuleVerdict => {
    const choice: string = chosenFor(rule, assumptions);
    const tried = candidates.filter(({ choices: [one] }) => one.rule === rule);
    const refuted = tried.map((one) => refutations(known, one.tried));
    const evidence = [...new Set(refuted.flat())].toSorted((one, other) => one - other);
    const isShown = choices.has(rule) && tried.length === othersOf(rule, assumptions).length;
    const everyOther = isShown && refuted.every((places) => places.length > 0);
    if (everyOther) {
      const isDefault = choice === catalogue[rule].default;
      return { rule, verdict: isDefault ? "confirmed" : "denied", choice, evidence };
    }
    return { rule, verdict: evidence.length > 0 ? "partly" : "unknown", choice, evidence };
  });
}

/**
 * The calls that agree under the choices in force and not under the alternative. A call that differs in any feature
 * does not count: what it shows may have another cause.
 */
function refutations(
  known: ReadonlyMap<Feature, boolean>,
  tried: ReadonlyMap<Feature, boolean>,
): readonly number[] {
  const places = new Set<number>();
  for (const [feature, agrees] of tried) {
    if (agrees) continue;
    if (known.get(feature) === true || isAbsentError(feature, known)) places.add(placeOf(feature));
  }
  for (const [feature, agrees] of known) if (!agrees) places.delete(placeOf(feature));
  return [...places];
}
