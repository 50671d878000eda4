/** The schema of a run's results, with medians and ratios. */
import * as z from "zod";

/** One figure of a row, with one value per round. */
export const Figure = z.strictObject({
  measure: z.string(),
  target: z.string(),
  column: z.string(),
  unit: z.enum(["req/s", "s", "ms", "µs", "MiB", "count"]),
  rounds: z.array(z.number()),
});
export type Figure = z.infer<typeof Figure>;

export const Results = z.strictObject({
  date: z.iso.date(),
  machine: z.string(),
  /** Whether servers and load had a core each. */
  isPinned: z.boolean(),
  /** The load average before the first measure and after the last. */
  load: z.strictObject({ before: z.number(), after: z.number() }),
  run: z.strictObject({ rounds: z.int(), size: z.enum(["quick", "full"]) }),
  versions: z.record(z.string(), z.string()),
  figures: z.array(Figure),
  /** Measures that failed, with reasons. */
  skipped: z.array(z.strictObject({ what: z.string(), why: z.string() })),
});
export type Results = z.infer<typeof Results>;

/** The median; for an even count, the mean of the two middle numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** The lower quartile: of processor times on a busy machine, because what else runs only adds to them. */
export function lowerQuartile(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 4)] ?? Number.NaN;
}

/** The median of the ratios within each round. */
export function ratioOf(rounds: readonly number[], others: readonly number[]): number {
  return median(rounds.map((value, round) => value / (others[round] ?? Number.NaN)));
}
