import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { listeningSandbox } from "../../support/sandbox.ts";

/** A sandbox that serves HTTPS until the test ends. */
export interface SecureTarget {
  readonly url: string;
  readonly https: string;
  /** The authority's certificate, and its file. */
  readonly certificate: string;
  readonly certificateFile: string;
  /** The folder of the authority. */
  readonly folder: string;
  readonly keys: readonly string[];
  readonly close: () => Promise<void>;
}

/** Serves HTTPS on free ports, with a new authority unless `options` name a folder. */
export async function listeningSecurely(options: SandboxOptions = {}): Promise<SecureTarget> {
  const folder = options.tlsDir ?? temporaryTlsFolder();
  const { sandbox, url, https, close } = await listeningSandbox({
    https: true,
    tlsDir: folder,
    ...options,
  });
  if (https === null || https.certificateFile === null)
    throw new Error("It has no file for HTTPS.");
  const { certificate, certificateFile } = https;
  const keys = sandbox.describe().firms.flatMap(({ apiKeys }) => apiKeys.map(({ key }) => key));
  return { url, https: https.url, certificate, certificateFile, folder, keys, close };
}

/** Creates a folder that is removed at the end of the test. */
export function temporaryTlsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-tls-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A response over HTTPS. */
export interface SecureAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Sends a request to loopback that trusts only `ca`. `host` is the name in SNI and in the Host header, as if DNS
 * resolved it to loopback.
 */
export function getSecurely(
  url: string,
  {
    ca,
    host,
    headers = {},
    path = "/readyz",
  }: {
    readonly ca: string;
    readonly host?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly path?: string;
  },
): Promise<SecureAnswer> {
  const { hostname, port } = new URL(url);
  const named = host === undefined ? {} : { servername: host };
  const { promise, resolve, reject } = Promise.withResolvers<SecureAnswer>();
  const outgoing = httpsRequest(
    {
      host: hostname.replaceAll(/[[\]]/g, ""),
      port,
      path,
      ca,
      agent: false,
      ...named,
      headers: { ...(host === undefined ? {} : { host: `${host}:${port}` }), ...headers },
    },
    (incoming) => {
      let body = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => {
        body += chunk;
      });
      incoming.on("error", reject);
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
      );
    },
  );
  outgoing.on("error", reject);
  outgoing.end();
  return promise;
}
