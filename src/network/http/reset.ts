import type { Socket } from "node:net";

/**
 * Cuts off a connection with a TCP reset. One that is already ending only closes, such as after its client ended its
 * side. Node would fail to reset it and never free the socket, and the process could not exit. An encrypted one only
 * closes, too: Node throws for it.
 */
export function reset(socket: Socket): void {
  if (socket.writableEnded || "encrypted" in socket) socket.destroy();
  else socket.resetAndDestroy();
}
