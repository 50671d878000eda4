import type { Socket } from "node:net";

/**
 * Cuts off a connection with a TCP reset. One that is already ending, such as after its client has ended its side, only
 * closes: Node fails to reset it and then never frees the socket, so that the process cannot exit.
 */
export function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
