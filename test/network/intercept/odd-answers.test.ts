import { describe, expect, it } from "vitest";

import { oddAnswers, oddServer } from "../../support/odd-answers.ts";
import { tcpServer } from "../../support/tcp-server.ts";
import { exchange, withSandbox } from "./proxied.ts";

function requestTo(port: number, method = "GET"): string {
  return `${method} http://odd.example:${port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
}

/** What the client of a proxy got: the status or null, the head, and the content. */
async function received(port: number, request: string) {
  const text = await exchange(port, request);
  const [head = ""] = text.split("\r\n\r\n", 1);
  const content = text.slice(head.length + 4);
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  return {
    status: status === undefined ? null : Number(status),
    head,
    content: /^transfer-encoding: chunked$/im.test(head) ? ofChunks(content) : content,
  };
}

function ofChunks(content: string): string {
  return content.replaceAll(/[\da-f]+\r\n([^]*?)\r\n/g, "$1").replace(/\r\n$/, "");
}

describe("an odd answer of another host", () => {
  it.each(oddAnswers)(
    "%s: reaches the client as HTTP permits, or is 502",
    async (_name, answer) => {
      const { proxy } = await withSandbox();
      const port = await oddServer(answer);
      const { method, expected, body } = answer;
      const { status, head, content } = await received(proxy.port, requestTo(port, method));
      expect(expected).toContain(status);
      expect(head).not.toMatch(/^(?:trailer|keep-alive|upgrade|proxy-\w+):/im);
      const isRefused = status === 502;
      const said = `lead-sandbox proxy: odd.example:${port} gave no valid HTTP answer: `;
      expect(isRefused ? content.slice(0, said.length) : content).toBe(
        isRefused ? said : (body ?? content),
      );
      const [seen] = proxy.log.seen().otherHosts;
      expect(seen?.problem ?? "").toMatch(isRefused ? /^no valid answer: / : /^$/);
    },
  );

  it.each(oddAnswers)(
    "%s: as the answer of an upstream proxy to CONNECT, ends that tunnel alone",
    async (_name, answer) => {
      const port = await oddServer(answer);
      const upstream = { host: "127.0.0.1", port, isSecure: false, authorization: null };
      const { proxy } = await withSandbox({ upstream: () => upstream });
      const connect = "CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n";
      expect(await exchange(proxy.port, connect)).toMatch(/^HTTP\/1\.1 (?:200|502) /);
    },
  );

  it("that begins and stays silent, or never comes, ends after the idle limit", async () => {
    const { proxy } = await withSandbox({ bounds: { idleMs: 50 } });
    const silent = await tcpServer(() => {});
    expect(await exchange(proxy.port, requestTo(silent.port))).toMatch(
      /^HTTP\/1\.1 504 [^]*odd\.example:\d+ did not answer/,
    );
    const begins = await oddServer({
      bytes: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok",
      then: "open",
    });
    expect(await exchange(proxy.port, requestTo(begins))).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nok/);
  });

  it("arrives although the client still sends its body", async () => {
    const { proxy } = await withSandbox();
    const port = await oddServer({
      bytes: "HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno",
      then: "end",
    });
    const size = 4_000_000;
    const head = `POST http://odd.example:${port}/ HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n`;
    expect(await exchange(proxy.port, head + "a".repeat(size))).toMatch(/^HTTP\/1\.1 413 [^]*no/);
  });
});
