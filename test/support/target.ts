import { request as httpRequest } from "node:http";

import type { SandboxOptions } from "../../src/server/sandbox/sandbox.ts";
import { newSandbox, sharedSandbox } from "./sandbox.ts";

/** The sandbox under test: one in this process, or the one at TARGET_URL. */
export interface Target {
  /** Sends a request. The host of the URL selects the surface. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => void;
}

/**
 * Whether the tests run against a URL. Tests that need a sandbox in this process are then skipped.
 */
export const isRemote = process.env["TARGET_URL"] !== undefined;

/** The sandbox at TARGET_URL, or null when the variable is not set. */
export function remoteTarget(): Target | null {
  const url = process.env["TARGET_URL"];
  return url === undefined ? null : { fetch: (request) => fetchThrough(url, request), close() {} };
}

/** The sandbox at TARGET_URL, or a new one in this process that closes at the end of the test. */
export function newTarget(options: SandboxOptions = {}): Target {
  return remoteTarget() ?? newSandbox(options);
}

/** The sandbox at TARGET_URL, or one in this process that the tests of a file share. */
export function sharedTarget(): Target {
  return remoteTarget() ?? sharedSandbox();
}

/**
 * Sends `request` to the server at `base` and keeps the Host header of its URL, which fetch does
 * not allow.
 */
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
