import { connect } from "node:net";
import type { Socket } from "node:net";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { usualBounds } from "../../../src/network/intercept/proxy.ts";
import { tcpServer } from "../../support/tcp-server.ts";
import { established, exchange, withSandbox } from "./proxied.ts";

describe("the bounds of the proxy", () => {
  it("refuse a tunnel above the maximum with 503, and accept one when another ends", async () => {
    const { proxy } = await withSandbox({ bounds: { tunnels: 3 } });
    const open = await Promise.all([1, 2, 3].map(() => tunnelTo(proxy.port)));
    const head = "CONNECT leads.lender.example:443 HTTP/1.1\r\nHost: x\r\n\r\n";
    expect(await exchange(proxy.port, head)).toMatch(
      /^HTTP\/1\.1 503 [^]*3 open tunnels, its maximum/,
    );
    open[0]?.destroy();
    await vi.waitFor(async () =>
      expect(await exchange(proxy.port, head, "hi")).toBe(`${established}sandbox got hi`),
    );
  });

  it("end an idle tunnel, a slow head and a connection that takes too long", async () => {
    const { proxy } = await withSandbox({ bounds: { idleMs: 50, headMs: 50 } });
    const idle = await tunnelTo(proxy.port);
    await vi.waitFor(() => expect(idle.closed).toBe(true));
    expect(await exchange(proxy.port, "CONNECT leads.lender.example:443 HTTP/1.1\r\n")).toMatch(
      /^HTTP\/1\.1 400 |^$/,
    );
    const silent = await tcpServer(() => {});
    const upstream = { host: "127.0.0.1", port: silent.port, isSecure: false, authorization: null };
    const slow = await withSandbox({ upstream: () => upstream, bounds: { connectMs: 50 } });
    const answer = await exchange(
      slow.proxy.port,
      "CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 504 [^]*did not answer/);
  });

  it("are generous: a load test has fewer connections, and no client waits ten minutes", () => {
    expect(usualBounds).toEqual({
      tunnels: 2_000,
      idleMs: 600_000,
      headMs: 10_000,
      connectMs: 30_000,
    });
  });

  it("leave nothing open when it closes", async () => {
    const { proxy } = await withSandbox();
    const open = await Promise.all([1, 2].map(() => tunnelTo(proxy.port)));
    await proxy.close();
    await vi.waitFor(() => expect(open.map(({ closed }) => closed)).toEqual([true, true]));
  });
});

async function tunnelTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.write("CONNECT leads.lender.example:443 HTTP/1.1\r\nHost: x\r\n\r\n");
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once("data", () => resolve());
  await promise;
  socket.resume();
  return socket;
}
