/** Proxies of tests, and raw requests to them. */
import { connect } from "node:net";

import { onTestFinished } from "vitest";

import { hostPattern } from "../../../src/base/values/host-pattern.ts";
import type { Proxy, ProxyOptions } from "../../../src/network/intercept/proxy.ts";
import { openProxy } from "../../../src/network/intercept/proxy.ts";
import type { SeenLog } from "../../../src/network/intercept/seen.ts";
import { newSeenLog } from "../../../src/network/intercept/seen.ts";
import { tcpServer } from "../../support/tcp-server.ts";

/** A proxy that sends `leads.lender.example` to a sandbox; every other name resolves to loopback. */
export async function proxyOf(
  given: Partial<ProxyOptions> & Pick<ProxyOptions, "sandbox">,
): Promise<Proxy & { readonly log: SeenLog }> {
  const log = newSeenLog();
  const proxy = await openProxy({
    host: "127.0.0.1",
    port: 0,
    isIntercepted: hostPattern("leads.lender.example"),
    otherHosts: "pass",
    isOpen: false,
    upstream: () => null,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    log,
    ...given,
  });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (!isClosed) await proxy.close();
    isClosed = true;
  };
  onTestFinished(close);
  return { ...proxy, close, log };
}

/** A server that answers each connection with its name and what it received first. */
export function echoServer(name: string): ReturnType<typeof tcpServer> {
  return tcpServer((socket) =>
    socket.once("data", (chunk) => socket.end(`${name} got ${String(chunk)}`)),
  );
}

/** Sends text on a new connection, more once something came back, and returns all until the end. */
export async function exchange(port: number, text: string, more?: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  onTestFinished(() => void socket.destroy());
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = "";
  let rest = more;
  socket.on("data", (chunk) => {
    received += String(chunk);
    if (rest !== undefined) socket.write(rest);
    rest = undefined;
  });
  socket.on("error", (error) => resolve(`${received}${error.message}`));
  socket.on("close", () => resolve(received));
  socket.write(text);
  return promise;
}

/** A proxy in front of an echo server as the sandbox, with another one as another host. */
export async function withSandbox(options: Partial<Parameters<typeof proxyOf>[0]> = {}) {
  const { port } = await echoServer("sandbox");
  const other = await echoServer("other");
  const sandbox = { host: "127.0.0.1", port, tlsPort: null };
  const proxy = await proxyOf({ sandbox, ...options });
  return { proxy, other: other.port, sandbox: port };
}

/** What a proxy answers when a tunnel is open. */
export const established = "HTTP/1.1 200 Connection established\r\n\r\n";
