import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

import { newDraining } from "./draining.ts";
import { NoAnswer } from "./no-answer.ts";
import type { Speaks, TlsFront } from "./tls-front.ts";

/** Answers a request that came in on `port` with `rawHeaders`, a name and a value in turns. */
export type PortFetch = (
  request: Request,
  port: number,
  rawHeaders: readonly string[],
) => Response | Promise<Response>;

/** A server that listens on one or several ports. */
export interface Listening {
  /** The ports in the order they were asked for; a 0 became a free one. */
  readonly ports: readonly number[];
  /** The port for HTTPS alone, if there is one. */
  readonly tlsPort: number | null;
  /** Stops taking connections, lets the requests under way end, and cuts off those that do not within `graceMs`. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** How HTTPS is served. */
export interface Tls {
  /** The one port for HTTPS and nothing else; every port speaks both when it is null. */
  readonly port: number | null;
  /** Stands before a server and decrypts what comes encrypted. */
  readonly front: (server: Server, speaks: Speaks) => TlsFront;
}

/** How long a server waits for what a client owes it, in milliseconds. */
export interface Timeouts {
  /** For the head of a request, from its first byte. */
  readonly headMs: number;
  /** For a request as a whole. */
  readonly requestMs: number;
  /** For the next request on a connection. */
  readonly idleMs: number;
  /** How often it is looked at who is late. */
  readonly checkMs: number;
  /** Whether every answer closes its connection: a client's transport then never sends a request again on its own. */
  readonly closesConnections?: boolean;
}

/**
 * As Node has it but for `idleMs`: within Node's five seconds a developer at a breakpoint, or a pause between two tests,
 * would meet a pooled connection that is being closed, which looks like a fault of the service.
 */
export const defaultTimeouts: Timeouts = {
  headMs: 60_000,
  requestMs: 300_000,
  idleMs: 65_000,
  checkMs: 30_000,
};

/** Listens on every one of `ports` at `host`, and with `tls` for HTTPS; rejects when a port is not to be had. */
export async function serve(
  fetch: PortFetch,
  host: string,
  ports: readonly number[],
  tls: Tls | null = null,
  timeouts: Timeouts = defaultTimeouts,
): Promise<Listening> {
  const doorOf = (frontOf: FrontOf | null): Door => newDoor(fetch, frontOf, timeouts);
  const plain = ports.map((port) => ({
    port,
    door: doorOf(tls?.port === null ? (server) => tls.front(server, "both") : null),
  }));
  const own = tls === null || tls.port === null ? [] : [{ port: tls.port, tls }];
  const encrypted = own.map(({ port, tls: { front } }) => ({
    port,
    door: doorOf((server) => front(server, "https")),
  }));
  const doors = [...plain, ...encrypted];
  const close = async (graceMs = 750): Promise<void> => {
    await Promise.all(doors.map(({ door }) => closed(door, graceMs)));
  };
  try {
    const taken = await Promise.all(
      doors.map(({ port, door }) => listening(door.server, host, port)),
    );
    return {
      ports: taken.slice(0, ports.length),
      tlsPort: taken[ports.length] ?? null,
      close,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}

/** A server with what stands before it. */
interface Door {
  readonly server: Server;
  /** Makes every answer from now on, and those under way, the last one of its connection. */
  readonly drain: () => void;
  readonly front: TlsFront | null;
}

type FrontOf = (server: Server) => TlsFront;

function newDoor(fetch: PortFetch, frontOf: FrontOf | null, timeouts: Timeouts): Door {
  const listener = getRequestListener(
    (request, { incoming }) => answered(fetch, request, incoming, front),
    { errorHandler: unreadableRequest, overrideGlobalObjects: false },
  );
  const options = {
    headersTimeout: timeouts.headMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: timeouts.checkMs,
  };
  const { track, drain } = newDraining();
  const server = createServer(options, (incoming, outgoing) => {
    track(outgoing);
    void listener(incoming, outgoing);
  });
  if (timeouts.closesConnections === true) server.maxRequestsPerSocket = 1;
  const front = frontOf?.(server) ?? null;
  return { server, drain, front };
}

/** The answer, or a connection that is cut when there is to be none. */
function answered(
  fetch: PortFetch,
  request: Request,
  { socket, rawHeaders }: Incoming,
  front: TlsFront | null,
): Response | Promise<Response> {
  const cut = (error: unknown): Response => {
    if (!(error instanceof NoAnswer)) throw error;
    (front?.below(socket) ?? socket).resetAndDestroy();
    return RESPONSE_ALREADY_SENT;
  };
  try {
    const answer = fetch(request, socket.localPort ?? 0, rawHeaders);
    return answer instanceof Promise ? answer.catch(cut) : answer;
  } catch (error) {
    return cut(error);
  }
}

/** What is asked of a request as Node has it, of either version of HTTP. */
type Incoming = Pick<IncomingMessage, "rawHeaders"> & { readonly socket: Socket };

/**
 * Makes the `Request` and `Response` of this process those of the server, which cost a fraction of Node's own, until the
 * function it answers is called. For a process that serves nothing else: in another they are not ours to change.
 */
export function useLightMessages(): () => void {
  const own = { Request, Response };
  getRequestListener(() => new Response(), { overrideGlobalObjects: true });
  return () => {
    for (const [name, value] of Object.entries(own)) {
      Object.defineProperty(globalThis, name, { value, writable: true });
    }
  };
}

/** A request whose target or Host makes no URL never reaches the app, and gets an envelope all the same. */
function unreadableRequest(error: unknown): Response {
  return error instanceof RequestError
    ? Response.json({ message: "Bad request" }, { status: 400 })
    : Response.json({ message: "Internal server error" }, { status: 500 });
}

function listening(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", reject);
  server.listen(port, host, () => {
    const address = server.address();
    resolve(typeof address === "object" && address !== null ? address.port : port);
  });
  return promise;
}

function closed({ server, drain, front }: Door, graceMs: number): Promise<void> {
  drain();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  server.close(() => {
    clearTimeout(timer);
    resolve();
  });
  server.closeIdleConnections();
  front?.endWaiting();
  return promise;
}
