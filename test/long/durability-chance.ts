/** The next whole number by chance, from 0 up to and without `below`. */
export type Chance = (below: number) => number;

/** What chance begins with: another one in every run, shown by the titles of the tests, unless DURABILITY_SEED names it. */
export const seed = Number(process.env["DURABILITY_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** Numbers that a seed says: mulberry32. */
export function chanceOf(first: number): Chance {
  let state = first;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) % 2 ** 32;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
