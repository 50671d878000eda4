import { once } from "node:events";
import type { Socket } from "node:net";

import { describe, expect, it } from "vitest";

import { exchange, listening } from "../network/http/client.ts";
import { isRemote } from "../support/target.ts";
import { sized } from "./size.ts";
import type { Scheme, Served } from "./sockets-served.ts";
import { neighbour, partnerKey, timeouts, received, served, statusesIn } from "./sockets-served.ts";

const line = "GET /v1/leads HTTP/1.1\r\n";
const headers = `Host: partner.localhost\r\nX-API-Key: ${partnerKey}\r\n`;
const post = "POST /v1/firms/Harb0rPt/leads HTTP/1.1\r\n";
const type = "Content-Type: application/json\r\n";

/** What a client sends at once, and what it then sends one byte at a time and never completes. */
const slow = [
  { name: "no bytes at all", atOnce: "", byByte: "" },
  { name: "its request line", atOnce: "", byByte: line },
  { name: "its headers", atOnce: line, byByte: headers },
  { name: "a header without an end", atOnce: `${line}${headers}X-A: `, byByte: "a" },
  {
    name: "a body with Content-Length",
    atOnce: `${post}${headers}${type}Content-Length: 100000\r\n\r\n`,
    byByte: "a",
  },
  {
    name: "a chunked body",
    atOnce: `${post}${headers}${type}Transfer-Encoding: chunked\r\n\r\n`,
    byByte: "1\r\na\r\n",
  },
] as const;

// The tests need a raw connection and control of the server's timeouts.
describe.skipIf(isRemote)("a client that never completes its request", () => {
  it.each(["http", "https"] as const)(
    "gets a response or is cut off, whichever part is slow, while others are served, over %s",
    async (scheme) => {
      const server = await served();
      const clients = slow.flatMap((one) =>
        Array.from({ length: sized(10, 200) }, async () => {
          const text = await dripping(server, scheme, one.atOnce, one.byByte);
          return { name: one.name, answers: statusesIn(text) };
        }),
      );
      const ended = Promise.all(clients);
      const { failures } = await neighbour(server.port, ended);
      expect(failures).toEqual([]);
      const odd = (await ended).filter(({ answers }) => answers.some((status) => status !== 408));
      expect(odd).toEqual([]);
    },
    sized(60_000, 300_000),
  );

  it("does not affect other clients when it does not read its response", async () => {
    const server = await served();
    const sockets = Array.from({ length: sized(20, 100) }, () => server.connected("http"));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    for (const socket of sockets) {
      socket.pause();
      socket.write(`GET /_sandbox/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(20));
    }
    const { failures } = await neighbour(server.port, Promise.resolve(), 100);
    expect(failures).toEqual([]);
  }, 120_000);

  it("does not affect other clients when it disconnects half way", async () => {
    const server = await served();
    const leave = async (index: number): Promise<void> => {
      const socket = server.connected("http");
      await once(socket, "connect");
      const { atOnce } = slow[index % slow.length] ?? slow[0];
      await new Promise((done) => void socket.write(atOnce, done));
      socket.resetAndDestroy();
    };
    const left = Promise.all(Array.from({ length: sized(100, 5_000) }, (_, index) => leave(index)));
    const { failures } = await neighbour(server.port, left);
    expect(failures).toEqual([]);
    const before = await server.effects();
    expect(before).not.toContain("aaaa");
  });
});

describe.skipIf(isRemote)("idle connections", () => {
  it(`${sized(300, 5_000)} of them do not affect other clients, and the server closes each`, async () => {
    const headMs = sized(1_000, 15_000);
    const server = await served({ ...timeouts, headMs, requestMs: headMs });
    const alone = await neighbour(server.port, Promise.resolve(), 100);
    const idle: Socket[] = [];
    while (idle.length < sized(300, 5_000)) {
      // At most the size of the listen backlog; further connections would retry with increasing
      // delays.
      const wave = Array.from({ length: 100 }, () => server.connected("http"));
      // oxlint-disable-next-line no-await-in-loop -- one wave after the other
      await Promise.all(wave.map((socket) => once(socket, "connect")));
      idle.push(...wave);
    }
    const gone = idle.filter((socket) => !socket.closed).map(received);
    const beside = await neighbour(server.port, Promise.all(gone));
    process.stdout.write(
      `${idle.length} idle connections: p99 beside them ` +
        `${beside.p99Ms.toFixed(1)} ms, ${alone.p99Ms.toFixed(1)} ms alone\n`,
    );
    expect(beside.failures).toEqual([]);
  }, 120_000);
});

describe.skipIf(isRemote)("a client that pauses between requests", () => {
  it("keeps its connection for 65 seconds, which is longer than most clients do", async () => {
    const { url } = await listening();
    const answer = await exchange(url, { path: "/readyz", headers: { connection: "keep-alive" } });
    expect("headers" in answer && answer.headers["keep-alive"]).toBe("timeout=65");
  });
});

/** Sends a byte every few milliseconds until the connection ends. Returns the received text. */
async function dripping(
  server: Served,
  scheme: Scheme,
  atOnce: string,
  byByte: string,
): Promise<string> {
  const socket: Socket = server.connected(scheme);
  const all = received(socket);
  // On a busy machine the server cuts some off during the TLS handshake.
  const ready = once(socket, scheme === "http" ? "connect" : "secureConnect").catch(() => all);
  await Promise.race([ready, all]);
  socket.write(atOnce);
  let sent = 0;
  const timer = setInterval(() => {
    if (byByte === "" || socket.destroyed) return;
    // Omits the last byte of a line, because a complete head would get a response.
    const text = byByte.endsWith("\r\n") && byByte.length > 10 ? byByte.slice(0, -2) : byByte;
    if (byByte.length > 10 && sent >= text.length) return;
    socket.write(text.charAt(sent % text.length));
    sent += 1;
  }, 20);
  try {
    return await all;
  } finally {
    clearInterval(timer);
  }
}
