import type { Json } from "../../base/values/json.ts";
import { hasHeader } from "../../network/http/raw-headers.ts";
import type { WorkspaceEvent } from "../../world/workspace/logs/events.ts";
import type { JournalEntry } from "../../world/workspace/logs/journal.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";

/** The data of a request's event: what a row in a list of requests shows. Omits empty values. */
export function requestEvent(
  { id, method, path, query, status, operationId, durationMs, apiKeyId, surface }: JournalEntry,
  { trace, request, rawHeaders, notes: { reason, hints } }: RequestContext,
): WorkspaceEvent["data"] {
  const isTraced = hasHeader(rawHeaders, "traceparent");
  const traceparent = isTraced ? request.headers.get("traceparent") : null;
  const data: Record<string, Json> = {
    id,
    requestId: id,
    method,
    path,
    status,
    operationId,
    durationMs,
    apiKeyId,
    surface,
    rules: trace.shown(),
  };
  if (query !== "") data["query"] = query;
  if (reason !== null) data["reason"] = reason;
  if (hints.length > 0) data["hints"] = hints;
  if (traceparent !== null) data["traceparent"] = traceparent;
  return data;
}
