import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import { pipeline } from "node:stream";

import { onTestFinished } from "vitest";

/** Forwards a free port to that of `url`, as a container engine does, and returns the free one. */
export async function mapped(url: () => string): Promise<number> {
  const server = createServer((socket) => {
    const upstream = connect(Number(new URL(url()).port), "127.0.0.1");
    // The end of one is the end of the other, with whatever error.
    pipeline(socket, upstream, socket, () => {});
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  onTestFinished(() => void server.close());
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("No port is mapped.");
  return address.port;
}
