import type { Json } from "../../base/values/json.ts";
import { textOrJson } from "../../base/values/json.ts";
import { fetchRequest } from "./fetch-request.ts";
import type { AnswerOf, Call, DataOf, InputOf } from "./operation-types.ts";
import { refusalOf, foreignAnswer, unreachable } from "./sandbox-error.ts";

/** How a client reaches a sandbox. */
export interface SandboxClientOptions {
  /** The URL of the sandbox, such as `http://127.0.0.1:4610`; its control URL is also accepted. */
  readonly url: string;
  /** The sandbox's control token, if it has one. */
  readonly token?: string | undefined;
  /** The tokens of single workspaces by id, sent instead in calls to them. The client adds those that it creates. */
  readonly workspaceTokens?: Map<string, string> | undefined;
  /** Headers of every call, such as one that a proxy requires. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sends a request; by default the runtime's `fetch`. A sandbox in this process has its own. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** A request as the client sends it: what `fetch` takes as its second argument, with the URL. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

/** What the client reads of a response. */
export type IncomingResponse = Pick<Response, "ok" | "status" | "body" | "text" | "arrayBuffer">;

/** Sends a request: throws when it is invalid, rejects when no response arrives. */
export type Transport = (request: OutgoingRequest) => Promise<IncomingResponse>;

/** Calls operations below one base URL. Method and path of the operation type its input and answer. */
export interface Connection {
  /** The whole JSON answer of an operation. */
  readonly answer: <C extends Call>(call: C, input?: InputOf<C>) => Promise<AnswerOf<C>>;
  /** The `data` of the answer. */
  readonly data: <C extends Call>(call: C, input?: InputOf<C>) => Promise<DataOf<C>>;
  /** The same for an operation that is known only at run time. */
  readonly anyData: (call: string, input: Input) => Promise<Json>;
  /** The answer of an operation without JSON, as text. */
  readonly text: <C extends Call>(call: C, input?: InputOf<C>) => Promise<string>;
  /** The same as bytes. */
  readonly bytes: <C extends Call>(call: C, input?: InputOf<C>) => Promise<Uint8Array<ArrayBuffer>>;
  /** The same as a stream; null when empty. */
  readonly stream: <C extends Call>(
    call: C,
    input: InputOf<C>,
    accept: string,
  ) => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
}

const prefix = "/_sandbox";

/** The connection to a sandbox, or to one workspace of it; by `fetch` unless another transport is given. */
export function connect(
  options: SandboxClientOptions,
  workspaceId?: string,
  transport: Transport = fetching(options),
): Connection {
  const root = rootOf(options.url);
  const base =
    workspaceId === undefined ? root : root + filled("/workspaces/{id}", { id: workspaceId });
  const send = async (call: string, input: Input = {}, accept?: string) =>
    sendRequest(transport, newRequest(options, { base, workspaceId }, { call, accept, ...input }));
  const bytesOf = async (call: string, input?: Input) => {
    const { request, response } = await send(call, input);
    return reached(request, async () => new Uint8Array(await response.arrayBuffer()));
  };
  const dataOf = async <Data>(call: string, input?: Input) =>
    (await jsonOf<{ data: Data }>(await send(call, input), "data")).data;
  return {
    answer: async <C extends Call>(call: C, input?: InputOf<C>) =>
      jsonOf<AnswerOf<C>>(await send(call, input)),
    data: dataOf,
    anyData: dataOf,
    text: async (call, input) => new TextDecoder().decode(await bytesOf(call, input)),
    bytes: bytesOf,
    stream: async (call, input, accept) => (await send(call, input, accept)).response.body,
  };
}

interface Input {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Sends the control token, also to a workspace that has a token of its own. */
  readonly asOperator?: true;
}

interface Sending extends Input {
  readonly call: string;
  readonly accept: string | undefined;
}

/** A request and its answer. */
interface Exchange {
  readonly request: OutgoingRequest;
  readonly response: IncomingResponse;
}

function rootOf(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new TypeError(
      `Invalid URL of a sandbox: ${JSON.stringify(url)}. Expected one such as http://127.0.0.1:4610.`,
    );
  }
  return url.replace(new RegExp(`/*(?:${prefix}/*)?$`), "") + prefix;
}

function newRequest(
  options: SandboxClientOptions,
  { base, workspaceId }: { readonly base: string; readonly workspaceId: string | undefined },
  sending: Sending,
): OutgoingRequest {
  const [method = "", path = ""] = sending.call.split(" ");
  const url = new URL(base + filled(path, sending.params));
  for (const [name, value] of Object.entries(sending.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, textOrJson(value));
  }
  const { accept, body, signal } = sending;
  const named = workspaceId ?? paramOf(sending.params, "workspaceId");
  const token = sending.asOperator === true ? options.token : tokenFor(named, options);
  return {
    url: url.href,
    method,
    headers: {
      ...namedInLowerCase(options.headers),
      ...(accept === undefined ? {} : { accept }),
      ...(body === undefined ? {} : { "content-type": typeOf(body) }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: isBytes(body) ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** The only bytes that a call sends are those of a snapshot. */
function typeOf(body: unknown): string {
  return isBytes(body) ? "application/vnd.sqlite3" : "application/json";
}

function isBytes(body: unknown): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array;
}

function tokenFor(
  workspaceId: unknown,
  { token, workspaceTokens }: SandboxClientOptions,
): string | undefined {
  return (typeof workspaceId === "string" && workspaceTokens?.get(workspaceId)) || token;
}

function paramOf(params: unknown, name: string): unknown {
  return typeof params === "object" && params !== null ? Reflect.get(params, name) : undefined;
}

/** Lower case, so that no header is sent twice in different spellings. */
function namedInLowerCase(headers: SandboxClientOptions["headers"] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Fills the parameters of a path. Rejects `.`, `..` and empty values, which lead to another path. */
function filled(path: string, params: unknown): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = paramOf(params, name);
    if (typeof value === "string" && !["", ".", ".."].includes(value)) {
      return encodeURIComponent(value);
    }
    throw new TypeError(`Invalid ${name} in a path: ${JSON.stringify(value) ?? "nothing"}.`);
  });
}

function fetching({ fetch: send = (request) => fetch(request) }: SandboxClientOptions): Transport {
  return ({ url, ...init }) => fetchRequest(new Request(url, init), send);
}

async function sendRequest(transport: Transport, request: OutgoingRequest): Promise<Exchange> {
  // An invalid request, such as one with a line break in a header, throws here.
  const sending = transport(request);
  const response = await reached(request, () => sending);
  const exchange = { request, response };
  if (!response.ok) throw refusalOf(request, response, await textIn(exchange));
  return exchange;
}

/**
 * The JSON answer of a sandbox. Tests on the server check answers against their types, so this only rejects answers
 * of other servers.
 */
async function jsonOf<Value>(exchange: Exchange, member?: "data"): Promise<Value> {
  const text = await textIn(exchange);
  try {
    const value: Value = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null;
    if (isObject && (member === undefined || member in value)) return value;
  } catch {
    // Not JSON, so it did not come from a sandbox.
  }
  throw foreignAnswer(exchange.request, exchange.response, text);
}

function textIn({ request, response }: Exchange): Promise<string> {
  return reached(request, () => response.text());
}

/** The result of `work`. An aborted call rejects with the reason, even if an answer came. */
async function reached<Value>(
  request: OutgoingRequest,
  work: () => Promise<Value>,
): Promise<Value> {
  const { signal } = request;
  try {
    const value = await work();
    signal?.throwIfAborted();
    return value;
  } catch (error) {
    signal?.throwIfAborted();
    throw unreachable(request, error);
  }
}
