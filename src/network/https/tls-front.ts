/**
 * HTTPS on the port of an HTTP server. The first byte of a connection shows whether it is TLS. Decrypted
 * connections go to the same server, which counts, times and closes both kinds alike.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createServer } from "node:tls";
import type { Server as TlsServer } from "node:tls";

import type { HostContexts } from "./host-contexts.ts";

/** Accepts connections for a server. */
export interface TlsFront {
  /** The socket below a decrypted one; a plain socket returns itself. */
  readonly below: (socket: Socket) => Socket;
  /** Ends the connections that have not sent a request yet. */
  readonly endWaiting: () => void;
}

/** The protocols that a port accepts. */
export type ServedProtocols = "both" | "https";

/** First byte of a TLS handshake record; no HTTP method starts with it. */
const handshake = 0x16;

const plainRefusal = JSON.stringify({ message: "This port accepts only HTTPS" });
const plainAnswer = [
  "HTTP/1.1 400 Bad Request",
  "content-type: application/json",
  `content-length: ${plainRefusal.length}`,
  "connection: close",
  "",
  plainRefusal,
].join("\r\n");

/** Sees the handshakes of clients. */
export interface HandshakeWatch {
  readonly began?: () => void;
  /** Gets the code of the error. */
  readonly failed?: (code: string) => void;
  /** A client closed its connection for the certificate: with an alert, or without sending anything more. */
  readonly refused?: () => void;
}

/** Whether a failed handshake has an alert about the certificate, by the code of its error. */
export function isCertificateAlert(code: string): boolean {
  return /UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|UNSUPPORTED_CERTIFICATE/.test(code);
}

/** Attaches to `server` before it listens. */
export function tlsFront(
  server: Server,
  contexts: HostContexts,
  speaks: ServedProtocols,
  watch: HandshakeWatch = {},
): TlsFront {
  const waiting = new Map<string, Socket>();
  const below = new WeakMap<Socket, Socket>();
  const toHttp = server.listeners("connection");
  const handOver = (socket: Socket): void => {
    const ends = endsOf(socket);
    below.set(socket, waiting.get(ends) ?? socket);
    waiting.delete(ends);
    for (const listener of toHttp) Reflect.apply(listener, server, [socket]);
  };
  const secure = secureServer(contexts, server.headersTimeout);
  secure.on("secureConnection", (socket) => {
    // Clients such as Node finish the handshake before they look at the certificate.
    socket.once("close", () => {
      if (socket.bytesRead === 0) watch.refused?.();
    });
    handOver(socket);
  });
  secure.on("tlsClientError", (error, socket) => {
    const code = "code" in error ? String(error.code) : "";
    watch.failed?.(code);
    if (isCertificateAlert(code) || code === "ECONNRESET") watch.refused?.();
    socket.destroy();
  });
  server.removeAllListeners("connection");
  server.on("connection", (socket) => {
    const ends = endsOf(socket);
    waiting.set(ends, socket);
    socket.once("close", () => {
      if (waiting.get(ends) === socket) waiting.delete(ends);
    });
    onFirstByte(socket, server.headersTimeout, (first) => {
      if (first === handshake) {
        watch.began?.();
        secure.emit("connection", socket);
      } else if (speaks === "both") handOver(socket);
      else socket.resume().end(plainAnswer, () => socket.destroySoon());
    });
  });
  return {
    below: (socket) => below.get(socket) ?? socket,
    endWaiting() {
      for (const socket of waiting.values()) socket.destroy();
    },
  };
}

/** Calls back with the first byte without consuming it; ends a connection that sends none within `timeoutMs`. */
function onFirstByte(socket: Socket, timeoutMs: number, found: (first: number) => void): void {
  const giveUp = (): void => void socket.destroy();
  // A client that disconnects before its first request needs no answer.
  socket.on("error", giveUp);
  socket.setTimeout(timeoutMs, giveUp);
  socket.once("readable", () => {
    const chunk: unknown = socket.read();
    const first = Buffer.isBuffer(chunk) ? chunk[0] : undefined;
    if (first === undefined) {
      giveUp();
      return;
    }
    socket.unshift(chunk);
    socket.setTimeout(0, giveUp);
    if (first === handshake) socket.allowHalfOpen = false;
    found(first);
  });
}

/** Decrypts connections; it never listens itself. */
function secureServer({ usual, of }: HostContexts, handshakeTimeout: number): TlsServer {
  return createServer({
    cert: usual.certificate,
    key: usual.key,
    ALPNProtocols: ["http/1.1"],
    handshakeTimeout,
    SNICallback(host, answer) {
      try {
        answer(null, of(host) ?? undefined);
      } catch (error) {
        answer(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** Identifies a connection, encrypted or not, among all open ones. */
function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return [localAddress, localPort, remoteAddress, remotePort].join(" ");
}
