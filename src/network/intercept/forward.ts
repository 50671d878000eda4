/** Forwards requests for absolute `http:` addresses, which need no tunnel. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { request } from "node:http";

import { refusalFor, refuse } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import type { Route } from "./route.ts";
import { connectionOf } from "./route.ts";
import { textOfTarget } from "./target.ts";

/** Headers of one connection (RFC 9110, 7.6.1). The server frames the answer again; Node has answered `Expect`. */
const ofConnection = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "upgrade",
]);

/** Sends the request along its route, and the answer back; `onFailure` gets why there is none. */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  route: Route,
  onFailure: (refusal: Refusal) => void,
): void {
  const url = new URL(incoming.url ?? "");
  const headers = [...passedOn(incoming.rawHeaders, ["host"]), "host", url.host];
  const isUpstream = route.to === "upstream";
  if (isUpstream && route.proxy.authorization !== null) {
    headers.push("proxy-authorization", route.proxy.authorization);
  }
  const sent = request({
    method: incoming.method ?? "GET",
    path: isUpstream ? url.href : url.pathname + url.search,
    headers,
    setHost: false,
    createConnection: () => connectionOf(route),
  });
  sent.once("response", (answer) => {
    const { statusCode = 502, statusMessage = "", rawHeaders } = answer;
    outgoing.writeHead(statusCode, statusMessage, passedOn(rawHeaders, ["transfer-encoding"]));
    answer.once("aborted", () => outgoing.destroy());
    answer.on("error", () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  sent.on("error", (error) => {
    if (incoming.destroyed && outgoing.destroyed) return;
    if (route.to === "sandbox") {
      // A planned fault cuts connections.
      outgoing.destroy();
      return;
    }
    const refusal = refusalFor(error, textOfTarget(route.target));
    onFailure(refusal);
    refuse(outgoing, refusal);
  });
  outgoing.once("close", () => sent.destroy());
  incoming.pipe(sent);
}

/** The raw headers without those of the connection, those that `Connection` names, and `others`. */
function passedOn(raw: readonly string[], others: readonly string[]): string[] {
  const pairs = raw.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : [],
  );
  const named = pairs
    .filter(([name]) => /^(?:proxy-)?connection$/i.test(name))
    .flatMap(([, value]) => value.toLowerCase().split(/[\s,]+/));
  const left = new Set([...ofConnection, ...named, ...others]);
  return pairs.filter(([name]) => !left.has(name.toLowerCase())).flat();
}
