import { request as httpRequest } from "node:http";

/** The answer to a request. */
export interface RawReply {
  readonly status: number;
  readonly body: string;
}

/** Sends a path as it is, which URLs would normalize. */
export async function rawRequest(
  url: string,
  path: string,
  { method = "GET", token = null }: { readonly method?: string; readonly token?: string | null },
): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
  httpRequest({ hostname, port, path, method, headers, agent: false }, (incoming) => {
    let body = "";
    incoming.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, body }));
  })
    .on("error", reject)
    .end();
  return promise;
}
