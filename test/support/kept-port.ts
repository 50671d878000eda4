import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A free port of 127.0.0.1 that stays free while its server is away: the system hands out higher ones only (from 32768
 * on Linux, 49152 elsewhere).
 */
export async function keptPort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => resolve(false));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  return (await promise) ? port : keptPort();
}
