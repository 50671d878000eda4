import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";

import { describe, expect, it, onTestFinished } from "vitest";

import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { listening } from "../http/client.ts";
import type { SecureTarget } from "./secure.ts";
import { getSecurely, listeningSecurely } from "./secure.ts";

const list = "/v1/leads?limit=1";

/** The status of a request to the emulated API with the Partner key. */
async function statusOf(target: SecureTarget, url: string): Promise<number> {
  const headers = { "x-api-key": target.keys[0] ?? "" };
  if (url.startsWith("http:")) return (await fetch(url + list, { headers })).status;
  return (await getSecurely(url, { ca: target.certificate, headers, path: list })).status;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

function connected(url: string): Socket {
  const socket = connect({ port: portOf(url), host: "127.0.0.1" });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  return socket;
}

/** Everything that arrives until the other side ends. */
async function received(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += String(chunk);
  });
  await once(socket, "close");
  return text;
}

describe("HTTPS on the same port as HTTP", () => {
  it("answers both protocols", async () => {
    const target = await listeningSecurely();
    expect(portOf(target.https)).toBe(portOf(target.url));
    expect(await statusOf(target, target.url)).toBe(200);
    expect(await statusOf(target, target.https)).toBe(200);
  });

  it("accepts a first byte that arrives alone, of either protocol", async () => {
    const target = await listeningSecurely();
    const plain = connected(target.url);
    plain.write("G");
    await statusOf(target, target.url); // By then the byte has arrived.
    plain.end("ET /readyz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    expect(await received(plain)).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it("accepts and sends bodies of megabytes", async () => {
    const target = await listeningSecurely();
    const response = getSecurely(target.https, {
      ca: target.certificate,
      path: "/_sandbox/openapi.json",
    });
    expect((await response).body.length).toBeGreaterThan(100_000);
  });

  it("offers only HTTP/1.1", async () => {
    const target = await listeningSecurely();
    const socket = connectTls({
      port: portOf(target.https),
      ca: target.certificate,
      ALPNProtocols: ["h2", "http/1.1"],
    });
    await once(socket, "secureConnect");
    expect(socket.alpnProtocol).toBe("http/1.1");
    socket.destroy();
  });

  it.each(["TLSv1.2", "TLSv1.3"] as const)("supports %s", async (version) => {
    const target = await listeningSecurely();
    const socket = connectTls({
      port: portOf(target.https),
      ca: target.certificate,
      minVersion: version,
      maxVersion: version,
    });
    await once(socket, "secureConnect");
    expect(socket.getProtocol()).toBe(version);
    socket.destroy();
  });
});

describe("HTTPS on a separate port", () => {
  const ownPort = { httpsPort: 0 } satisfies SandboxOptions;

  it("keeps plain HTTP on the other port", async () => {
    const target = await listeningSecurely(ownPort);
    expect(portOf(target.https)).not.toBe(portOf(target.url));
    expect(await statusOf(target, target.url)).toBe(200);
    expect(await statusOf(target, target.https)).toBe(200);
    const wrong = getSecurely(target.url.replace("http:", "https:"), { ca: target.certificate });
    await expect(wrong).rejects.toThrow(/wrong version number|SSL/i);
  });

  it("answers plain HTTP on the port for HTTPS with 400 and the reason", async () => {
    const target = await listeningSecurely(ownPort);
    const response = await fetch(target.https.replace("https:", "http:"));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: "This port accepts only HTTPS",
    });
  });
});

describe("a sandbox that requires HTTPS", () => {
  it.each([
    { name: "one port", options: {} },
    { name: "two ports", options: { httpsPort: 0 } },
  ])("http.https-only: answers 403 to plain HTTP and 200 to HTTPS on $name (5.5)", async (row) => {
    const target = await listeningSecurely({ requireHttps: true, ...row.options });
    expect(await statusOf(target, target.url)).toBe(403);
    expect(await statusOf(target, target.https)).toBe(200);
  });

  it("serves the control API over both protocols", async () => {
    const target = await listeningSecurely({ requireHttps: true });
    expect((await fetch(`${target.url}/_sandbox/health`)).status).toBe(200);
    const { certificate: ca } = target;
    expect((await getSecurely(target.https, { ca, path: "/_sandbox/health" })).status).toBe(200);
  });
});

describe("GET /_sandbox/ca.crt", () => {
  it("answers 200 with the certificate as PEM, without the private key, also without the control token", async () => {
    const target = await listeningSecurely({ controlToken: "secret" });
    const response = await fetch(`${target.url}/_sandbox/ca.crt`);
    expect(response.headers.get("content-type")).toBe("application/x-x509-ca-cert");
    expect(await response.text()).toBe(target.certificate);
    expect(target.certificate).not.toContain("PRIVATE");
  });

  it("answers 404 with a hint without HTTPS", async () => {
    const { url } = await listening();
    const response = await fetch(`${url}/_sandbox/ca.crt`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Start it with --https or --proxy-port.");
  });
});

describe("a connection without a request", () => {
  it.each([
    { name: "nothing", bytes: "" },
    { name: "one byte of HTTP", bytes: "G" },
    { name: "one byte of TLS", bytes: "\u0016" },
    { name: "half a handshake", bytes: "\u0016\u0003\u0001\u0002\u0000\u0001" },
  ])(
    "blocks no other request after it sends $name, and ends with the server",
    async ({ bytes }) => {
      const target = await listeningSecurely();
      const silent = connected(target.url);
      silent.write(bytes);
      await once(silent, "connect");
      expect(await statusOf(target, target.https)).toBe(200);
      expect(await statusOf(target, target.url)).toBe(200);
      const ending = received(silent);
      const before = performance.now();
      await target.close();
      await ending;
      expect(performance.now() - before).toBeLessThan(1_500);
    },
  );

  it.each([
    { name: "goes away at once", bytes: "" },
    { name: "goes away in its handshake", bytes: "\u0016\u0003\u0001" },
    {
      name: "sends no TLS handshake",
      bytes: "\u0016 this is no TLS at all, whatever it began with",
    },
  ])("ends when it $name, while other requests are answered", async ({ bytes }) => {
    const target = await listeningSecurely();
    const broken = connected(target.url);
    const ending = received(broken);
    broken.end(bytes);
    await ending;
    expect(await statusOf(target, target.https)).toBe(200);
  });

  it("ends when its client does not trust the certificate, while other requests are answered", async () => {
    const target = await listeningSecurely();
    const other = await listeningSecurely();
    const distrusting = getSecurely(target.https, { ca: other.certificate });
    await expect(distrusting).rejects.toThrow(/certificate/);
    expect(await statusOf(target, target.https)).toBe(200);
  });
});
