import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

import { clearTimeout, setTimeout } from "../../base/values/native-timers.ts";
import type { ServedProtocols, TlsFront } from "../https/tls-front.ts";
import { newDraining } from "./draining.ts";
import { NoAnswer } from "./no-answer.ts";
import { reset } from "./reset.ts";
import { watchUploads } from "./slow-upload.ts";

/** Answers a request received on `port`; `rawHeaders` alternates names and values. */
export type PortFetch = (
  request: Request,
  port: number,
  rawHeaders: readonly string[],
) => Response | Promise<Response>;

/** A server that listens on one or more ports. */
export interface Listening {
  /** The ports in the order requested; a 0 became a free port. */
  readonly ports: readonly number[];
  /** The HTTPS-only port, if any. */
  readonly tlsPort: number | null;
  /** Lets the process end although it listens. */
  readonly unref: () => void;
  /** Stops accepting connections, lets requests in flight finish, and cuts off the rest after `graceMs`. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** How HTTPS is served. */
export interface Tls {
  /** The HTTPS-only port; when null, every port accepts both HTTP and HTTPS. */
  readonly port: number | null;
  /** Accepts connections before the server and decrypts TLS. */
  readonly front: (server: Server, speaks: ServedProtocols) => TlsFront;
}

/** How long a server waits for a client, in milliseconds. */
export interface Timeouts {
  /** For the head of a request, from its first byte. */
  readonly headMs: number;
  /** For a whole request. */
  readonly requestMs: number;
  /** For the next request on a connection. */
  readonly idleMs: number;
  /** For a body, while less than 1 kB a second of it arrives; by default 10 seconds. */
  readonly slowUploadMs?: number;
  /** How often timeouts are checked. */
  readonly checkMs: number;
  /**
   * Whether the answer to an arriving request keeps the connection open, as far as the client wants it. With this
   * function, `isOnKeptConnection` knows the requests.
   */
  readonly keepsConnection?: (() => boolean) | undefined;
  /** Whether answers have the header `Date`; by default they do. */
  readonly sendsDate?: boolean | undefined;
}

/**
 * Node's defaults, except for `idleMs`. After Node's five seconds, a debugger break or a pause between tests would
 * hit a closing pooled connection. That looks like a fault of the service.
 */
export const defaultTimeouts: Timeouts = {
  headMs: 60_000,
  requestMs: 300_000,
  idleMs: 65_000,
  checkMs: 30_000,
};

/** Listens on all `ports` of `host`, and with `tls` for HTTPS. Rejects if a port is unavailable. */
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
      unref: () => doors.forEach(({ door }) => unref(door.server)),
      ports: taken.slice(0, ports.length),
      tlsPort: taken[ports.length] ?? null,
      close,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}

/** How long a body may arrive with less than 1 kB a second. */
const slowUploadMsDefault = 10_000;

/** A server with its TLS front. */
interface Door {
  readonly server: Server;
  /** Makes every pending and future answer the last one on its connection. */
  readonly drain: () => void;
  readonly front: TlsFront | null;
}

type FrontOf = (server: Server) => TlsFront;

function newDoor(fetch: PortFetch, frontOf: FrontOf | null, timeouts: Timeouts): Door {
  const listener = getRequestListener(
    (request, { incoming }) => {
      if (keepsConnection !== undefined) noteConnection(used, request, incoming);
      const answer = answerOrCut(fetch, request, incoming, front);
      return sendsDate ? answer : withoutDate(answer);
    },
    { errorHandler: unreadableRequest, overrideGlobalObjects: false },
  );
  const options = {
    headersTimeout: timeouts.headMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: timeouts.checkMs,
  };
  const { track, drain, latest } = newDraining();
  const { keepsConnection, sendsDate = true } = timeouts;
  const used = new WeakSet<Socket>();
  const server = createServer(options, (incoming, outgoing) => {
    // Only HTTP/1.0 permits it. The plain check of a load balancer sends none.
    if (incoming.httpVersionMinor === 0) incoming.headers.host ??= "localhost";
    track(incoming, outgoing);
    if (keepsConnection?.() === false) outgoing.shouldKeepAlive = false;
    outgoing.sendDate = sendsDate;
    void listener(incoming, outgoing);
  });
  server.once("close", watchUploads(latest, timeouts.slowUploadMs ?? slowUploadMsDefault));
  const front = frontOf?.(server) ?? null;
  return { server, drain, front };
}

/** The answer, or a cut connection for `NoAnswer`. */
function answerOrCut(
  fetch: PortFetch,
  request: Request,
  { socket, rawHeaders }: Incoming,
  front: TlsFront | null,
): Response | Promise<Response> {
  const cut = (error: unknown): Response => {
    if (!(error instanceof NoAnswer)) throw error;
    reset(front?.below(socket) ?? socket);
    return RESPONSE_ALREADY_SENT;
  };
  try {
    refuseBadUrl(request.url);
    const answer = fetch(request, socket.localPort ?? 0, rawHeaders);
    return answer instanceof Promise ? answer.catch(cut) : answer;
  } catch (error) {
    return cut(error);
  }
}

/** Without the header that an answer has by itself. Node adds its own to others. */
async function withoutDate(answering: Response | Promise<Response>): Promise<Response> {
  const answer = await answering;
  answer.headers.delete("date");
  return answer;
}

const onKeptConnection = new WeakSet<Request>();

function noteConnection(used: WeakSet<Socket>, request: Request, { socket }: Incoming): void {
  if (used.has(socket)) onKeptConnection.add(request);
  used.add(socket);
}

/** Whether the request came over a connection that had carried one before. Known only to a server with `keepsConnection`. */
export function isOnKeptConnection(request: Request): boolean {
  return onKeptConnection.has(request);
}

/** The listener does not parse the URLs of most requests, and lets credentials pass, which no `Request` can have. */
function refuseBadUrl(text: string): void {
  if (plainUrl.test(text)) return;
  if (!URL.canParse(text)) throw new RequestError("Invalid host header");
  if (!text.includes("@")) return;
  const { username, password } = new URL(text);
  if (username !== "" || password !== "") throw new RequestError("Credentials in the URL");
}

/** A URL whose host and port parse: names of letters, or the address of most tests. Parsing costs more. */
const plainUrl = /^https?:\/\/(?:127\.0\.0\.1|[a-z]+(?:[.-][a-z]+)*)(?::[1-5]?\d{1,4})?\//;

/** The part of Node's request used here, for HTTP/1 and HTTP/2. */
type Incoming = Pick<IncomingMessage, "rawHeaders"> & { readonly socket: Socket };

/**
 * Replaces this process's `Request` and `Response` with the server's, which are much cheaper than Node's.
 * Returns a function that restores them. Only for a process that serves and does nothing else: an embedding
 * process keeps its own.
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

/** A request with an invalid target or Host header never reaches the app, but still gets an error envelope. */
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

/** Neither the server nor its connections keep the process running, such as one that an HTTP client pools. */
function unref(server: Server): void {
  server.unref().on("connection", (socket: Socket) => socket.unref());
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
