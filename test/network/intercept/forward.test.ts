import { describe, expect, it } from "vitest";

import { serve } from "../../support/serve.ts";
import { exchange, proxyOf, tcpServer, withSandbox } from "./proxied.ts";

function get(url: string): string {
  const headers = [
    "Host: wrong.example",
    "Proxy-Authorization: Basic eDp5",
    "Proxy-Connection: keep-alive",
    "X-Drop: 1",
    "Connection: close, x-drop",
  ];
  return `${[`GET ${url} HTTP/1.1`, ...headers].join("\r\n")}\r\n\r\n`;
}

describe("an absolute http: address", () => {
  it("of the provider reaches the sandbox with its own host, without headers of the connection", async () => {
    const { proxy } = await withSandbox();
    const raw = await tcpServer((socket) =>
      socket.once("data", (chunk) => {
        const body = String(chunk);
        socket.end(
          `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nX-Sandbox: 1\r\n\r\n${body}`,
        );
      }),
    );
    const own = await proxyOf({ sandbox: { host: "127.0.0.1", port: raw.port, tlsPort: 1 } });
    const answer = await exchange(own.port, get("http://Leads.Lender.Example/v1/leads?a=b"));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*X-Sandbox: 1\r\n/);
    const [, sent = ""] = answer.split("\r\n\r\n", 2);
    expect(answer).toContain("GET /v1/leads?a=b HTTP/1.1\r\n");
    expect(answer).toMatch(/\r\nhost: leads\.lender\.example\r\n/);
    expect(sent).not.toMatch(/proxy-|x-drop|wrong\.example/i);
    expect(own.log.seen()).toMatchObject({ plainRequests: 1, tunnels: 0 });
    await proxy.close();
  });

  it("of another host reaches that host with its body and method", async () => {
    const { proxy } = await withSandbox();
    const url = await serve((incoming, outgoing) => {
      let body = "";
      incoming.on("data", (chunk) => (body += String(chunk)));
      incoming.on("end", () =>
        outgoing.end(`${incoming.method} ${incoming.url} ${incoming.headers.host} ${body}`),
      );
    });
    const { port } = new URL(url);
    const answer = await exchange(
      proxy.port,
      `PUT http://files.example:${port}/a HTTP/1.1\r\nHost: files.example:${port}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    );
    expect(answer).toContain(`PUT /a files.example:${port} hello`);
  });

  it("that is cut by the sandbox is cut for the client, too", async () => {
    const sandbox = await tcpServer((socket) =>
      socket.once("data", () => socket.resetAndDestroy()),
    );
    const proxy = await proxyOf({
      sandbox: { host: "127.0.0.1", port: sandbox.port, tlsPort: null },
    });
    expect(await exchange(proxy.port, get("http://leads.lender.example/"))).not.toContain(
      "HTTP/1.1 5",
    );
  });

  it("of a closed port is 502, and one of https: without a tunnel 400", async () => {
    const closed = await tcpServer(() => {});
    closed.server.close();
    const { proxy } = await withSandbox();
    expect(await exchange(proxy.port, get(`http://a.example:${closed.port}/`))).toMatch(
      /^HTTP\/1\.1 502 /,
    );
    expect(await exchange(proxy.port, get("https://a.example/"))).toMatch(
      /^HTTP\/1\.1 400 [^]*Send CONNECT first/,
    );
  });
});
