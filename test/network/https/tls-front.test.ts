import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { openAuthority } from "../../../src/network/https/authority.ts";
import { hostContexts } from "../../../src/network/https/host-contexts.ts";
import type { HandshakeWatch, ServedProtocols } from "../../../src/network/https/tls-front.ts";
import { tlsFront } from "../../../src/network/https/tls-front.ts";
import { getSecurely, temporaryTlsFolder } from "./secure.ts";

/** A server behind a TLS front that waits 100 ms for a request. `open` returns the number of its connections. */
async function newServer(speaks: ServedProtocols = "both", watch: HandshakeWatch = {}) {
  const authority = openAuthority(temporaryTlsFolder());
  const slow: ServerResponse[] = [];
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === "/slow") slow.push(outgoing);
    else outgoing.end("ok");
  });
  server.headersTimeout = 100;
  tlsFront(server, hostContexts(authority, ["127.0.0.1"]), speaks, watch);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const open = (): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
    return promise;
  };
  return { port, url: `https://127.0.0.1:${port}`, ca: authority.certificate, open, slow };
}

describe("a connection without a request within the header timeout", () => {
  it.each([
    { name: "nothing", speaks: "both", bytes: "" },
    { name: "nothing to a port for HTTPS", speaks: "https", bytes: "" },
    { name: "one byte of TLS", speaks: "both", bytes: "\u0016" },
    { name: "half a handshake", speaks: "both", bytes: "\u0016\u0003\u0001\u0002\u0000\u0001" },
  ] as const)("is closed after it sends $name", async ({ speaks, bytes }) => {
    const { port, open } = await newServer(speaks);
    const silent = connect(port, "127.0.0.1");
    silent.resume();
    silent.write(bytes);
    await once(silent, "close");
    expect(await open()).toBe(0);
  });

  it.each(["goes away", "stays"])(
    "is closed when it sends plain HTTP to a port for HTTPS and its client %s",
    async (then) => {
      const { port, open } = await newServer("https");
      const wrong = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      onTestFinished(() => void wrong.destroy());
      wrong.resume();
      wrong.write("GET / HTTP/1.1\r\n\r\n");
      await once(wrong, "end");
      if (then === "goes away") wrong.end();
      await vi.waitFor(async () => expect(await open()).toBe(0), 10_000);
    },
  );

  it("is closed without closing others, whose answers may take longer", async () => {
    const { url, ca, port, slow } = await newServer();
    const plain = fetch(`http://127.0.0.1:${port}/slow`);
    const secure = getSecurely(url, { ca, path: "/slow" });
    await vi.waitFor(() => expect(slow).toHaveLength(2), 10_000);
    const silent = connect(port, "127.0.0.1");
    silent.resume();
    await once(silent, "close"); // It connected last, so the timeout of the others is over.
    for (const outgoing of slow) outgoing.end("slow");
    expect(await (await plain).text()).toBe("slow");
    expect((await secure).body).toBe("slow");
  });
});

/** How often a server saw that during a visit. */
async function refusals(visit: (url: string, ca: string) => Promise<unknown>): Promise<number> {
  let count = 0;
  const { url, ca, open } = await newServer("both", { refused: () => void (count += 1) });
  await visit(url, ca).catch(() => {});
  await vi.waitFor(async () => expect(await open()).toBe(0), 10_000);
  return count;
}

/** Looks at the certificate after the handshake, and sends nothing. */
async function refuseLate(url: string): Promise<void> {
  const socket = connectTls({ port: Number(new URL(url).port), rejectUnauthorized: false });
  await once(socket, "secureConnect");
  socket.destroy();
}

function plainly(url: string): Promise<unknown> {
  return fetch(url.replace("https:", "http:"), { headers: { connection: "close" } });
}

describe("a refused certificate", () => {
  it.each([
    ["a client that looks at it after the handshake", 1, refuseLate],
    ["a client that ends the handshake", 1, async (url: string) => fetch(url)],
    ["no client that trusts it", 0, async (url: string, ca: string) => getSecurely(url, { ca })],
    ["no client of plain HTTP", 0, plainly],
  ])("is counted for %s", async (_, count, visit) => {
    expect(await refusals(visit)).toBe(count);
  });
});
