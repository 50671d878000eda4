/** Configurable mail servers on loopback: a third-party one, and one that follows a script. */
import { once } from "node:events";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";

import { SMTPServer } from "smtp-server";
import type { SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

/** A message as the server received it. */
export interface Taken {
  readonly to: readonly string[];
  readonly source: string;
  readonly secure: boolean;
  readonly user: string | null;
}

/** A listening mail server. */
export interface SmtpStandIn {
  readonly port: number;
  readonly url: string;
  readonly taken: readonly Taken[];
  /** Resolves once the server has received that many messages. */
  readonly took: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** An error reply for a hook of `Policy`. */
export function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}

/** The hooks of a server. A hook that returns null accepts. */
export interface Policy {
  readonly onMail?: () => Error | null | Promise<null>;
  readonly onRecipient?: (address: string) => Error | null | Promise<null>;
  /** Called with the whole message before the server accepts it; an error rejects the message. */
  readonly onMessage?: (source: string) => Error | null | Promise<Error | null>;
  readonly options?: SMTPServerOptions;
}

/** A third-party server, listening on `port` when given. */
export async function smtpServerWith(policy: Policy = {}, port = 0): Promise<SmtpStandIn> {
  const taken: Taken[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 50,
    logger: false,
    ...policy.options,
    onMailFrom(_address, _session, done) {
      void (async () => done((await policy.onMail?.()) ?? null))();
    },
    onRcptTo({ address }, _session, done) {
      void (async () => done((await policy.onRecipient?.(address)) ?? null))();
    },
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void (async () => {
          const source = Buffer.concat(chunks).toString("utf8");
          const refused = stream.sizeExceeded
            ? refusal(552, "too large")
            : ((await policy.onMessage?.(source)) ?? null);
          if (refused === null) {
            const to = envelope.rcptTo.map(({ address }) => address);
            taken.push({ to, source, secure, user: typeof user === "string" ? user : null });
            for (const { count, resolve } of waiting) if (taken.length >= count) resolve();
          }
          done(refused);
        })();
      });
    },
  });
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = portOf(server.server);
  const close = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(resolve);
    await promise;
  };
  onTestFinished(close);
  return {
    port: address,
    url: `smtp://127.0.0.1:${address}`,
    taken,
    took(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (taken.length >= count) resolve();
      waiting.push({ count, resolve });
      return promise;
    },
    close,
  };
}

/** Handles a line from the client; `number` counts connections from 1. */
export type Script = (line: string, socket: Socket, number: number) => void;

/** A server that follows a script. */
export interface ScriptedStandIn extends Pick<SmtpStandIn, "port" | "url" | "close"> {
  readonly connections: () => number;
  /** Resolves when the first client connects. */
  readonly connected: Promise<void>;
}

/** A server that greets with `greeting`, unless that is null, and passes each line to `script`. */
export async function scriptedServer(
  script: Script,
  greeting: string | null = "220 scripted",
): Promise<ScriptedStandIn> {
  const sockets = new Set<Socket>();
  const first = Promise.withResolvers<void>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const number = connections;
    first.resolve();
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    if (greeting !== null) socket.write(`${greeting}\r\n`);
    let rest = "";
    socket.on("data", (chunk) => {
      const lines = (rest + String(chunk)).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) script(line, socket, number);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    await promise;
  };
  onTestFinished(close);
  const port = portOf(server);
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    close,
    connections: () => connections,
    connected: first.promise,
  };
}

/**
 * A script that accepts every message. `changes` overrides single steps, by the first word of the
 * line.
 */
export function taking(changes: Readonly<Record<string, Script>> = {}): Script {
  const inData = new WeakSet<Socket>();
  return (line, socket, number) => {
    if (inData.has(socket)) {
      if (line !== ".") return changes["text"]?.(line, socket, number);
      inData.delete(socket);
      if (changes["."] !== undefined) return changes["."](line, socket, number);
      socket.write("250 taken\r\n");
      return undefined;
    }
    const [word = ""] = line.toUpperCase().split(/[ :]/);
    const change = changes[word];
    if (change !== undefined) return change(line, socket, number);
    if (word === "DATA") {
      inData.add(socket);
      socket.write("354 go on\r\n");
    } else socket.write("250 yes\r\n");
    return undefined;
  };
}

function portOf(server: Pick<Server, "address">): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens on no port.");
  return address.port;
}
