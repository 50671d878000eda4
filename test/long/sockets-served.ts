/** A served sandbox with short timeouts, clients that send raw bytes, and a well-behaved client. */
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";

import { onTestFinished } from "vitest";

import { loadMcp } from "../../src/apps/cli/mcp/load-mcp.ts";
import type { Timeouts } from "../../src/network/http/serve.ts";
import { serve } from "../../src/network/http/serve.ts";
import { openAuthority } from "../../src/network/https/authority.ts";
import { hostContexts } from "../../src/network/https/host-contexts.ts";
import { tlsFront } from "../../src/network/https/tls-front.ts";
import { openSandbox } from "../../src/server/sandbox/sandbox.ts";
import { temporaryTlsFolder } from "../network/https/secure.ts";
import { replyOf } from "../support/reply.ts";

/** The Partner key of the default workspace. */
export const partnerKey = "11111111-1111-4111-8111-111111111111";

export interface Served {
  readonly port: number;
  /** Opens a connection over HTTP, or over HTTPS on the same port. */
  readonly connected: (scheme: Scheme) => Socket;
  /** Everything that requests can change. */
  readonly effects: () => Promise<string>;
  readonly close: () => Promise<void>;
}

export type Scheme = "http" | "https";

/**
 * The timeouts of the served sandbox: long enough for a busy machine, too short for one byte at a
 * time.
 */
export const timeouts = { headMs: 600, requestMs: 1_200, idleMs: 600, checkMs: 100 } as const;

/** Serves a sandbox over HTTP and HTTPS on one port until the end of the test. */
export async function served(waits: Timeouts = timeouts): Promise<Served> {
  const server = await servedFor(temporaryTlsFolder(), waits);
  onTestFinished(server.close);
  return server;
}

/** The same until it is closed, with the certificate authority in `folder`. */
export async function servedFor(folder: string, waits: Timeouts = timeouts): Promise<Served> {
  const sandbox = openSandbox({ quota: null, logLevel: "silent" }, { mcp: loadMcp });
  const authority = openAuthority(folder);
  const contexts = hostContexts(authority, ["localhost"]);
  const { ports, close } = await serve(
    (request, port) => sandbox.fetch(request, port),
    "127.0.0.1",
    [0],
    { port: null, front: (server, speaks) => tlsFront(server, contexts, speaks) },
    waits,
  );
  const [port = 0] = ports;
  const read = async (path: string): Promise<string> =>
    (await replyOf(await sandbox.fetch(new Request(`http://127.0.0.1/_sandbox${path}`)))).text;
  return {
    port,
    connected(scheme) {
      const end = { port, host: "127.0.0.1" };
      const socket =
        scheme === "http"
          ? connect(end)
          : connectSecurely({ ...end, ca: authority.certificate, servername: "localhost" });
      // A reset connection may still have received data before.
      socket.on("error", () => {});
      onTestFinished(() => void socket.destroy());
      return socket;
    },
    async close() {
      await close(0);
      sandbox.close();
    },
    effects: async () => (await read("/leads?limit=1000")) + (await read("/emails?limit=1000")),
  };
}

/** Everything received until the server ends the connection. */
export function received(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.on("close", () => resolve(text));
  return promise;
}

/** The statuses of the responses in the received text. */
export function statusesIn(text: string): readonly number[] {
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
}

/** The observations of a well-behaved client. */
export interface Seen {
  readonly answers: number;
  /** Every status other than 200. */
  readonly failures: readonly string[];
  readonly p99Ms: number;
}

/**
 * Sends sequential requests on its own connection until `work` is done, and at least `least` of
 * them.
 */
export async function neighbour(port: number, work: Promise<unknown>, least = 50): Promise<Seen> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const failures: string[] = [];
  const hostile = { isDone: false };
  const done = work.finally(() => {
    hostile.isDone = true;
  });
  while (!hostile.isDone || times.length < least) {
    const before = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what it measures
    const status = await asked(port, agent);
    times.push(performance.now() - before);
    if (status !== "200") failures.push(status);
  }
  agent.destroy();
  await done;
  const sorted = times.toSorted((one, other) => one - other);
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return { answers: times.length, failures, p99Ms };
}

function asked(port: number, agent: Agent): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const headers = { host: "partner.localhost", "x-api-key": partnerKey };
  const outgoing = httpRequest({ port, path: "/v1/leads?limit=5", headers, agent }, (incoming) => {
    incoming.resume();
    incoming.on("end", () => resolve(String(incoming.statusCode)));
    incoming.on("error", (error) => resolve(error.message));
  });
  outgoing.on("error", (error) => resolve(error.message));
  outgoing.end();
  return promise;
}
