/** Requests in many kinds of worlds; the tests explain each one and then send it. */
import { describedBodies } from "./described-bodies.ts";
import { describedFaults, describedKeys, describedQuotas } from "./described-gates.ts";
import { describedReads } from "./described-reads.ts";
import type { DescribedRow } from "./described.ts";

/** Every kind of request. */
export const describedRequests: readonly DescribedRow[] = [
  ...describedReads,
  ...describedKeys,
  ...describedQuotas,
  ...describedFaults,
  ...describedBodies,
];
