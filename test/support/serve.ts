import { createServer } from "node:http";
import type { RequestListener } from "node:http";

import { onTestFinished } from "vitest";

/** Serves on a free port until the end of the test, and returns the URL. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}
