/** The schema of a run's results. */
import * as z from "zod";

export const units = [
  "req/s",
  "s",
  "ms",
  "µs",
  "ns",
  "MiB",
  "MB",
  "KiB",
  "bytes",
  "ratio",
  "count",
] as const;

/** One figure of a target, with one value per round. */
export const Figure = z.strictObject({
  measure: z.string(),
  target: z.string(),
  column: z.string(),
  unit: z.enum(units),
  rounds: z.array(z.number()),
  /** Responses with a status other than 2xx or 3xx, and lost connections, in all rounds. */
  errors: z.int(),
  /** Whether the load used so much of its core that it may limit the figure. */
  isLoadBound: z.boolean(),
});
export type Figure = z.infer<typeof Figure>;

export const Results = z.strictObject({
  date: z.iso.date(),
  machine: z.strictObject({
    cpu: z.string(),
    cores: z.int(),
    memoryGiB: z.number(),
    system: z.string(),
    node: z.string(),
    java: z.string().nullable(),
    isPinned: z.boolean(),
    /** The load average before the first measure and after the last. */
    loadBefore: z.number(),
    loadAfter: z.number(),
  }),
  run: z.strictObject({ rounds: z.int(), seconds: z.number(), size: z.string() }),
  versions: z.record(z.string(), z.string()),
  figures: z.array(Figure),
  /** Measures that the run skipped, with reasons. */
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
