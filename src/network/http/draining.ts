import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Closes the connections of one server after their current answer (graceful shutdown). */
export interface Draining {
  /** Registers the answer to a request before it is made. */
  readonly track: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** The latest answer of each open connection. */
  readonly latest: () => Iterable<ServerResponse>;
  /** Makes every pending and future answer the last one on its connection. */
  readonly drain: () => void;
}

/** Starts in normal operation. */
export function newDraining(): Draining {
  // The connections' latest answers: a listener for each answer would cost more.
  const latest = new Map<Socket, ServerResponse>();
  let isDraining = false;
  return {
    track({ socket }, outgoing) {
      if (isDraining) {
        makeLast(outgoing);
        return;
      }
      if (!latest.has(socket)) socket.once("close", () => latest.delete(socket));
      latest.set(socket, outgoing);
    },
    latest: () => latest.values(),
    drain() {
      isDraining = true;
      for (const outgoing of latest.values()) if (!outgoing.writableFinished) makeLast(outgoing);
    },
  };
}

/** Adds `Connection: close`; if the head is already sent, ends the connection after the answer. */
function makeLast(outgoing: ServerResponse): void {
  const { socket } = outgoing;
  if (outgoing.headersSent) outgoing.once("finish", () => socket?.destroySoon());
  else outgoing.shouldKeepAlive = false;
}
