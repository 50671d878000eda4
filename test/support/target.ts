import { request as httpRequest } from "node:http";

import { openSandbox } from "../../src/sandbox.ts";
import type { SandboxOptions } from "../../src/sandbox.ts";

/** What the tests talk to: a sandbox of their own in this process, or the one that TARGET_URL names. */
export interface Target {
  /** Sends a request; the host of its URL selects the surface. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => void;
}

/** Whether the tests run against a URL; what only a sandbox in this process can show says so and is left out. */
export const isRemote = process.env["TARGET_URL"] !== undefined;

/** A fresh sandbox in this process, or the one at TARGET_URL. */
export function newTarget(options: SandboxOptions = {}): Target {
  const url = process.env["TARGET_URL"];
  if (url !== undefined) return { fetch: (request) => fetchThrough(url, request), close: () => {} };
  const sandbox = openSandbox(options);
  return { fetch: (request) => sandbox.fetch(request), close: () => sandbox.close() };
}

/** Sends `request` to the server at `base` with the Host that its own URL has, which fetch would not allow. */
async function fetchThrough(base: string, request: Request): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  const asked = new URL(request.url);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const headers = { ...Object.fromEntries(request.headers), host: asked.host };
  const sent = httpRequest(
    new URL(asked.pathname + asked.search, base),
    { method: request.method, headers: { ...headers, "content-length": body.length } },
    (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const status = incoming.statusCode ?? 0;
        const bytes = status === 204 || status === 304 ? null : Buffer.concat(chunks);
        const pairs = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        resolve(new Response(bytes, { status, headers: pairs }));
      });
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}
