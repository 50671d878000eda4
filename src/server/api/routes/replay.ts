/**
 * Rule http.idempotency-key under `replay`: the API key and the Idempotency-Key name a request, and its answer is kept.
 * An answer of a request that writes is kept in its transaction, so that both are there after a crash, or neither.
 */
import type { Json } from "../../../base/values/json.ts";
import type { Answer, Answering } from "../../../network/http/answer.ts";
import { ApiError, fieldErrorsMax } from "../../../network/http/api-error.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import { hashOf } from "../../../world/workspace/requests/idempotency-keys.ts";
import { headerName, rule } from "./idempotency.ts";

/** How one request is answered by its key. */
export interface Replay {
  /** Takes the bytes of the body as sent; null for more than the limit. */
  readonly onBytes: (bytes: Buffer | null) => void;
  /** The kept answer, or that of `work`. A request in flight with the same key is waited for. */
  readonly answered: (work: (keep: Keep) => Answering) => Promise<Answer>;
}

/** Keeps an answer, as part of the open transaction. */
export type Keep = (answer: Answer) => void;

type Refusal = ConstructorParameters<typeof ApiError>[0];

/** An answer with what it answered. */
type Kept = { readonly request: string } & (
  | { readonly answer: Answer }
  | { readonly refusal: Refusal }
);

/** The replay of a request with a key; null for nearly every request. */
export function replayOf(context: RequestContext): Replay | null {
  const { trace, request, apiKey } = context;
  if (trace.assumptions[rule] !== "replay") return null;
  const header = request.headers.get(headerName) ?? "";
  if (header === "") return null;
  trace.choice(rule);
  const key = JSON.stringify([apiKey?.id, header]);
  let bytes: Buffer | null = null;
  return {
    onBytes(sent) {
      bytes = sent;
    },
    answered: (work) => answered(context, { key, request: requestHash(context, bytes) }, work),
  };
}

interface Named {
  readonly key: string;
  readonly request: string;
}

/** What makes two requests the same. */
function requestHash({ method, target }: RequestContext, bytes: Buffer | null): string {
  return hashOf(JSON.stringify([method, target.path, target.query, hashOf(bytes ?? "")]));
}

async function answered(
  context: RequestContext,
  named: Named,
  work: (keep: Keep) => Answering,
): Promise<Answer> {
  const { inFlight, find } = context.workspace.idempotencyKeys;
  const { key } = named;
  for (;;) {
    const text = find(key);
    if (text !== null) return replayed(context, named, JSON.parse(text));
    const first = inFlight.get(key);
    if (first === undefined || context.dryRun !== null) break;
    // oxlint-disable-next-line no-await-in-loop -- the next one may wait for another
    await first;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  if (context.dryRun === null) inFlight.set(key, promise);
  try {
    return await firstAnswer(context, named, work);
  } finally {
    if (context.dryRun === null) inFlight.delete(key);
    resolve();
  }
}

async function firstAnswer(
  context: RequestContext,
  { key, request }: Named,
  work: (keep: Keep) => Answering,
): Promise<Answer> {
  const { workspace, now, dryRun } = context;
  const keep = (kept: Json): void => workspace.idempotencyKeys.keep(key, kept);
  try {
    return await work((answer) => keep({ request, answer: { ...answer } }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || dryRun !== null) throw error;
    await workspace.shared(() => keep({ request, refusal: shortRefusal(error) }), now, {
      removes: true,
    });
    throw error;
  }
}

/** A refusal without the field errors that no answer shows. */
function shortRefusal({ status, message, rules, reason, fields, headers }: ApiError) {
  const shown = fields?.slice(0, fieldErrorsMax + 1).map(({ got: _got, path, ...field }) => ({
    ...field,
    path: [...path],
  }));
  const rest = shown === undefined ? {} : { fields: shown };
  return { status, message, rules: [...rules], reason, headers: { ...headers }, ...rest };
}

function replayed({ trace }: RequestContext, { request }: Named, kept: Kept): Answer {
  if (kept.request !== request) throw ofAnother();
  trace.decide(rule);
  if ("refusal" in kept) throw new ApiError(kept.refusal);
  trace.apply("http.json");
  return kept.answer;
}

function ofAnother(): ApiError {
  const message = "This key was used for another request";
  return new ApiError({
    status: 422,
    rules: [rule],
    reason: `The API key used this ${headerName} for another method, path, query or body.`,
    fields: [{ path: [headerName], code: "INVALID", message, rule }],
  });
}
