import { describe, expect, it } from "vitest";

import { upstreamOf } from "../../../src/network/intercept/upstream.ts";
import { tcpServer } from "../../support/tcp-server.ts";
import { exchange, proxyOf } from "./proxied.ts";

const target = { host: "files.example", port: 443 };

describe("the upstream proxy of the environment", () => {
  it.each([
    [{ HTTPS_PROXY: "http://proxy.example:3128" }, { host: "proxy.example", port: 3128 }],
    [{ HTTPS_PROXY: "proxy.example:3128" }, { host: "proxy.example", port: 3128 }],
    [
      { https_proxy: "http://a.example", HTTPS_PROXY: "http://b.example" },
      { host: "a.example", port: 80 },
    ],
    [{ ALL_PROXY: "http://proxy.example:1" }, { host: "proxy.example", port: 1 }],
    // What is not needed is not read.
    [
      { all_proxy: "socks5://a:1", https_proxy: "http://b:2", http_proxy: "http://c:3" },
      { host: "b", port: 2 },
    ],
    [{ HTTPS_PROXY: "https://proxy.example" }, { port: 443, isSecure: true }],
    [{ HTTPS_PROXY: "http://[::1]:8080" }, { host: "::1", port: 8080 }],
    [
      { HTTPS_PROXY: "http://me:p%40ss%3A@proxy.example" },
      { authorization: `Basic ${btoa("me:p@ss:")}` },
    ],
    [
      { HTTPS_PROXY: "http://me:100%@proxy.example" },
      { authorization: `Basic ${btoa("me:100%")}` },
    ],
  ])("of %j is %j", (environment, expected) => {
    expect(upstreamOf(environment)(target, "https")).toMatchObject(expected);
  });

  it.each([{}, { HTTPS_PROXY: "" }, { HTTP_PROXY: "http://proxy.example:1" }])(
    "of %j is none",
    (environment) => {
      expect(upstreamOf(environment)(target, "https")).toBeNull();
    },
  );

  it.each([
    ["*", true],
    ["files.example", true],
    ["FILES.EXAMPLE.", true],
    ["example", true],
    [".example", true],
    ["*.example", true],
    ["a.example, files.example", true],
    ["a.example files.example:443", true],
    ["files.example:80", false],
    ["les.example", false],
    ["10.0.0.0/8", false],
    [",,", false],
  ])("is not for a host that NO_PROXY %j has: %j", (list, isDirect) => {
    const find = upstreamOf({ HTTPS_PROXY: "http://proxy.example", NO_PROXY: list });
    expect(find(target, "https") === null).toBe(isDirect);
  });

  it.each([
    ["10.0.0.0/8", "10.1.2.3", true],
    ["10.0.0.0/8", "11.1.2.3", false],
    ["10.1.2.3", "10.1.2.3", true],
    ["fd00::/8", "fd12::1", true],
    ["[fd12::1]:443", "fd12::1", true],
    ["10.0.0.0/99", "10.1.2.3", false],
    ["none.example", "127.0.0.1", true],
    ["none.example", "::1", true],
    ["none.example", "app.localhost", true],
  ])("with NO_PROXY %j and the address %j: direct is %j", (list, host, isDirect) => {
    const find = upstreamOf({ https_proxy: "http://proxy.example", no_proxy: list });
    expect(find({ host, port: 443 }, "https") === null).toBe(isDirect);
  });

  it.each(["socks5://proxy.example:1080", "http://", "http://me:secret@", "ftp://me:secret@h"])(
    "must be an HTTP proxy, not %j, whose password no error shows",
    (url) => {
      const read = (): unknown => upstreamOf({ HTTPS_PROXY: url });
      expect(read).toThrow(/^Invalid HTTPS_PROXY: .*Expected the URL of an HTTP proxy/);
      expect(read).not.toThrow(/secret/);
    },
  );
});

describe("a call through an upstream proxy", () => {
  const sandbox = { host: "127.0.0.1", port: 1, tlsPort: null };

  it("sends its credentials, and none of the client", async () => {
    let asked = "";
    const upstream = await tcpServer((socket) =>
      socket.once("data", (chunk) => {
        asked = String(chunk);
        socket.write("HTTP/1.0 200 OK\r\nX: y\r\n\r\nfirst ");
        socket.once("data", (more) => socket.end(`and ${String(more)}`));
      }),
    );
    const environment = { HTTPS_PROXY: `http://me:p%40ss@127.0.0.1:${upstream.port}` };
    const proxy = await proxyOf({ sandbox, upstream: upstreamOf(environment) });
    const head =
      "CONNECT Files.example:443 HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic own\r\n\r\n";
    expect(await exchange(proxy.port, head, "hi")).toBe(
      "HTTP/1.1 200 Connection established\r\n\r\nfirst and hi",
    );
    expect(asked).toBe(
      `CONNECT files.example:443 HTTP/1.1\r\nHost: files.example:443\r\nProxy-Authorization: Basic ${btoa("me:p@ss")}\r\n\r\n`,
    );
  });

  it("for an http: address keeps the whole address", async () => {
    let asked = "";
    const upstream = await tcpServer((socket) =>
      socket.once("data", (chunk) => {
        asked = String(chunk);
        socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
      }),
    );
    const environment = { HTTP_PROXY: `http://me:x@127.0.0.1:${upstream.port}` };
    const proxy = await proxyOf({ sandbox, upstream: upstreamOf(environment) });
    const request =
      "GET http://files.example/a HTTP/1.1\r\nHost: files.example\r\nConnection: close\r\n\r\n";
    expect(await exchange(proxy.port, request)).toMatch(/^HTTP\/1\.1 204 /);
    expect(asked).toMatch(/^GET http:\/\/files\.example\/a HTTP\/1\.1\r\n/);
    expect(asked).toContain(`proxy-authorization: Basic ${btoa("me:x")}\r\n`);
  });

  it.each([
    [
      "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n",
      /407 Proxy Auth.*Check its address and credentials/,
    ],
    ["nonsense\r\n\r\n", /answered \\?"nonsense/],
    ["", /no answer/],
    ["x".repeat(20_000), /a long answer/],
  ])("that is answered with %j is 502 with the reason", async (answer, reason) => {
    const upstream = await tcpServer((socket) => socket.once("data", () => socket.end(answer)));
    const environment = { HTTPS_PROXY: `http://127.0.0.1:${upstream.port}` };
    const proxy = await proxyOf({ sandbox, upstream: upstreamOf(environment) });
    const got = await exchange(proxy.port, "CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(got).toMatch(/^HTTP\/1\.1 502 /);
    expect(got).toMatch(reason);
  });

  it("does not happen for the provider's hosts", async () => {
    const own = await tcpServer((socket) => socket.once("data", () => socket.end("sandbox")));
    const environment = { HTTPS_PROXY: "http://127.0.0.1:1" };
    const proxy = await proxyOf({
      sandbox: { ...sandbox, port: own.port },
      upstream: upstreamOf(environment),
    });
    const head = "CONNECT leads.lender.example:443 HTTP/1.1\r\nHost: x\r\n\r\n";
    expect(await exchange(proxy.port, head, "hi")).toMatch(/sandbox$/);
  });
});
