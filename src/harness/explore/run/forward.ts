/** Forwards a request to the gates of the emulated API, unchanged or with a change. */
import type { Answer } from "../../../network/http/answer.ts";
import { readAhead, withBody, withPlainBody } from "../../../network/http/read-ahead.ts";
import type { Answerer } from "../../../server/gates/gate.ts";
import type { RequestContext, DryRun } from "../../../world/workspace/requests/context.ts";
import type { RequestChange } from "../variations/variation.ts";

/** Every choice of rule http.body.too-large has a lower limit. */
const bodyBytesMax = 64 * 1_024 * 1_024;

/** A request with its body read, so that it can be inspected and forwarded. */
export interface ReadRequest {
  readonly context: RequestContext;
  /** Null for a request without a body, with one over `bodyBytesMax`, or with one that does not decode. */
  readonly body: string | null;
  readonly bytes: Buffer | null;
}

/** Reads the body of a request and replaces it with a copy that is still unread. */
export async function read(context: RequestContext): Promise<ReadRequest> {
  const owner = context.apiKey === null ? null : context.workspace;
  const { request, bytes, text } = await readAhead(context.request, bodyBytesMax, owner);
  return { context: { ...context, request }, body: text, bytes };
}

/** Applies `change` and calls `next`. The gates note for the journal of the request that arrived. */
export async function forward(
  { context, bytes }: ReadRequest,
  next: Answerer,
  change: RequestChange = {},
): Promise<Answer> {
  return next(changed(context, bytes, change));
}

function changed(
  context: RequestContext,
  bytes: Buffer | null,
  change: RequestChange,
): RequestContext {
  const { target, workspace, request } = context;
  const { refusal, store: view } = change;
  return {
    ...context,
    // A body can be read only once, so each forwarded request gets its own.
    ...(bytes === null ? {} : { request: withBody(request, bytes) }),
    ...(change.body === undefined ? {} : { request: withPlainBody(request, change.body) }),
    ...(change.query === undefined ? {} : { target: { ...target, query: change.query } }),
    ...(change.apiKey === undefined ? {} : { apiKey: change.apiKey }),
    ...(refusal === undefined ? {} : { exchange: refusing(context, refusal) }),
    ...(view === undefined ? {} : { store: () => view(workspace.store()) }),
    dryRun: change.isRolledBack === true ? rolledBack(workspace) : null,
  };
}

function refusing(
  { method, target, rawHeaders }: RequestContext,
  { answer, changes }: NonNullable<RequestChange["refusal"]>,
): RequestContext["exchange"] {
  const sent = { method, target, rawHeaders, body: null };
  return { sent, refusal: answer, answer: (given) => given, changes: () => changes };
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
