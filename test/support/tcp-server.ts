import { createServer } from "node:net";
import type { Server, Socket } from "node:net";

import { onTestFinished } from "vitest";

/** A TCP server on a free port of 127.0.0.1. */
export async function tcpServer(
  onConnection: (socket: Socket) => void,
): Promise<{ readonly port: number; readonly server: Server }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return { port: address.port, server };
}
