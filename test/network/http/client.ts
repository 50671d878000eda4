import { request as httpRequest } from "node:http";
import type { IncomingHttpHeaders } from "node:http";

import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { listeningSandbox } from "../../support/sandbox.ts";

/** The result of a request over a socket: the raw response, or the code of the error that ended it. */
export type Received =
  | {
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly body: string;
    }
  | { readonly error: string };

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A sandbox that listens on loopback, with its default workspace and the workspace's Partner key. */
export interface ListeningTarget {
  /** Sends a request to the emulated API. */
  readonly api: (sent: Sent) => Promise<Received>;
  /** Sends a request to the control API, with its body as JSON. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<unknown>;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Listens on a free port until the test ends. */
export async function listening(options: SandboxOptions = {}): Promise<ListeningTarget> {
  const { sandbox, url, close } = await listeningSandbox(options);
  const key = sandbox.describe().firms[0]?.apiKeys[0]?.key ?? "";
  return {
    url,
    close,
    api: (sent) => exchange(url, { ...sent, headers: { "x-api-key": key, ...sent.headers } }),
    async control(method, path, body) {
      const received = await exchange(url, { method, path: `/_sandbox${path}`, body });
      if ("error" in received || received.status >= 300) {
        throw new Error(`${method} ${path}: ${JSON.stringify(received)}`);
      }
      return JSON.parse(received.body);
    },
  };
}

/** Sends one request on a separate connection. */
export function exchange(base: string, sent: Sent): Promise<Received> {
  const { method = "GET", path, body, headers, signal } = sent;
  const payload = sent.rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const { promise, resolve } = Promise.withResolvers<Received>();
  const fail = (error: Error): void =>
    resolve({ error: String(Reflect.get(error, "code") ?? error.message) });
  const outgoing = httpRequest(
    new URL(path, base),
    {
      method,
      agent: false,
      headers: {
        ...(payload === undefined
          ? {}
          : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
        ...headers,
      },
      ...(signal === undefined ? {} : { signal }),
    },
    (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => {
        text += chunk;
      });
      incoming.on("error", fail);
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
      );
    },
  );
  outgoing.on("error", fail);
  outgoing.end(payload);
  return promise;
}
