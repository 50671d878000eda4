import { once } from "node:events";
import { connect as connectTls } from "node:tls";
import type { TLSSocket } from "node:tls";

import { describe, expect, it, onTestFinished } from "vitest";

import type { SecureTarget } from "./secure.ts";
import { getSecurely, listeningSecurely } from "./secure.ts";

async function statusOf({ https, certificate, keys }: SecureTarget): Promise<number> {
  const headers = { "x-api-key": keys[0] ?? "" };
  return (await getSecurely(https, { ca: certificate, headers, path: "/v1/leads" })).status;
}

function connectedSecurely({ https, certificate }: SecureTarget): TLSSocket {
  const port = Number(new URL(https).port);
  const socket = connectTls({ port, host: "127.0.0.1", ca: certificate });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  return socket;
}

describe("an encrypted connection", () => {
  it("carries many requests", async () => {
    const target = await listeningSecurely();
    const socket = connectedSecurely(target);
    let text = "";
    socket.on("data", (chunk) => {
      text += String(chunk);
    });
    const head = "GET /readyz HTTP/1.1\r\nhost: a\r\n";
    socket.write(`${head}\r\n`.repeat(20) + `${head}connection: close\r\n\r\n`);
    await once(socket, "close");
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(21);
  });

  it("is cut by a fault of kind reset", async () => {
    const target = await listeningSecurely();
    await fetch(`${target.url}/_sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ then: { kind: "reset" }, times: 1 }),
    });
    await expect(statusOf(target)).rejects.toThrow("ECONNRESET");
    expect(await statusOf(target)).toBe(200);
  });

  it("closes at once with the server when it is idle", async () => {
    const target = await listeningSecurely();
    const socket = connectedSecurely(target);
    socket.write("GET /readyz HTTP/1.1\r\nhost: a\r\n\r\n");
    await once(socket, "data");
    const ending = once(socket, "close");
    const before = performance.now();
    await target.close();
    await ending;
    expect(performance.now() - before).toBeLessThan(700);
  });

  it("closes with the server, within its grace period, after half a request", async () => {
    const target = await listeningSecurely();
    const socket = connectedSecurely(target);
    await once(socket, "secureConnect");
    socket.write("GET /v1/leads HTTP/1.1\r\nhost: a\r\n");
    await statusOf(target);
    const ending = once(socket, "close");
    const before = performance.now();
    await target.close();
    await ending;
    expect(performance.now() - before).toBeLessThan(1_500);
  });
});
