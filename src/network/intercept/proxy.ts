/**
 * A forward proxy in front of a sandbox. Tunnels and requests for the provider's hosts go to the sandbox, all others to
 * their hosts. It decrypts nothing: the sandbox has certificates for the provider's hosts.
 */
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

import { forward } from "./forward.ts";
import { Refusal, refusalFor, refusals, refuse, refuseOnSocket } from "./refusal.ts";
import type { RouteOptions } from "./route.ts";
import { isForSandbox, routeOf } from "./route.ts";
import type { SeenLog } from "./seen.ts";
import type { Target } from "./target.ts";
import { absoluteTarget, connectTarget, textOfTarget } from "./target.ts";
import type { HostBounds } from "./tunnel.ts";
import { connected, pipeBoth } from "./tunnel.ts";

export interface ProxyBounds extends HostBounds {
  /** Open tunnels at once. */
  readonly tunnels: number;
  /** How long the head of a request may take, in milliseconds. */
  readonly headMs: number;
}

export const usualBounds: ProxyBounds = {
  tunnels: 2_000,
  idleMs: 600_000,
  headMs: 10_000,
  connectMs: 30_000,
};

/** Connections without a tunnel, such as ones that have sent no request yet. */
const otherConnections = 500;

/** What a proxy listens on, decides and records. */
export interface ProxyOptions extends RouteOptions {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  readonly log: SeenLog;
  readonly bounds?: Partial<ProxyBounds>;
}

export interface Proxy {
  readonly port: number;
  /** Cuts all connections and closes the server. */
  readonly close: () => Promise<void>;
}

/** Starts a proxy. Rejects with the error of the system if it cannot listen. */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const bounds = { ...usualBounds, ...options.bounds };
  const server = createServer({
    headersTimeout: bounds.headMs,
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(bounds.headMs, 5_000),
    // Python sends none in a CONNECT of HTTP/1.0.
    requireHostHeader: false,
  });
  server.maxConnections = bounds.tunnels + otherConnections;
  const open = new Set<Duplex>();
  const connections = new Set<Duplex>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  const ownPort = (): number => portOf(server);
  server.on("connect", (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => {}); // The client has gone; `close` follows.
    if (open.size >= bounds.tunnels) {
      refuseOnSocket(client, refusals.tooMany(open.size));
      return;
    }
    open.add(client);
    client.once("close", () => open.delete(client));
    void tunnel({ target: incoming.url ?? "", client, head }, options, bounds, ownPort());
  });
  server.on(
    "request",
    (incoming, outgoing) => void request({ incoming, outgoing }, options, bounds, ownPort()),
  );
  server.on("clientError", (error, socket) => {
    const code = "code" in error ? String(error.code) : "";
    if (code === "ECONNRESET" || !socket.writable) socket.destroy();
    else refuseOnSocket(socket, refusals.unreadable(code));
  });
  await listening(server, options);
  return {
    port: ownPort(),
    close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      for (const socket of connections) socket.destroy();
      return promise;
    },
  };
}

interface TunnelRequest {
  readonly target: string;
  readonly client: Duplex;
  /** What the client sent after the head of its request. */
  readonly head: Buffer;
}

async function tunnel(
  { target: text, client, head }: TunnelRequest,
  options: ProxyOptions,
  { connectMs, idleMs }: ProxyBounds,
  ownPort: number,
): Promise<void> {
  const target = connectTarget(text);
  if (target === null) {
    refuseOnSocket(client, refusals.unreadable(text));
    return;
  }
  note(options, target, "tunnel");
  try {
    const scheme = target.port === 80 ? "http" : "https";
    const remote = await connected(await routeOf(options, target, scheme, ownPort), connectMs);
    if (client.destroyed) {
      remote.destroy();
      return;
    }
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) remote.write(head);
    pipeBoth(client, remote, idleMs);
  } catch (error) {
    const refusal = refusalFor(error, textOfTarget(target));
    noteProblem(options, target, refusal);
    refuseOnSocket(client, refusal);
  }
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

async function request(
  { incoming, outgoing }: Exchange,
  options: ProxyOptions,
  bounds: ProxyBounds,
  ownPort: number,
): Promise<void> {
  const url = incoming.url ?? "";
  const target = absoluteTarget(url);
  if (target === null) {
    refuse(outgoing, refusals.unreadable(url));
    return;
  }
  note(options, target, "plainRequest");
  try {
    if (/^https:/i.test(url) && !isForSandbox(options, target)) {
      throw refusals.needsConnect(textOfTarget(target));
    }
    const route = await routeOf(options, target, "http", ownPort);
    await forward(incoming, outgoing, route, bounds);
  } catch (error) {
    if (outgoing.destroyed) return;
    if (isForSandbox(options, target) && !(error instanceof Refusal)) {
      // A planned fault cuts connections.
      outgoing.destroy();
      return;
    }
    const refusal = refusalFor(error, textOfTarget(target));
    noteProblem(options, target, refusal);
    refuse(outgoing, refusal);
  }
}

function note(options: ProxyOptions, target: Target, kind: "tunnel" | "plainRequest"): void {
  if (isForSandbox(options, target)) options.log[kind]();
  else options.log.other(textOfTarget(target));
}

function noteProblem(options: ProxyOptions, target: Target, { problem }: Refusal): void {
  if (problem !== null && !isForSandbox(options, target)) {
    options.log.other(textOfTarget(target), problem);
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function listening(server: Server, { host, port }: ProxyOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, resolve);
  return promise;
}
