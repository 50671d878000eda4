import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request to a loopback port under any Host, which `fetch` does not allow. A body makes it a POST. */
export function httpRequest(
  port: number,
  path: string,
  { headers, body }: Sent,
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    readonly status: number;
    readonly headers: IncomingHttpHeaders;
  }>();
  const method = body === undefined ? "GET" : "POST";
  request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
    answer.resume();
    answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
  })
    .on("error", reject)
    .end(body);
  return promise;
}
