/** What the journal keeps of a request and its answer: redacted headers and bodies up to a maximum length. */
import type { Context } from "hono";

import { performance } from "../../base/values/native-timers.ts";
import { redactedKey } from "../../domain/hiding/keys.ts";
import { secretHeaders } from "../../domain/hiding/secret-headers.ts";
import { writtenKeyLengthMax, writtenKeyPattern } from "../../domain/hiding/written-keys.ts";
import { surfaceName } from "../../domain/model/surface.ts";
import type { Answer } from "../../network/http/answer.ts";
import type { JournalEntry, RecordedMessage } from "../../world/workspace/logs/journal.ts";
import { bodyCharactersMax } from "../../world/workspace/logs/journal.ts";
import type { EmulatedEnv, RequestContext } from "../../world/workspace/requests/context.ts";
import type { NewEvent } from "../../world/workspace/transactions.ts";

/** How a request ended; status 0 when there was no answer. */
export interface RequestEnd extends Answer {
  /** When the request began, on the clock of `performance`. */
  readonly started: number;
}

/** The journal entry of a request from its context and its end. Most are never read, so the headers are prepared on first read. */
export function entryOf(
  context: RequestContext,
  recording: RequestEnd,
  effects: readonly NewEvent[],
): JournalEntry {
  const { trace, exchange } = context;
  const { method, target, rawHeaders } = exchange?.sent ?? context;
  const { now, operationId, apiKey, stack, reason, hints } = context.notes;
  const requestBody = exchange?.sent.body ?? context.notes.requestBody;
  const { status, headers } = recording;
  const sent = keptPart(requestBody);
  const answered = keptPart(method === "HEAD" ? null : recording.body);
  return {
    id: context.requestId,
    at: now,
    receivedAt: context.workspace.sandbox.systemNow(),
    method,
    path: target.path,
    query: target.query,
    status,
    operationId,
    durationMs: performance.now() - recording.started,
    apiKeyId: apiKey?.id ?? null,
    surface: surfaceName(context.surface),
    rules: trace.cited(),
    reason: stack ?? reason,
    hints: hints.length === 0 ? none : hints,
    changes: exchange?.changes() ?? none,
    effects,
    messages: () => ({
      request: { headers: hostFirst(redactedHeaders(headersOf(rawHeaders))), ...sent },
      response: { headers: redactedHeaders(new Headers(headers)), ...answered },
    }),
    messageBytes: sizeOf(context, recording) + effects.length * effectBytes,
  };
}

/** Shared: the journal keeps thousands of entries, most without any. */
const none: readonly string[] = [];

/** The estimated memory of an event. */
const effectBytes = 512;

/** The headers as sent over the wire; without a wire, those of the request plus the host. */
export function sentHeaders({ env, req }: Context<EmulatedEnv>): readonly string[] {
  if (env.rawHeaders !== undefined) return env.rawHeaders;
  const { headers } = req.raw;
  const host = headers.has("host") ? [] : ["host", env.target.host];
  return [...host, ...[...headers].flat()];
}

/**
 * Returns the previous headers of that length when the next ones are equal, as they are for the requests of a client.
 * So the journal keeps them once, and the garbage collector moves thousands of strings less.
 */
export function newSharedHeaders(): (raw: readonly string[]) => readonly string[] {
  const last = new Map<number, readonly string[]>();
  return (raw) => {
    const before = last.get(raw.length);
    if (before?.every((text, at) => text === raw[at]) === true) return before;
    last.set(raw.length, raw);
    return raw;
  };
}

/** Estimated memory of a request and its answer. A body counts two bytes a character, the maximum. */
export function sizeOf(
  {
    target,
    rawHeaders,
    notes: { requestBody },
  }: Pick<RequestContext, "target" | "rawHeaders"> & {
    readonly notes: Pick<RequestContext["notes"], "requestBody">;
  },
  { headers, body }: Answer,
): number {
  let bytes = target.path.length + target.query.length;
  for (const text of rawHeaders) bytes += text.length;
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0);
  return bytes + (keptLength(requestBody) + keptLength(body)) * 2;
}

function keptLength(body: string | null): number {
  return body === null ? 0 : Math.min(body.length, bodyCharactersMax);
}

function hostFirst({
  host = "",
  ...others
}: RecordedMessage["headers"]): RecordedMessage["headers"] {
  return { host, ...others };
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] ?? "", raw[at + 1] ?? "");
  return headers;
}

function redactedHeaders(headers: Headers): RecordedMessage["headers"] {
  const kept: Record<string, string> = {};
  for (const [name, value] of headers) {
    kept[name] = secretHeaders.has(name) ? redactedKey(value) : value;
  }
  return kept;
}

function keptPart(body: string | null): Omit<RecordedMessage, "headers"> {
  if (body === null) return noBody;
  if (body.length <= bodyCharactersMax) return { body, cutFromBytes: null };
  return { body: cut(body), cutFromBytes: Buffer.byteLength(body) };
}

const noBody = { body: null, cutFromBytes: null };

/** The first part of a body. It never ends within a key, because redaction would miss half a key. */
function cut(body: string): string {
  const from = bodyCharactersMax - writtenKeyLengthMax;
  const around = body.slice(from, bodyCharactersMax + writtenKeyLengthMax);
  const key = [...around.matchAll(anyKey)].find(isCutThrough);
  const kept = `${body.slice(0, key === undefined ? bodyCharactersMax : from + key.index)}…`;
  // Copies the text: a slice would keep the whole string in memory.
  return Buffer.from(kept, "utf16le").toString("utf16le");
}

/** Whether a key found around the cut lies on both sides of it. */
function isCutThrough({ 0: key, index }: RegExpExecArray): boolean {
  return index < writtenKeyLengthMax && index + key.length > writtenKeyLengthMax;
}

const anyKey = new RegExp(writtenKeyPattern, "gi");
