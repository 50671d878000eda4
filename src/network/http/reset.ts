import type { Socket } from "node:net";

/**
 * Cuts off a connection with a TCP reset. One that is already ending only closes, such as after its client ended its
 * side. Node would fail to reset it and never free the socket, and the process could not exit.
 */
export function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
