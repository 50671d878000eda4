/** Pipes the bytes of a CONNECT request. Nothing is decrypted. */
import { once } from "node:events";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

import { delay } from "../../base/values/native-timers.ts";
import { reset } from "../http/reset.ts";
import { Refusal, refusals } from "./refusal.ts";
import type { Route } from "./route.ts";
import { connectionOf } from "./route.ts";
import { textOfTarget } from "./target.ts";

/** How long a host may take, in milliseconds. */
export interface HostBounds {
  /** Until it is connected. */
  readonly connectMs: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
}

/** The longest head of an upstream proxy's answer. */
const answerBytesMax = 16_384;

/** Connects along a route and, through an upstream proxy, to the host behind it. Rejects with why it failed. */
export function connected(route: Route, withinMs: number): Promise<Socket> {
  return opened(route, withinMs, async (socket, signal) => {
    if (route.to === "upstream") await askUpstream(socket, route, signal);
  });
}

/** Connects along a route, to the upstream proxy itself if there is one, and prepares the connection in the same time. */
export async function opened(
  route: Route,
  withinMs: number,
  prepare = async (_socket: Socket, _signal: AbortSignal): Promise<void> => {},
): Promise<Socket> {
  const socket = connectionOf(route);
  const late = new AbortController();
  const work = async (): Promise<Socket> => {
    const isTls = route.to === "upstream" && route.proxy.isSecure;
    await once(socket, isTls ? "secureConnect" : "connect", { signal: late.signal });
    await prepare(socket, late.signal);
    return socket;
  };
  const timer = delay(withinMs, null, { signal: late.signal }).then(() => {
    throw refusals.tooSlow(textOfTarget(route.target), Math.round(withinMs / 1000));
  });
  try {
    return await Promise.race([work(), timer]);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    late.abort();
    timer.catch(() => {});
  }
}

async function askUpstream(
  socket: Socket,
  { target, proxy }: Extract<Route, { readonly to: "upstream" }>,
  signal: AbortSignal,
): Promise<void> {
  const to = textOfTarget(target);
  const credentials =
    proxy.authorization === null ? [] : [`Proxy-Authorization: ${proxy.authorization}`];
  socket.write(`${[`CONNECT ${to} HTTP/1.1`, `Host: ${to}`, ...credentials].join("\r\n")}\r\n\r\n`);
  let answer = Buffer.alloc(0);
  for (;;) {
    const end = answer.indexOf("\r\n\r\n");
    if (end >= 0) {
      const [line = ""] = answer.toString("latin1").split("\r\n", 1);
      if (!/^HTTP\/1\.[01] 2\d\d\b/.test(line)) throw refusedByUpstream(textOfTarget(proxy), line);
      const rest = answer.subarray(end + 4);
      if (rest.length > 0) socket.unshift(rest);
      return;
    }
    if (answer.length > answerBytesMax)
      throw refusedByUpstream(textOfTarget(proxy), "a long answer");
    const chunk: unknown = socket.read();
    if (Buffer.isBuffer(chunk)) answer = Buffer.concat([answer, chunk]);
    else if (socket.readableEnded) throw refusedByUpstream(textOfTarget(proxy), "no answer");
    // oxlint-disable-next-line no-await-in-loop -- the answer arrives in parts
    else await moreFrom(socket, signal);
  }
}

async function moreFrom(socket: Socket, signal: AbortSignal): Promise<void> {
  await Promise.race([once(socket, "readable", { signal }), once(socket, "end", { signal })]);
}

function refusedByUpstream(proxy: string, line: string): Refusal {
  const shown = JSON.stringify(line.slice(0, 120));
  const text = `The proxy ${proxy}, which HTTPS_PROXY or HTTP_PROXY names, answered ${shown}.`;
  return new Refusal(502, `${text} Check its address and credentials.`, `its proxy: ${shown}`);
}

/** Pipes both directions until one side ends them. A reset of one side resets the other, as if they were connected. */
export function pipeBoth(client: Duplex, remote: Socket, idleMs: number): void {
  const isSocket = client instanceof Socket;
  if (isSocket) {
    client.setTimeout(idleMs, () => {
      client.destroy();
      remote.destroy();
    });
  }
  client.on("error", () => reset(remote));
  remote.on("error", () => (isSocket ? reset(client) : client.destroy()));
  client.on("close", () => remote.destroy());
  // It still writes what was received before.
  remote.on("close", () => (isSocket ? client.destroySoon() : client.end()));
  client.pipe(remote);
  remote.pipe(client);
}
