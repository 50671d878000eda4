import { describe, expect, it } from "vitest";

import { tcpServer } from "../../support/tcp-server.ts";
import { echoServer, established, exchange, proxyOf, withSandbox } from "./proxied.ts";

describe("CONNECT", () => {
  it.each([
    "leads.lender.example:443",
    "LEADS.Lender.Example:443",
    "leads.lender.example.:443",
    "leads.lender.example:8443",
  ])("to %s is a pipe to the sandbox", async (target) => {
    const { proxy } = await withSandbox();
    const answer = await exchange(
      proxy.port,
      `CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`,
      "hi",
    );
    expect(answer).toBe(`${established}sandbox got hi`);
    expect(proxy.log.seen()).toMatchObject({ tunnels: 1, otherHosts: [] });
  });

  it("in HTTP/1.0 needs no Host, and may send its first bytes at once", async () => {
    const { proxy } = await withSandbox();
    const answer = await exchange(
      proxy.port,
      "CONNECT leads.lender.example:443 HTTP/1.0\r\n\r\nhi",
    );
    expect(answer).toBe(`${established}sandbox got hi`);
  });

  it("uses the port for HTTPS, and that for HTTP on port 80", async () => {
    const tls = await echoServer("tls");
    const plain = await echoServer("plain");
    const proxy = await proxyOf({
      sandbox: { host: "127.0.0.1", port: plain.port, tlsPort: tls.port },
    });
    const to = (port: number): Promise<string> =>
      exchange(
        proxy.port,
        `CONNECT leads.lender.example:${port} HTTP/1.1\r\nHost: x\r\n\r\n`,
        "hi",
      );
    expect([await to(443), await to(8443), await to(80)]).toEqual([
      `${established}tls got hi`,
      `${established}tls got hi`,
      `${established}plain got hi`,
    ]);
  });

  it("to any other host is a pipe to that host, and is listed", async () => {
    const { proxy, other } = await withSandbox();
    const head = `CONNECT Files.Example:${other} HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect(await exchange(proxy.port, head, "hi")).toBe(`${established}other got hi`);
    await exchange(proxy.port, head, "hi");
    expect(proxy.log.seen().otherHosts).toEqual([
      { target: `files.example:${other}`, calls: 2, problem: null },
    ]);
  });

  it("to an IPv6 address keeps its brackets out of the name", async () => {
    const asked: string[] = [];
    const { proxy, other } = await withSandbox({
      resolve(host) {
        asked.push(host);
        return Promise.reject(new Error("unknown"));
      },
    });
    await exchange(proxy.port, `CONNECT [2001:DB8::1]:${other} HTTP/1.1\r\nHost: x\r\n\r\n`, "hi");
    expect(asked).toEqual(["2001:db8::1"]);
  });

  it("to a closed port is 502 with the reason", async () => {
    const closed = await tcpServer(() => {});
    closed.server.close();
    const { proxy } = await withSandbox();
    const answer = await exchange(
      proxy.port,
      `CONNECT other.example:${closed.port} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(answer).toContain(
      `other.example:${closed.port} cannot be reached: nothing listens on its port`,
    );
    expect(proxy.log.seen().otherHosts).toMatchObject([
      { calls: 1, problem: expect.stringContaining("ECONNREFUSED") },
    ]);
  });

  it("to a host that DNS does not know is 502 with the reason", async () => {
    const unknown = Object.assign(new Error("no"), { code: "ENOTFOUND" });
    const { proxy } = await withSandbox({ resolve: () => Promise.reject(unknown) });
    const answer = await exchange(proxy.port, "CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(answer).toContain("a.example:443 cannot be reached: DNS does not know the host");
  });

  it.each([
    "/",
    "leads.lender.example",
    ":443",
    "leads.lender.example:0",
    "a.example:65536",
    "[::1]",
    "a b:443",
    "user@a.example:443",
    `${"a".repeat(300)}:443`,
  ])("to %j is 400 and names what is expected", async (target) => {
    const { proxy } = await withSandbox();
    const answer = await exchange(proxy.port, `CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain("Expected CONNECT HOST:PORT");
  });

  it("passes a reset of the sandbox on as a reset", async () => {
    const sandbox = await tcpServer((socket) =>
      socket.once("data", () => socket.resetAndDestroy()),
    );
    const proxy = await proxyOf({
      sandbox: { host: "127.0.0.1", port: sandbox.port, tlsPort: null },
    });
    const answer = await exchange(
      proxy.port,
      "CONNECT leads.lender.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
      "hi",
    );
    expect(answer).toBe(`${established}read ECONNRESET`);
  });

  it("delivers all of a long answer", async () => {
    const body = "x".repeat(3_000_000);
    const sandbox = await tcpServer((socket) => socket.once("data", () => socket.end(body)));
    const proxy = await proxyOf({
      sandbox: { host: "127.0.0.1", port: sandbox.port, tlsPort: null },
    });
    const answer = await exchange(
      proxy.port,
      "CONNECT leads.lender.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
      "hi",
    );
    expect(answer.length).toBe(established.length + body.length);
  });
});

describe("--other-hosts refuse", () => {
  it("answers 403 and names the host and the flag", async () => {
    const { proxy } = await withSandbox({ otherHosts: "refuse" });
    const tunnel = await exchange(
      proxy.port,
      "CONNECT files.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    );
    const plain = await exchange(
      proxy.port,
      "GET http://files.example/a HTTP/1.1\r\nHost: files.example\r\nConnection: close\r\n\r\n",
    );
    for (const [answer, name] of [
      [tunnel, "files.example:443"],
      [plain, "files.example:80"],
    ] as const) {
      expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
      expect(answer).toContain(
        `${name} is not a host of the provider, and --other-hosts refuse is on.`,
      );
    }
    expect(proxy.log.seen().otherHosts).toMatchObject([
      { target: "files.example:443", problem: "refused by --other-hosts" },
      { target: "files.example:80", problem: "refused by --other-hosts" },
    ]);
  });

  it("passes hosts of the provider and of this machine", async () => {
    const { proxy, other } = await withSandbox({ otherHosts: "refuse" });
    const to = (target: string): Promise<string> =>
      exchange(proxy.port, `CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`, "hi");
    expect(await to("leads.lender.example:443")).toBe(`${established}sandbox got hi`);
    expect(await to(`127.0.0.1:${other}`)).toBe(`${established}other got hi`);
  });

  it.each(["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "a.localhost"])(
    "the services of this machine to others: %s",
    async (name) => {
      const { proxy, other } = await withSandbox({ otherHosts: "refuse", isOpen: true });
      const answer = await exchange(
        proxy.port,
        `CONNECT ${name}:${other} HTTP/1.1\r\nHost: x\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    },
  );
});

describe("the proxy refuses", () => {
  it.each(["127.0.0.1", "other.example", "[::ffff:127.0.0.1]"])(
    "itself by the name %s",
    async (name) => {
      const { proxy } = await withSandbox();
      const answer = await exchange(
        proxy.port,
        `CONNECT ${name}:${proxy.port} HTTP/1.1\r\nHost: x\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 403 [^]* is this proxy itself\./);
    },
  );

  it("itself as an upstream proxy", async () => {
    const own = { host: "127.0.0.1", port: 0, isSecure: false, authorization: null };
    const { proxy } = await withSandbox({ upstream: () => own });
    own.port = proxy.port;
    const answer = await exchange(proxy.port, "CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(answer).toContain("is this proxy itself");
  });

  it("the port of the sandbox under a name that resolves to it, but not by loopback", async () => {
    const { proxy, sandbox } = await withSandbox();
    const to = (name: string): Promise<string> =>
      exchange(proxy.port, `CONNECT ${name}:${sandbox} HTTP/1.1\r\nHost: x\r\n\r\n`, "hi");
    expect(await to("evil.example")).toMatch(
      /^HTTP\/1\.1 403 [^]*evil\.example:\d+ resolves to the sandbox/,
    );
    expect(await to("localhost")).toBe(`${established}sandbox got hi`);
  });

  it("a request that is none for a proxy, with 400", async () => {
    const { proxy } = await withSandbox();
    const answer = await exchange(
      proxy.port,
      "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*or a whole http:\/\/ address/);
  });

  it("a head that is no HTTP, or too long, with 400", async () => {
    const { proxy } = await withSandbox();
    expect(await exchange(proxy.port, "\u0016\u0003\u0001hello\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    const long = `GET http://a.example/ HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`;
    expect(await exchange(proxy.port, long)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
