import { createServer } from "node:net";

import { onTestFinished } from "vitest";

/** A port of this machine with a listener until the end of the test. */
export function takenPort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer();
  onTestFinished(() => {
    server.close();
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    resolve(typeof address === "object" && address !== null ? address.port : 0);
  });
  return promise;
}
