import { request as requestHttp } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";

import { responseTo } from "../../network/http/response-to.ts";

/** Headers of one connection, and headers that depend on the body. */
const ofTheConnection = [
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
];

/**
 * Sends a request to the server at `base` with the request's own host, which selects the surface. It rejects
 * like `fetch`. The global `fetch` overwrites the host, and never answers while Vitest fakes the timers.
 */
export async function fetchByHost(request: Request, base: string): Promise<Response> {
  const { host, pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of ofTheConnection) headers.delete(name);
  headers.set("host", host);
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  if (body !== null) headers.set("content-length", String(body.byteLength));
  const { method, signal } = request;
  signal.throwIfAborted();
  const send = base.startsWith("https:") ? requestHttps : requestHttp;
  const options = { method, headers: Object.fromEntries(headers), signal };
  const target = Object.assign(new URL(base), { pathname, search });
  const sent = send(target, options);
  const answered = responseTo(sent);
  sent.end(body);
  try {
    return responseOf(await answered, method);
  } catch (cause) {
    throw signal.aborted ? signal.reason : new TypeError("fetch failed", { cause });
  }
}

/** Throws for a status or a header that no `Response` can have. */
function responseOf(answer: IncomingMessage, method: string): Response {
  const { statusCode: status = 0, rawHeaders } = answer;
  const hasBody = ![204, 205, 304].includes(status) && method !== "HEAD";
  if (!hasBody) answer.resume();
  try {
    const received = hasBody ? Readable.toWeb(answer) : null;
    return new Response(received, { status, headers: pairsOf(rawHeaders) });
  } catch (error) {
    answer.destroy();
    throw error;
  }
}

/** Pairs an alternating list of names and values. */
function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));
}
