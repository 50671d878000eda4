/** Selects the alternatives that explain more of a recording than any other. */
import type { Candidate, Choice, Feature } from "./candidates.ts";
import { placeOf } from "./candidates.ts";

export interface Rivals {
  /** Each explains the calls: one choice, or two together. */
  readonly choices: readonly (readonly Choice[])[];
  readonly features: ReadonlySet<Feature>;
  /** The places of the calls that they explain. */
  readonly calls: readonly number[];
}

/** The best alternatives, unless another one explains the same features equally well. */
export function adoptable(candidates: readonly Candidate[]): {
  readonly adopted: readonly Choice[];
  readonly rivals: readonly Rivals[];
} {
  const helpful = candidates
    .filter(({ improved, merit, worsens }) => improved.size > 0 && merit > 0 && !worsens)
    .toSorted((one, other) => other.merit - one.merit);
  const adopted: Choice[] = [];
  const rivals: Rivals[] = [];
  const settled = new Set<Candidate>();
  for (const best of helpful) {
    if (settled.has(best)) continue;
    const competing = helpful.filter((one) =>
      [...one.improved].some((feature) => best.improved.has(feature)),
    );
    const equal = competing.filter((one) => one.merit === best.merit);
    for (const one of competing) settled.add(one);
    if (equal.length === 1) adopted.push(...best.choices);
    else {
      const features = new Set(equal.flatMap(({ improved }) => [...improved]));
      const calls = new Set([...features].map(placeOf));
      rivals.push({
        choices: equal.map(({ choices }) => choices),
        features,
        calls: [...calls],
      });
    }
  }
  return { adopted, rivals };
}
