/** What the load process is asked for, and what it answers. */
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
  /** Whether of every turn only the last request is measured. */
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
  /** Whole answers within the measured time, and of them those that are neither 2xx nor 3xx. */
  answers: z.int(),
  errors: z.int(),
  /** Answers by status, of the warm-up too. */
  statuses: z.record(z.string(), z.int()),
  /** Connections that ended before their answer was whole. */
  lost: z.int(),
  seconds: z.number(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
  mostMs: z.number(),
  /** The part of a core that the load itself took: near 1 it is the load that is measured. */
  loadCpu: z.number(),
  nextNumber: z.int(),
});
export type LoadResult = z.infer<typeof LoadResult>;
