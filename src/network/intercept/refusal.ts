/** What a proxy answers itself, as plain text that says what to do. */
import type { ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** An answer of the proxy instead of the host's. */
export class Refusal extends Error {
  readonly status: number;
  /** For the report: why a host was not reached; null for a request that names none. */
  readonly problem: string | null;

  constructor(status: number, message: string, problem: string | null = null) {
    super(message);
    this.status = status;
    this.problem = problem;
  }
}

/** The refusals of the proxy. Each names the host and the next step. */
export const refusals = {
  otherHost: (target: string) =>
    new Refusal(
      403,
      `${target} is not a host of the provider, and --other-hosts refuse is on. Add the host to --intercept if its calls are for the sandbox, or use --other-hosts pass.`,
      "refused by --other-hosts",
    ),
  itself: (target: string) =>
    new Refusal(
      403,
      `${target} is this proxy itself. Name the host that the call is for.`,
      "the proxy itself",
    ),
  controlPlane: (target: string) =>
    new Refusal(
      403,
      `${target} resolves to the sandbox. Only loopback names such as 127.0.0.1 reach its control API.`,
      "resolves to the sandbox",
    ),
  unreadable: (text: string) =>
    new Refusal(
      400,
      `Invalid target of a proxy request: ${JSON.stringify(text.slice(0, 200))}. Expected CONNECT HOST:PORT, or a whole http:// address.`,
    ),
  needsConnect: (target: string) =>
    new Refusal(
      400,
      `${target} was asked for by https:// without a tunnel. Send CONNECT first.`,
      "no tunnel",
    ),
  tooMany: (tunnels: number) =>
    new Refusal(
      503,
      `This proxy has ${tunnels} open tunnels, its maximum. Close idle connections, or reuse them.`,
      "too many tunnels",
    ),
  unreachable: (target: string, reason: string) =>
    new Refusal(502, `${target} cannot be reached: ${reason}.`, reason),
  invalidAnswer: (target: string, reason: string) =>
    new Refusal(
      502,
      `${target} gave no valid HTTP answer: ${reason}. Check the server, or call it without this proxy.`,
      `no valid answer: ${reason}`,
    ),
  unknownCoding: (coding: string) =>
    new Refusal(
      501,
      `Unknown Transfer-Encoding of the request: ${JSON.stringify(coding.slice(0, 200))}. Expected chunked, or a Content-Length.`,
    ),
  tooSlow: (target: string, seconds: number) =>
    new Refusal(504, `${target} did not answer within ${seconds} s.`, "no answer"),
} as const;

/** The refusal for an error while reaching `target`. */
export function refusalFor(error: unknown, target: string): Refusal {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("HPE_")) {
    return refusals.invalidAnswer(
      target,
      String(Object(error).message).replace("Parse Error: ", ""),
    );
  }
  if (code === "ECONNRESET") return refusals.invalidAnswer(target, "it closed the connection");
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: "nothing listens on its port (ECONNREFUSED)",
    ENOTFOUND: "DNS does not know the host (ENOTFOUND)",
    EAI_AGAIN: "DNS does not answer (EAI_AGAIN)",
  };
  return refusals.unreachable(target, reasons[code] ?? (code || String(error)));
}

function bodyOf({ message }: Refusal): string {
  return `lead-sandbox proxy: ${message}\n`;
}

/** Answers on the socket of a CONNECT request, or of one that could not be parsed. */
export function refuseOnSocket(socket: Duplex, refusal: Refusal): void {
  const body = bodyOf(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${phrases[refusal.status] ?? "Refused"}`,
    "content-type: text/plain; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  if (!socket.writable) return;
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // Unread data would keep the connection open, and so would a client that does not end it.
  socket.resume();
  if (socket instanceof Socket) socket.setTimeout(refusedMs, () => socket.destroy());
}

const refusedMs = 1_000;

const phrases: Readonly<Record<number, string>> = {
  400: "Bad Request",
  403: "Forbidden",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** Answers a request for an absolute address. */
export function refuse(outgoing: ServerResponse, refusal: Refusal): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(refusal.status, {
    "content-type": "text/plain; charset=utf-8",
    connection: "close",
  });
  outgoing.end(bodyOf(refusal));
}
