import type { Answer } from "../../network/http/answer.ts";
import { requestLink } from "../../network/http/control-paths.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";

/** The headers of an answer plus those for the developer: `x-sandbox-*`. */
export function annotated(
  context: RequestContext,
  headers: Answer["headers"],
  servedAt: string | null,
): Answer["headers"] {
  const { dryRun, workspace, requestId, trace, notes } = context;
  const { reason, hints } = notes;
  if (dryRun !== null) return headers;
  const sent: Record<string, string> = {
    ...headers,
    "x-sandbox-request-id": requestId,
    "x-sandbox-rules": trace.header(),
  };
  if (servedAt !== null) sent["x-sandbox-link"] = requestLink(servedAt, workspace.id, requestId);
  if (reason !== null) sent["x-sandbox-reason"] = headerText(reason);
  if (hints.length > 0) sent["x-sandbox-hint"] = headerText(hints.join(" "));
  return sent;
}

/** Header values carry visible ASCII only. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 1_000);
}
