import type { Parameters } from "fast-check";

/** The seed of every property, unless FC_SEED names another; fast-check prints the one in force on a failure. */
const fixedSeed = 20_260_302;

/**
 * The settings of a property that runs `numRuns` times: `FC_SEED=7` runs it with another seed, as does
 * `FC_SEED=random` with one of the moment, and `FC_RUNS=20` runs it twenty times as often.
 */
export function seeded<Values>(numRuns: number): Parameters<Values> {
  const factor = Number(process.env["FC_RUNS"] ?? 1);
  const chosen = process.env["FC_SEED"];
  return {
    numRuns: numRuns * factor,
    ...(chosen === "random" ? {} : { seed: Number(chosen ?? fixedSeed) }),
  };
}
