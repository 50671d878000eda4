/** A reverse proxy that serves one server below a path, as nginx does with and without a path in `proxy_pass`. */
import { createServer, request } from "node:http";

import { onTestFinished } from "vitest";

/**
 * Returns the proxy's URL without the path. It rewrites the header Host, as nginx does by default; with `isStripped`, it
 * takes the path off.
 */
export async function passingProxy(path: string, isStripped: boolean, to: string): Promise<string> {
  const { port, host } = new URL(to);
  const server = createServer((incoming, outgoing) => {
    const target = incoming.url ?? "/";
    if (target !== path && !target.startsWith(`${path}/`)) {
      outgoing.writeHead(404).end("This is another application.");
      return;
    }
    const passed = request(
      {
        host: "127.0.0.1",
        port,
        method: incoming.method,
        path: isStripped ? target.slice(path.length) || "/" : target,
        headers: { ...incoming.headers, host },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    resolve(typeof address === "object" && address !== null ? address.port : 0);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await promise}`;
}
