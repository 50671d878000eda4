/** Alternatives of choices, tried one by one and in pairs, with what they change. */
import type { ChoiceRuleId } from "../../../domain/rules/catalogue.ts";
import { isChoiceRuleId, ruleIds } from "../../../domain/rules/catalogue.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import { othersOf } from "../../../domain/rules/trace.ts";
import type { Replay } from "../replay/replay.ts";

/** A feature of a call, such as `3 status`: the place of the call, and its feature. */
export type Feature = string;

export interface Choice {
  readonly rule: ChoiceRuleId;
  readonly choice: string;
}

/** An alternative, or two of different rules, with what they change compared with the choices in force. */
export interface Candidate {
  readonly choices: readonly [Choice, ...Choice[]];
  readonly tried: ReadonlyMap<Feature, boolean>;
  readonly improved: ReadonlySet<Feature>;
  /** How many more features agree than differ. */
  readonly merit: number;
  readonly worsens: boolean;
}

export interface Trying {
  readonly assumptions: Assumptions;
  readonly run: (assumptions: Assumptions) => Promise<Replay>;
  readonly signal: AbortSignal | undefined;
}

export async function triedAll(
  { choices }: Replay,
  known: ReadonlyMap<Feature, boolean>,
  { assumptions, run, signal }: Trying,
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (const rule of ruleIds.filter(isChoiceRuleId).filter((one) => choices.has(one))) {
    for (const choice of othersOf(rule, assumptions)) {
      if (signal?.aborted === true) return candidates;
      // oxlint-disable-next-line no-await-in-loop -- replays share the processor
      const tried = featuresOf(await run({ ...assumptions, [rule]: choice }));
      candidates.push({ choices: [{ rule, choice }], tried, ...changes(known, tried) });
    }
  }
  return candidates;
}

/** Pairs of alternatives that are tried in a round, at most. */
const pairsMax = 100;

/** Tries pairs of alternatives that each change a call which no single one explains. */
export async function triedPairs(
  candidates: readonly Candidate[],
  known: ReadonlyMap<Feature, boolean>,
  { assumptions, run, signal }: Trying,
): Promise<readonly Candidate[]> {
  const unexplained = new Set(
    [...known].flatMap(([one, agrees]) => (agrees ? [] : [placeOf(one)])),
  );
  const pairs = new Map<string, readonly [Choice, Choice]>();
  for (const place of unexplained) {
    const acting = candidates
      .filter((one) => isActing(one, place, known))
      .map(({ choices }) => choices[0]);
    for (const [at, one] of acting.entries()) {
      for (const other of acting.slice(at + 1)) {
        if (one.rule !== other.rule) pairs.set(JSON.stringify([one, other]), [one, other]);
      }
    }
  }
  const found: Candidate[] = [];
  for (const choices of [...pairs.values()].slice(0, pairsMax)) {
    if (signal?.aborted === true) break;
    // oxlint-disable-next-line no-await-in-loop -- replays share the processor
    const tried = featuresOf(await run({ ...assumptions, ...assumptionsOf(choices) }));
    const pair = { choices, tried, ...changes(known, tried) };
    if (pair.merit > meritAlone(choices, candidates)) found.push(pair);
  }
  return found;
}

/** The merit of the better of two choices on its own. */
function meritAlone(pair: readonly Choice[], candidates: readonly Candidate[]): number {
  const alone = candidates.filter(({ choices: [one] }) =>
    pair.some(({ rule, choice }) => rule === one.rule && choice === one.choice),
  );
  return Math.max(0, ...alone.map(({ merit }) => merit));
}

/** Whether an alternative changes how the answer to a call compares. */
function isActing(
  { tried }: Candidate,
  place: number,
  known: ReadonlyMap<Feature, boolean>,
): boolean {
  const ofCall = (features: ReadonlyMap<Feature, boolean>): string =>
    JSON.stringify(
      [...features]
        .filter(([feature]) => placeOf(feature) === place)
        .map(([feature, agrees]) => `${feature} ${agrees}`)
        .toSorted((one, other) => (one < other ? -1 : 1)),
    );
  return ofCall(tried) !== ofCall(known);
}

export function assumptionsOf(choices: readonly Choice[]): Assumptions {
  return Object.fromEntries(choices.map(({ rule, choice }) => [rule, choice]));
}

export function featuresOf({ calls }: Replay): ReadonlyMap<Feature, boolean> {
  const features = new Map<Feature, boolean>();
  for (const [place, { comparison }] of calls.entries()) {
    for (const [feature, agrees] of comparison) features.set(`${place} ${feature}`, agrees);
  }
  return features;
}

function changes(
  known: ReadonlyMap<Feature, boolean>,
  tried: ReadonlyMap<Feature, boolean>,
): Pick<Candidate, "improved" | "merit" | "worsens"> {
  const improved = new Set<Feature>();
  let [worsens, freed] = [false, 0];
  for (const [feature, agrees] of tried) {
    if (agrees && known.get(feature) !== true) improved.add(feature);
    if (agrees || known.get(feature) === false) continue;
    if (isFreed(feature, known)) freed += 1;
    else worsens = true;
  }
  for (const [feature, agrees] of known) {
    if (!agrees && !tried.has(feature) && isAbsentError(feature, tried)) improved.add(feature);
  }
  return { improved, merit: improved.size - freed, worsens };
}

/** Whether neither answer has an error on that field, so that they agree about it. */
export function isAbsentError(feature: Feature, features: ReadonlyMap<Feature, boolean>): boolean {
  const place = placeOf(feature);
  return (
    !features.has(feature) &&
    feature.startsWith(`${place} error `) &&
    features.get(`${place} status`) === true
  );
}

/** Whether a feature could not be compared before, because the status of its call was another. */
function isFreed(feature: Feature, known: ReadonlyMap<Feature, boolean>): boolean {
  return !known.has(feature) && known.get(`${placeOf(feature)} status`) === false;
}

export function placeOf(feature: Feature): number {
  return Number(feature.slice(0, feature.indexOf(" ")));
}
