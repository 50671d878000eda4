import type { Answer } from "../../../network/http/answer.ts";
import { readAhead, withBody } from "../../../network/http/read-ahead.ts";
/** Forwards a request to the gates of the emulated API, unchanged or with a change. */
import type { Answerer } from "../../../server/gates/gate.ts";
import type { RequestContext, DryRun } from "../../../world/workspace/requests/context.ts";
import type { RequestChange } from "../variations/variation.ts";

/** Every choice of rule http.body.too-large has a lower limit. */
const bodyBytesMax = 64 * 1_024 * 1_024;

/** A request with its body read, so that it can be inspected and forwarded. */
export interface ReadRequest {
  readonly context: RequestContext;
  /** Null for a request without a body, or with one over `bodyBytesMax`. */
  readonly body: string | null;
}

/** Reads the body of a request and replaces it with a copy that is still unread. */
export async function read(context: RequestContext): Promise<ReadRequest> {
  const owner = context.apiKey === null ? null : context.workspace;
  const { request, bytes } = await readAhead(context.request, bodyBytesMax, owner);
  return { context: { ...context, request }, body: bytes?.toString("utf8") ?? null };
}

/** Applies `change` and calls `next`. The gates note for the journal of the request that arrived. */
export async function forward(
  { context, body }: ReadRequest,
  next: Answerer,
  change: RequestChange = {},
): Promise<Answer> {
  return next(changed(context, body, change));
}

function changed(
  context: RequestContext,
  body: string | null,
  change: RequestChange,
): RequestContext {
  const { target, workspace } = context;
  const text = change.body ?? body;
  const view = change.store;
  return {
    ...context,
    // A body can be read only once, so each forwarded request gets its own.
    ...(text === null ? {} : { request: withBody(context.request, Buffer.from(text)) }),
    ...(change.query === undefined ? {} : { target: { ...target, query: change.query } }),
    ...(change.apiKey === undefined ? {} : { apiKey: change.apiKey }),
    ...(view === undefined ? {} : { store: () => view(workspace.store()) }),
    dryRun: change.isRolledBack === true ? rolledBack(workspace) : null,
  };
}

function rolledBack(workspace: RequestContext["workspace"]): DryRun {
  return {
    workspace,
    onContext: nothing,
    onEvents: nothing,
    onFault: nothing,
  };
}

function nothing(): void {}
