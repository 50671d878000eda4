import type { ServerResponse } from "node:http";

/** Ends the connections of one server with their current answer (graceful shutdown). */
export interface Draining {
  /** Takes note of an answer before it is made. */
  readonly track: (outgoing: ServerResponse) => void;
  /** Makes the answers under way, and all later ones, the last of their connections. */
  readonly drain: () => void;
}

/** No server drains at first. */
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

/** The answer says `Connection: close`; where its head has been sent already, the connection ends after it all the same. */
function makeLast(outgoing: ServerResponse): void {
  const { socket } = outgoing;
  if (outgoing.headersSent) outgoing.once("finish", () => socket?.destroySoon());
  else outgoing.shouldKeepAlive = false;
}
