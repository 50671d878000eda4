import { createServer } from "node:http";
import type { Server } from "node:http";
import type { Socket } from "node:net";

import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

import { NoAnswer } from "./no-answer.ts";

/** Answers a request that came in on `port`. */
export type PortFetch = (request: Request, port: number) => Response | Promise<Response>;

/** A server that listens on one or several ports. */
export interface Listening {
  /** The ports in the order they were asked for; a 0 became a free one. */
  readonly ports: readonly number[];
  /** Stops taking connections, lets the requests under way end, and cuts off those that do not within `graceMs`. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Listens on every one of `ports` at `host`; rejects when one is not to be had. */
export async function serve(
  fetch: PortFetch,
  host: string,
  ports: readonly number[],
): Promise<Listening> {
  const servers = ports.map(() => newServer(fetch));
  const close = async (graceMs = 750): Promise<void> => {
    await Promise.all(servers.map((server) => closed(server, graceMs)));
  };
  try {
    const taken = await Promise.all(
      servers.map((server, index) => listening(server, host, ports[index] ?? 0)),
    );
    return { ports: taken, close };
  } catch (error) {
    await close(0);
    throw error;
  }
}

function newServer(fetch: PortFetch): Server {
  const listener = getRequestListener(
    (request, { incoming }) => answered(fetch, request, incoming.socket),
    { errorHandler: unreadableRequest, overrideGlobalObjects: false },
  );
  return createServer((incoming, outgoing) => void listener(incoming, outgoing));
}

/** The answer, or a connection that is cut when there is to be none. */
async function answered(fetch: PortFetch, request: Request, socket: Socket): Promise<Response> {
  try {
    return await fetch(request, socket.localPort ?? 0);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    socket.resetAndDestroy();
    return RESPONSE_ALREADY_SENT;
  }
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

function closed(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  server.close(() => {
    clearTimeout(timer);
    resolve();
  });
  server.closeIdleConnections();
  return promise;
}
