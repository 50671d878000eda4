import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";

import type { IncomingResponse, OutgoingRequest } from "./connection.ts";

/**
 * Sends a request of a command or of a test's control calls. It uses `node:http`, because loading `fetch`, `Request` and
 * `Response` takes longer than everything else that a command does. Redirects, which no sandbox sends, are left to `fetch`.
 */
export function sendRequest(request: OutgoingRequest): Promise<IncomingResponse> {
  const { url, method, headers, body, signal } = request;
  const send = /^https:/i.test(url) ? process.getBuiltinModule("node:https").request : httpRequest;
  const options = { method, headers, ...(signal === undefined ? {} : { signal }) };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  send(new URL(url), options, resolve).on("error", reject).end(body);
  return received(request, promise);
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

async function received(
  { url, ...init }: OutgoingRequest,
  answered: Promise<IncomingMessage>,
): Promise<IncomingResponse> {
  const answer = await answered;
  const { statusCode: status = 0 } = answer;
  if (redirects.has(status)) {
    answer.destroy();
    return fetch(url, init);
  }
  return {
    ok: status >= 200 && status < 300,
    status,
    text: async () => new TextDecoder().decode(await bytesOf(answer)),
    arrayBuffer: async () => Uint8Array.from(await bytesOf(answer)).buffer,
    get body() {
      return ReadableStream.from(answer);
    },
  };
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
