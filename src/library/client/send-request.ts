import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";

import { responseTo } from "../../network/http/response-to.ts";
import type { IncomingResponse, OutgoingRequest } from "./connection.ts";

/**
 * Sends a request of a command or of a test's control calls. It uses `node:http`, because loading `fetch`, `Request` and
 * `Response` takes longer than everything else that a command does. Redirects, which no sandbox sends, are left to `fetch`.
 */
export function sendRequest(request: OutgoingRequest): Promise<IncomingResponse> {
  const { url, method, headers, body, signal } = request;
  const send = /^https:/i.test(url) ? process.getBuiltinModule("node:https").request : httpRequest;
  const options = { method, headers, ...(signal === undefined ? {} : { signal }) };
  const sent = send(new URL(url), options);
  const answered = responseTo(sent);
  sent.end(body);
  return followedResponse(request, answered);
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

async function followedResponse(
  { url, ...init }: OutgoingRequest,
  pending: Promise<IncomingMessage>,
): Promise<IncomingResponse> {
  const response = await pending;
  const { statusCode: status = 0 } = response;
  if (redirects.has(status)) {
    response.destroy();
    return fetch(url, init);
  }
  return {
    ok: status >= 200 && status < 300,
    status,
    text: async () => new TextDecoder().decode(await bytesOf(response)),
    arrayBuffer: async () => Uint8Array.from(await bytesOf(response)).buffer,
    get body() {
      return ReadableStream.from(response);
    },
  };
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
