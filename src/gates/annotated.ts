import type { Answer } from "../http/answer.ts";
import { requestLink } from "../http/control-paths.ts";
import type { Exchange } from "../workspace/exchange.ts";

/** The headers of an answer with those that tell the developer of it: `x-sandbox-*`. */
export function annotated(
  exchange: Exchange,
  headers: Answer["headers"],
  servedAt: string | null,
): Answer["headers"] {
  const { rehearsal, workspace, requestId, trace, reason, hints } = exchange;
  if (rehearsal !== null) return headers;
  const told = { ...headers, "x-sandbox-request-id": requestId, "x-sandbox-rules": trace.header() };
  return {
    ...told,
    ...(servedAt === null
      ? {}
      : { "x-sandbox-link": requestLink(servedAt, workspace.id, requestId) }),
    ...(reason === null ? {} : { "x-sandbox-reason": headerText(reason) }),
    ...(hints.length === 0 ? {} : { "x-sandbox-hint": headerText(hints.join(" ")) }),
  };
}

/** Headers carry visible ASCII only. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 1_000);
}
