import { readBytes } from "../../network/http/body.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";

/** A request that was held up, as it is now: time has passed, and its key may have changed. */
export function refreshed(context: RequestContext): RequestContext {
  const { workspace, notes } = context;
  const now = workspace.clock.now();
  workspace.schedule.runUpTo(now);
  const apiKey = context.apiKey === null ? null : workspace.findKey(context.apiKey.key);
  Object.assign(notes, { now, apiKey });
  return { ...context, now, apiKey };
}

/** The body of a request that no operation reads, for the journal. */
export async function unreadBody({
  request,
  workspace,
  apiKey,
}: Pick<RequestContext, "request" | "workspace" | "apiKey">): Promise<string | null> {
  if (request.body === null) return null;
  const bytes = await readBytes(request, bodyBytesMax, apiKey === null ? null : workspace);
  return bytes === null ? null : bytes.toString("utf8");
}

const bodyBytesMax = 1_048_576;
