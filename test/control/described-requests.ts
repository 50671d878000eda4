import { describedBodies } from "./described-bodies.ts";
import { describedFaults, describedKeys, describedQuotas } from "./described-gates.ts";
import { describedReads } from "./described-reads.ts";
/** Requests in words, in worlds of many kinds: each is explained, and then sent for real. */
import type { DescribedRow } from "./described.ts";

/** Every kind of request there is. */
export const describedRequests: readonly DescribedRow[] = [
  ...describedReads,
  ...describedKeys,
  ...describedQuotas,
  ...describedFaults,
  ...describedBodies,
];
