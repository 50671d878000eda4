import { describe, expect, it } from "vitest";

import { serve } from "../../support/serve.ts";
import { tcpServer } from "../../support/tcp-server.ts";
import { exchange, proxyOf, withSandbox } from "./proxied.ts";

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

  it.each([
    ["Connection: content-length", "Content-Length: 5", "hello", "content-length: 5\r\n"],
    ["Connection: close, Content-Length", "Content-Length: 5", "hello", "content-length: 5\r\n"],
    ["Proxy-Connection: content-length", "Content-Length: 5", "hello", "content-length: 5\r\n"],
    [
      "Connection: transfer-encoding",
      "Transfer-Encoding: chunked",
      "5\r\nhello\r\n0\r\n\r\n",
      "transfer-encoding: chunked\r\n",
    ],
    [
      "Connection: trailer",
      "Trailer: X-Sum\r\nTransfer-Encoding: Chunked",
      "5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n",
      "transfer-encoding: chunked\r\n",
    ],
  ])("keeps the framing of its body: %s, %s", async (connection, framing, body, kept) => {
    const { proxy } = await withSandbox();
    const received: string[] = [];
    const host = await tcpServer((socket) =>
      socket.on("data", (chunk) => {
        received.push(String(chunk));
        if (received.join("").includes("hello")) socket.end("HTTP/1.1 204 No Content\r\n\r\n");
      }),
    );
    for (const method of ["GET", "POST", "DELETE"]) {
      received.length = 0;
      const head = `${method} http://a.example:${host.port}/ HTTP/1.1\r\nHost: x\r\n${connection}\r\n${framing}\r\nConnection: close`;
      // oxlint-disable-next-line no-await-in-loop -- one request after another
      const answer = await exchange(proxy.port, `${head}\r\n\r\n${body}`);
      expect(answer).toMatch(/^HTTP\/1\.1 204 /);
      expect(received.join("")).toContain(kept);
      expect(received.join("")).not.toMatch(/^trailer:/im);
    }
  });

  it("with a transfer coding that the proxy does not know is 501", async () => {
    const { proxy } = await withSandbox();
    for (const host of ["a.example", "leads.lender.example"]) {
      const head = `POST http://${host}/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n`;
      // oxlint-disable-next-line no-await-in-loop -- one request after another
      expect(await exchange(proxy.port, `${head}0\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 501 [^]*"gzip, chunked". Expected chunked/,
      );
    }
  });

  it("has the connect limit of tunnels", async () => {
    const silent = await tcpServer(() => {});
    // The handshake with this proxy never ends.
    const upstream = { host: "127.0.0.1", port: silent.port, isSecure: true, authorization: null };
    const { proxy } = await withSandbox({ upstream: () => upstream, bounds: { connectMs: 50 } });
    expect(await exchange(proxy.port, get("http://a.example/"))).toMatch(
      /^HTTP\/1\.1 504 [^]*a\.example:80 did not answer/,
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
