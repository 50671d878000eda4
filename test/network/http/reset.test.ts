import { once } from "node:events";
import { connect, createServer } from "node:net";
import { connect as connectTls, createServer as createTlsServer } from "node:tls";

import { expect, it, onTestFinished, vi } from "vitest";

import { reset } from "../../../src/network/http/reset.ts";
import { openAuthority } from "../../../src/network/https/authority.ts";
import { newHostCertificate } from "../../../src/network/https/certificates.ts";
import { temporaryTlsFolder } from "../https/secure.ts";

/** The sockets of this process. Node never frees one that is reset while it ends. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
}

it.each(["open", "ending"])("frees the socket of a connection that is %s", async (state) => {
  const before = openSockets();
  const server = createServer((socket) => {
    if (state === "ending") socket.end("answer");
    reset(socket);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const client = connect(address.port, "127.0.0.1");
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  client.on("error", () => {});
  client.on("close", () => resolve());
  client.resume();
  await closed;
  await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before), 5_000);
});

it("closes an encrypted connection, for which Node throws", async () => {
  const authority = openAuthority(temporaryTlsFolder(), []);
  const { certificate: cert, key } = newHostCertificate(authority, ["localhost"], Date.now());
  const server = createTlsServer({ cert, key }, (socket) => socket.on("error", () => {}));
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const client = connectTls({
    host: "127.0.0.1",
    port: address.port,
    servername: "localhost",
    ca: authority.certificate,
  });
  await once(client, "secureConnect");
  expect(() => reset(client)).not.toThrow();
  await once(client, "close");
});
