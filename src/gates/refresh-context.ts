import { readBytes } from "../http/body.ts";
import type { RequestContext } from "../workspace/request-context.ts";

/** Updates a request that was held up: time has passed, and its key may have changed. */
export function refreshContext(context: RequestContext): void {
  const { workspace, apiKey } = context;
  context.now = workspace.clock.now();
  workspace.schedule.runUpTo(context.now);
  context.apiKey = apiKey === null ? null : workspace.findKey(apiKey.key);
}

/** The body of a request that no operation reads, for the journal. */
export async function unreadBody(request: Request): Promise<string | null> {
  if (request.body === null) return null;
  const bytes = await readBytes(request, bodyBytesMax);
  return bytes === null ? null : bytes.toString("utf8");
}

const bodyBytesMax = 1_048_576;
