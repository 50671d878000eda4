import type { Answer } from "../http/answer.ts";
import { requestLink } from "../http/control-paths.ts";
import type { RequestContext } from "../workspace/request-context.ts";

/** The headers of an answer plus those for the developer: `x-sandbox-*`. */
export function annotated(
  context: RequestContext,
  headers: Answer["headers"],
  servedAt: string | null,
): Answer["headers"] {
  const { dryRun, workspace, requestId, trace, reason, hints } = context;
  if (dryRun !== null) return headers;
  const annotations = {
    ...headers,
    "x-sandbox-request-id": requestId,
    "x-sandbox-rules": trace.header(),
  };
  return {
    ...annotations,
    ...(servedAt === null
      ? {}
      : { "x-sandbox-link": requestLink(servedAt, workspace.id, requestId) }),
    ...(reason === null ? {} : { "x-sandbox-reason": headerText(reason) }),
    ...(hints.length === 0 ? {} : { "x-sandbox-hint": headerText(hints.join(" ")) }),
  };
}

/** Header values carry visible ASCII only. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 1_000);
}
