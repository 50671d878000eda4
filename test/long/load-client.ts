/** Sends requests over one keep-alive connection per client, and reads each whole response. */
import { Agent, request as httpRequest } from "node:http";
import type { Socket } from "node:net";
import { createHistogram } from "node:perf_hooks";

import type { Span } from "./load-history.ts";

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly host?: string;
  readonly key?: string;
  /** Sent as JSON; a text is sent unchanged. */
  readonly body?: unknown;
}

export interface Answer extends Span {
  readonly status: number;
  readonly text: string;
}

export interface Connections {
  readonly send: (sent: Sent) => Promise<Answer>;
  /** Opens that many connections at once, before the load starts. */
  readonly open: (count: number) => Promise<void>;
  /** The number of connections ever opened. It exceeds the number of clients when one was lost. */
  readonly made: () => number;
  readonly answers: () => number;
  /** That percentile of the emulated API's response times, in milliseconds. */
  readonly percentile: (percent: number) => number;
  readonly close: () => void;
}

/** Connections to a local port. A request without a whole response rejects. */
export function newConnections(port: number): Connections {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY });
  const sockets = new WeakSet<Socket>();
  const microseconds = createHistogram({ lowest: 1, highest: 600_000_000, figures: 3 });
  const count = { made: 0, answers: 0 };
  const met = (socket: Socket): void => {
    if (sockets.has(socket)) return;
    sockets.add(socket);
    count.made += 1;
  };
  const send: Connections["send"] = ({ method, path, host = "partner.localhost", key, body }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const content = bytesOf(body);
    const headers = {
      host: path.startsWith("/_sandbox") ? "127.0.0.1" : host,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "x-api-key": key }),
      "content-length": content.length,
    };
    const from = performance.now();
    const outgoing = httpRequest(
      { agent, host: "127.0.0.1", port, method, path, headers },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const to = performance.now();
          count.answers += 1;
          if (!path.startsWith("/_sandbox")) {
            microseconds.record(Math.max(1, Math.round((to - from) * 1_000)));
          }
          const text = Buffer.concat(chunks).toString();
          resolve({ status: incoming.statusCode ?? 0, text, from, to });
        });
      },
    );
    outgoing.on("socket", met);
    outgoing.on("error", reject);
    outgoing.end(content);
    return promise;
  };
  return {
    send,
    async open(wanted) {
      const asked = Array.from({ length: wanted }, () => send({ method: "GET", path: "/livez" }));
      await Promise.all(asked);
      microseconds.reset();
    },
    made: () => count.made,
    answers: () => count.answers,
    percentile: (percent) => microseconds.percentile(percent) / 1_000,
    close: () => agent.destroy(),
  };
}

function bytesOf(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
