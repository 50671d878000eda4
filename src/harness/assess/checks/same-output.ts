/** Compares what two runs printed, apart from what differs between any two runs. */
import type { AssessedRun } from "../run.ts";
import { leadsIn } from "./calls.ts";

type Printing = Pick<AssessedRun, "output" | "calls">;

/** Whether two runs printed the same, apart from times, durations, ids, ports, process numbers and folders. */
export function sameOutput(one: Printing, other: Printing): boolean {
  return plainOutput(one) === plainOutput(other);
}

const changing: readonly RegExp[] = [
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?/g,
  /\b\d\d:\d\d:\d\d(?:[.,]\d+)?/g,
  /\b1[5-9]\d{8}(?:\d{3})?(?:\.\d+)?\b/g,
  /\b\d+(?:\.\d+)? ?(?:ms|s|sec|seconds|milliseconds)\b/gi,
  /(?<=(?:127\.0\.0\.1|localhost|\[::1\]):)\d+/g,
  /\breq_\w+/g,
  /(?<=\bpid\W{0,3})\d+/gi,
  /\[\d{2,7}\]/g,
  /lead-sandbox-state-\w+/g,
];

function plainOutput({ output, calls }: Printing): string {
  const ids = calls.flatMap((call) =>
    leadsIn(call).flatMap(({ id }) => (typeof id === "string" && id.length > 5 ? [id] : [])),
  );
  const named = [...new Set(ids)].reduce((text, id) => text.replaceAll(id, "(id)"), output);
  return changing.reduce((text, pattern) => text.replaceAll(pattern, "(varies)"), named).trim();
}
