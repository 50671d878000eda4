import type { ServerResponse } from "node:http";

/** Closes the connections of one server after their current answer (graceful shutdown). */
export interface Draining {
  /** Registers an answer before it is made. */
  readonly track: (outgoing: ServerResponse) => void;
  /** Makes every pending and future answer the last one on its connection. */
  readonly drain: () => void;
}

/** Starts in normal operation. */
export function newDraining(): Draining {
  const underWay = new Set<ServerResponse>();
  let isDraining = false;
  return {
    track(outgoing) {
      if (isDraining) {
        makeLast(outgoing);
        return;
      }
      underWay.add(outgoing);
      outgoing.once("close", () => underWay.delete(outgoing));
    },
    drain() {
      isDraining = true;
      for (const outgoing of underWay) makeLast(outgoing);
    },
  };
}

/** Adds `Connection: close`; if the head is already sent, ends the connection after the answer. */
function makeLast(outgoing: ServerResponse): void {
  const { socket } = outgoing;
  if (outgoing.headersSent) outgoing.once("finish", () => socket?.destroySoon());
  else outgoing.shouldKeepAlive = false;
}
