/** Sends requests of undici clients for the provider's hosts to a sandbox in this process, through a MockAgent. */
import { MockAgent } from "undici";

import { hostMatcher, providerHosts } from "./hosts.ts";
import type { Sandbox } from "./sandbox.ts";

/** Options of the agent, and the hosts whose requests go to the sandbox. */
export interface MockAgentOptions extends MockAgent.Options {
  /** Hosts or patterns of hosts, such as `api.partner.*`; by default those of all four surfaces. */
  readonly hosts?: readonly string[];
}

/** An agent for undici's `setGlobalDispatcher`, or for one client. It sends requests for the hosts to the sandbox. */
export function mockAgent(
  sandbox: Pick<Sandbox, "fetch">,
  { hosts = providerHosts, ...options }: MockAgentOptions = {},
): MockAgent {
  const agent = new MockAgent(options);
  agent
    .get(hostMatcher(hosts))
    .intercept({ path: () => true, method: () => true })
    .reply(async (sent) => {
      const response = await sandbox.fetch(await requestOf(sent));
      return {
        statusCode: response.status,
        data: Buffer.from(await response.arrayBuffer()),
        responseOptions: { headers: headersOf(response) },
      };
    })
    .persist();
  return agent;
}

/** The agent's description of a request. */
interface Sent {
  readonly origin?: string;
  readonly path: string;
  readonly method: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

async function requestOf(sent: Sent): Promise<Request> {
  // A path that begins with two slashes, resolved against the origin, would name another host.
  const url = sent.path.startsWith("/")
    ? new URL(`${sent.origin ?? ""}${sent.path}`)
    : new URL(sent.path, sent.origin);
  const query: unknown = Reflect.get(sent, "query");
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) url.searchParams.append(name, String(one));
  }
  const body = await bytesOf(sent.body);
  return new Request(url, {
    method: sent.method,
    headers: pairsOf(sent.headers),
    ...(body === null ? {} : { body }),
  });
}

/** Converts headers from undici: an object, Headers, or an alternating list of names and values. */
function pairsOf(headers: unknown): [string, string][] {
  if (Array.isArray(headers)) {
    const texts = headers.map(String);
    return texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? ""]] : []));
  }
  if (headers instanceof Headers) return [...headers];
  return Object.entries(headers ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
}

async function bytesOf(body: unknown): Promise<string | FormData | Uint8Array<ArrayBuffer> | null> {
  if (body === null || body === undefined) return null;
  if (typeof body === "string" || body instanceof FormData) return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (!isAsyncIterable(body)) {
    throw new TypeError(
      "Invalid body in a request to the sandbox. Expected text, bytes, a stream or a form.",
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of body) {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(bytes(chunk)));
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function bytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError(
    "Invalid stream in a request to the sandbox. Expected chunks of text or bytes.",
  );
}

/** All headers of a response. `set-cookie` is a list, because it can occur more than once. */
function headersOf(response: Response): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  return cookies.length === 0 ? headers : { ...headers, "set-cookie": cookies };
}
