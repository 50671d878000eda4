/** Forwards requests for absolute `http:` addresses, which need no tunnel. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { request } from "node:http";
import { pipeline } from "node:stream";

import { passableHead, passedOn } from "./passed-on.ts";
import { refusals } from "./refusal.ts";
import type { Route } from "./route.ts";
import { textOfTarget } from "./target.ts";
import type { HostBounds } from "./tunnel.ts";
import { opened } from "./tunnel.ts";

/** The longest head of an answer. Clients accept more than Node does by default. */
const headBytesMax = 131_072;

/**
 * Sends the request along its route, and the answer back. Rejects with the reason if there is none, or none that HTTP
 * permits; nothing has been sent to the client then.
 */
export async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  route: Route,
  { connectMs, idleMs }: HostBounds,
): Promise<void> {
  const to = textOfTarget(route.target);
  const head = requestHead(incoming, route);
  const socket = await opened(route, connectMs);
  if (outgoing.destroyed) {
    socket.destroy();
    return;
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sent = request({
    ...head,
    setHost: false,
    insecureHTTPParser: false,
    maxHeaderSize: headBytesMax,
    createConnection: () => socket,
  });
  // Without this, Node drops every header after the two thousandth.
  sent.maxHeadersCount = 0;
  sent.once("response", (answer) => {
    try {
      const { status, reason, headers } = passableHead(answer, to);
      outgoing.writeHead(status, reason, headers);
      outgoing.flushHeaders();
      // An answer that breaks off is cut for the client, too.
      pipeline(answer, outgoing, () => {});
      resolve();
    } catch (error) {
      reject(error);
      sent.destroy();
    }
  });
  sent.once("upgrade", () => {
    reject(refusals.invalidAnswer(to, "status 101 for a request without an upgrade"));
    socket.destroy();
  });
  sent.setTimeout(idleMs, () => sent.destroy(refusals.tooSlow(to, Math.round(idleMs / 1_000))));
  // After the answer has begun, it decides alone: bytes that follow its end are an error of the connection.
  sent.on("error", reject);
  sent.once("close", () => reject(refusals.invalidAnswer(to, "it closed the connection")));
  outgoing.once("close", () => sent.destroy());
  incoming.pipe(sent);
  // A client that still sends its body reads the answer only afterwards.
  sent.once("close", () => incoming.resume());
  await promise;
}

function requestHead(incoming: IncomingMessage, route: Route) {
  const url = new URL(incoming.url ?? "");
  const headers = [...passedOn(incoming.rawHeaders, ["host"]), ...requestFraming(incoming)];
  headers.push("host", url.host, "connection", "close");
  const proxy = route.to === "upstream" ? route.proxy : null;
  if (proxy !== null && proxy.authorization !== null) {
    headers.push("proxy-authorization", proxy.authorization);
  }
  const path = proxy === null ? url.pathname + url.search : url.href;
  return { method: incoming.method ?? "GET", path, headers };
}

/** The framing of a request is made again, whatever its `Connection` says: a body without one would be a request. */
function requestFraming({ headers }: IncomingMessage): readonly string[] {
  const { "transfer-encoding": coding, "content-length": length } = headers;
  if (coding === undefined) return length === undefined ? [] : ["content-length", length];
  if (coding.trim().toLowerCase() !== "chunked") throw refusals.unknownCoding(coding);
  return ["transfer-encoding", "chunked"];
}
