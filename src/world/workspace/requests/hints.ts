import type { RequestContext } from "./context.ts";

/** Maximum number of hints in an answer: a person reads them. */
const hintsMax = 10;

/** Adds a sentence of advice to the answer, in addition to what the interface says. */
export function addHint({ hints }: Pick<RequestContext["notes"], "hints">, hint: string): void {
  if (hints.length < hintsMax && !hints.includes(hint)) hints.push(hint);
}
