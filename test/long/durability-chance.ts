/** Returns a random whole number from 0 to `below` - 1. */
export type Chance = (below: number) => number;

/**
 * The random seed, shown in the titles of the tests. It changes with every run unless
 * DURABILITY_SEED sets it.
 */
export const seed = Number(process.env["DURABILITY_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** Random numbers from a seed: mulberry32. */
export function chanceOf(first: number): Chance {
  let state = first;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) % 2 ** 32;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
