/** The messages between a benchmark and the load process. */
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
  /** Sent in rotation or at random. */
  requests: z.array(Sent).min(1),
  isRandom: z.boolean(),
  /** Whether only the last request of each rotation counts. */
  countsLast: z.boolean(),
  /** How many seconds of answers to ignore first. */
  warmUpSeconds: z.number(),
  /** The job ends after this many seconds or requests, whichever comes first. */
  seconds: z.number(),
  requestsMax: z.int(),
  /** The number of the first request. */
  firstNumber: z.int(),
});
export type Job = z.infer<typeof Job>;

export const LoadResult = z.object({
  /** Complete responses within the measured time. Errors are those with a status other than 2xx or 3xx. */
  answers: z.int(),
  errors: z.int(),
  /** Responses by status, including the warm-up. */
  statuses: z.record(z.string(), z.int()),
  /** Connections that ended before their response was complete. */
  lost: z.int(),
  seconds: z.number(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
  mostMs: z.number(),
  /** The load's share of a core. Near 1, the figure measures the load rather than the server. */
  loadCpu: z.number(),
  nextNumber: z.int(),
});
export type LoadResult = z.infer<typeof LoadResult>;
