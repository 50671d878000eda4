import { once } from "node:events";
import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { connect } from "node:net";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { serve } from "../../../src/network/http/serve.ts";

/** A server that answers on demand, or at once for paths below `/now`. */
async function served() {
  const held: (() => void)[] = [];
  const listening = await serve(
    (incoming) => {
      if (new URL(incoming.url).pathname === "/now") return new Response("now");
      const { promise, resolve } = Promise.withResolvers<Response>();
      held.push(() => resolve(new Response("late")));
      return promise;
    },
    "127.0.0.1",
    [0],
  );
  const port = listening.ports[0] ?? 0;
  onTestFinished(() => listening.close(0));
  return { port, held, close: listening.close };
}

async function answerOf(agent: Agent, port: number, path: string): Promise<IncomingMessage> {
  const sent = request({ agent, port, host: "127.0.0.1", path });
  sent.end();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.on("response", resolve).on("error", reject);
  const answer = await promise;
  answer.resume();
  await once(answer, "end");
  return answer;
}

function keptAlive(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return agent;
}

/** An idle connection after one answer. */
async function idle(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write("GET /now HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(socket, "data");
  return socket;
}

describe("a server that is shutting down", () => {
  it("sends Connection: close in the pending answers, and ends as soon as they are sent", async () => {
    const { port, held, close } = await served();
    const answers = Array.from({ length: 20 }, () => answerOf(keptAlive(), port, "/late"));
    while (held.length < 20) {
      // oxlint-disable-next-line no-await-in-loop -- polls until all requests are in flight
      await new Promise((resolve) => setImmediate(resolve));
    }
    const closed = close(10_000);
    const started = performance.now();
    for (const answer of held) answer();
    const received = await Promise.all(answers);
    expect(new Set(received.map(({ headers }) => headers.connection))).toEqual(new Set(["close"]));
    expect(received.map(({ statusCode }) => statusCode)).toEqual(received.map(() => 200));
    await closed;
    expect(performance.now() - started).toBeLessThan(500);
  });

  it("keeps connections alive before the shutdown", async () => {
    const { port } = await served();
    const { headers } = await answerOf(keptAlive(), port, "/now");
    expect(headers.connection).toBe("keep-alive");
  });

  it("closes idle connections at once", async () => {
    const { port, close } = await served();
    const sockets = await Promise.all(Array.from({ length: 20 }, () => idle(port)));
    const ends = sockets.map((socket) => once(socket, "close"));
    const started = performance.now();
    await close(10_000);
    await Promise.all(ends);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it("ends under the load of keep-alive clients before its grace period is over", async () => {
    const { port, close } = await served();
    const connections: (string | undefined)[] = [];
    const load = { isOn: true };
    const clients = Array.from({ length: 10 }, async () => {
      const agent = keptAlive();
      while (load.isOn) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const answer = await answerOf(agent, port, "/now").catch(() => null);
        if (answer === null) return;
        connections.push(answer.headers.connection);
      }
    });
    await vi.waitFor(() => expect(connections.length).toBeGreaterThan(50), 10_000);
    const started = performance.now();
    await close(10_000);
    load.isOn = false;
    expect(performance.now() - started).toBeLessThan(500);
    await Promise.all(clients);
  });
});
