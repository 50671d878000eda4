/** Has a request answered as it came or changed, from before the gates of the emulated API. */
import type { Answerer } from "../gates/gate.ts";
import type { Answer } from "../http/answer.ts";
import { hasBody, readBytes } from "../http/body.ts";
import type { Exchange, Rehearsal } from "../workspace/exchange.ts";
import type { RequestChange } from "./variations/variation.ts";

/** Larger bodies are refused by every choice of rule http.body.too-large, whatever is left of them. */
const bodyBytesMax = 64 * 1_024 * 1_024;

/** A request whose body was read, so that it can be looked at and sent on. */
export interface ReadRequest {
  readonly exchange: Exchange;
  /** Null when it carries none. */
  readonly body: string | null;
}

/** Reads the body of a request, and puts another of the same bytes in its place. */
export async function read(exchange: Exchange): Promise<ReadRequest> {
  const { request } = exchange;
  if (!hasBody(request)) return { exchange, body: null };
  const bytes = (await readBytes(request, bodyBytesMax)) ?? Buffer.alloc(0);
  return {
    exchange: { ...exchange, request: withBody(request, bytes) },
    body: bytes.toString("utf8"),
  };
}

function withBody(request: Request, bytes: Buffer): Request {
  const { url, method, headers, signal } = request;
  const sent = new Headers(headers);
  sent.set("content-length", String(bytes.length));
  return new Request(url, { method, headers: sent, signal, body: new Uint8Array(bytes) });
}

/** Answers `request` by `next` under `change`; what is noted on the way stands in `original`, which the journal reads. */
export async function forward(
  original: Exchange,
  { exchange, body }: ReadRequest,
  next: Answerer,
  change: RequestChange = {},
): Promise<Answer> {
  const sent = changed(exchange, body, change);
  try {
    return await next(sent);
  } finally {
    const { now, apiKey, requestBody, reason, stack, allowedAt } = sent;
    Object.assign(original, { now, requestBody, reason, stack, allowedAt });
    if (change.apiKey === undefined) original.apiKey = apiKey;
  }
}

function changed(exchange: Exchange, body: string | null, change: RequestChange): Exchange {
  const { target, workspace } = exchange;
  const text = change.body ?? body;
  return {
    ...exchange,
    // A body is read once: each time that the request is sent on it gets one of its own.
    ...(text === null ? {} : { request: withBody(exchange.request, Buffer.from(text)) }),
    ...(change.query === undefined ? {} : { target: { ...target, query: change.query } }),
    ...(change.apiKey === undefined ? {} : { apiKey: change.apiKey }),
    storeView: change.store,
    rehearsal: change.isTakenBack === true ? takenBack(workspace) : null,
  };
}

function takenBack(workspace: Exchange["workspace"]): Rehearsal {
  return {
    workspace,
    onExchange: nothing,
    onEvents: nothing,
    onFault: nothing,
  };
}

function nothing(): void {}
