import type { Call } from "../../traffic/call.ts";

/** Whether two ticks made the same calls, apart from the times in them. */
export function sameCalls(one: readonly Call[], other: readonly Call[]): boolean {
  return one.length === other.length && shapesOf(one) === shapesOf(other);
}

function shapesOf(calls: readonly Call[]): string {
  return calls
    .map((call) => withoutTimes(requestOf(call)))
    .toSorted()
    .join("\n");
}

/** Method, path and decoded query of a call. */
export function requestOf({
  method,
  path,
  query,
}: Pick<Call, "method" | "path" | "query">): string {
  return `${method} ${path}${query === "" ? "" : `?${decoded(query)}`}`;
}

/** A query as a person reads it. */
function decoded(query: string): string {
  try {
    return decodeURIComponent(query.replaceAll("+", " "));
  } catch {
    return query; // A client may send anything.
  }
}

/** Times in ISO 8601 or epoch milliseconds. */
function withoutTimes(text: string): string {
  return text.replaceAll(
    /\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+ -]\d\d:?\d\d)?)?|\b1\d{12}\b/g,
    "time",
  );
}
