import type { Parameters } from "fast-check";

/**
 * The default seed of every property. FC_SEED overrides it, and fast-check prints the seed of a
 * failure.
 */
const fixedSeed = 20_260_302;

/**
 * The settings of a property with `numRuns` runs. `FC_SEED=7` sets the seed, `FC_SEED=random`
 * chooses one, and `FC_RUNS=20` runs it twenty times as often.
 */
export function seeded<Values>(numRuns: number): Parameters<Values> {
  const factor = Number(process.env["FC_RUNS"] ?? 1);
  const chosen = process.env["FC_SEED"];
  return {
    numRuns: numRuns * factor,
    ...(chosen === "random" ? {} : { seed: Number(chosen ?? fixedSeed) }),
  };
}
