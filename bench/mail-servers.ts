/** Mail servers for the benchmark: one from another library, and one that never answers. */
import { once } from "node:events";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";

import { SMTPServer } from "smtp-server";

export interface BenchServer {
  readonly url: string;
  /** Starts to accept mail. Before that, the server answers with a temporary failure. */
  readonly open: () => void;
  /** The recipients of all accepted messages, in order. */
  readonly taken: () => readonly string[];
  readonly took: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A server that takes `delayMs` to accept each message. */
export async function takingServer(options: {
  readonly delayMs: number;
  readonly isUp: boolean;
}): Promise<BenchServer> {
  const taken: string[] = [];
  let { isUp } = options;
  let wanted = { count: Infinity, resolve: (): void => {} };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(_session, done) {
      done(isUp ? null : Object.assign(new Error("not yet"), { responseCode: 421 }));
    },
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on("end", () => {
        taken.push(envelope.rcptTo[0]?.address ?? "");
        if (options.delayMs === 0) done(null);
        else setTimeout(done, options.delayMs, null);
        if (taken.length >= wanted.count) wanted.resolve();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: urlOf(server.server),
    open() {
      isUp = true;
    },
    taken: () => taken,
    took(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wanted = { count, resolve };
      if (taken.length >= count) resolve();
      return promise;
    },
    close: () => promised((done) => server.close(done)),
  };
}

/** A server that accepts connections and sends nothing. */
export async function silentServer(): Promise<Pick<BenchServer, "url" | "close">> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: urlOf(server),
    close() {
      for (const socket of sockets) socket.destroy();
      return promised((done) => server.close(done));
    },
  };
}

function promised(work: (done: () => void) => unknown): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  work(() => resolve());
  return promise;
}

function urlOf(server: Pick<Server, "address">): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `smtp://127.0.0.1:${address.port}`;
}
