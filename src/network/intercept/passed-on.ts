/** What of a message's head goes on to the other side of a proxy. */
import type { IncomingMessage } from "node:http";
import { validateHeaderName, validateHeaderValue } from "node:http";

import { refusals } from "./refusal.ts";

/**
 * Headers of one connection (RFC 9110, 7.6.1), and those that frame a body, which each connection does again. Node has
 * answered `Expect`, and trailers are not passed on.
 */
const ofConnection = new Set([
  "connection",
  "content-length",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The raw headers without those of the connection, those that `Connection` names, and `others`. */
export function passedOn(raw: readonly string[], others: readonly string[] = []): string[] {
  const pairs = raw.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : [],
  );
  const named = pairs
    .filter(([name]) => /^(?:proxy-)?connection$/i.test(name))
    .flatMap(([, value]) => value.toLowerCase().split(/[\s,]+/));
  const left = new Set([...ofConnection, ...named, ...others]);
  return pairs.filter(([name]) => !left.has(name.toLowerCase())).flat();
}

interface PassableHead {
  readonly status: number;
  readonly reason: string;
  /** Names and values in turn. */
  readonly headers: string[];
}

/**
 * The head of an answer as Node writes it to the client, with its body framed again. Throws a `Refusal` that names the
 * host `from` for an answer that HTTP does not permit.
 */
export function passableHead(answer: IncomingMessage, from: string): PassableHead {
  const { statusCode: status = 0, statusMessage = "" } = answer;
  if (status < 200 || status > 999) throw refusals.invalidAnswer(from, `status ${status}`);
  const { "transfer-encoding": coding, "content-length": length } = answer.headers;
  if (coding !== undefined && coding.trim().toLowerCase() !== "chunked") {
    throw refusals.invalidAnswer(from, `the transfer coding ${JSON.stringify(coding)}`);
  }
  // A length without a body is that of the answer to GET; with 204 it is forbidden (RFC 9110, 8.6).
  const hasLength = coding === undefined && length !== undefined && status !== 204;
  const headers = [
    ...passedOn(answer.rawHeaders),
    ...(hasLength ? ["content-length", length] : []),
  ];
  checkWritable(headers, from);
  return { status, reason: statusMessage.replaceAll(/[^\t -~\u0080-\u00FF]/g, " "), headers };
}

function checkWritable(headers: readonly string[], from: string): void {
  for (let at = 0; at < headers.length; at += 2) {
    const [name = "", value = ""] = headers.slice(at, at + 2);
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw refusals.invalidAnswer(from, `the header ${JSON.stringify(name)}`);
    }
  }
}
