/** The messages to and from the load process. */
import * as z from "zod";

const Sent = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  body: z.string().exactOptional(),
});

export const Job = z.object({
  port: z.int(),
  connections: z.int(),
  /** Sent in turns, or at random. */
  requests: z.array(Sent).min(1),
  isRandom: z.boolean(),
  /** Whether only the last request of every turn is measured. */
  countsLast: z.boolean(),
  /** Seconds before any answer counts. */
  warmUpSeconds: z.number(),
  /** It ends after so many seconds or so many requests, whichever comes first. */
  seconds: z.number(),
  requestsMax: z.int(),
  /** The number of the first request. */
  firstNumber: z.int(),
});
export type Job = z.infer<typeof Job>;

export const LoadResult = z.object({
  /** Complete responses within the measured time; errors are those with a status other than 2xx or 3xx. */
  answers: z.int(),
  errors: z.int(),
  /** Responses by status, with those of the warm-up. */
  statuses: z.record(z.string(), z.int()),
  /** Connections that ended before their response was complete. */
  lost: z.int(),
  seconds: z.number(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
  mostMs: z.number(),
  /** The share of a core that the load took: near 1, the figure measures the load. */
  loadCpu: z.number(),
  nextNumber: z.int(),
});
export type LoadResult = z.infer<typeof LoadResult>;
