import type { WorkspaceEvent } from "../workspace/events.ts";
import type { JournalEntry } from "../workspace/journal.ts";
import type { RequestContext } from "../workspace/request-context.ts";

/** The data of a request's event: what a row in a list of requests shows. Omits empty values. */
export function requestEvent(
  { id, method, path, query, status, operationId, durationMs, apiKeyId, surface }: JournalEntry,
  { trace, reason, hints, request }: RequestContext,
): WorkspaceEvent["data"] {
  const traceparent = request.headers.get("traceparent");
  return {
    id,
    requestId: id,
    method,
    path,
    ...(query === "" ? {} : { query }),
    status,
    operationId,
    durationMs,
    apiKeyId,
    surface,
    rules: trace.shown(),
    ...(reason === null ? {} : { reason }),
    ...(hints.length === 0 ? {} : { hints }),
    ...(traceparent === null ? {} : { traceparent }),
  };
}
