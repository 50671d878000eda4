import type { ControlOperation } from "../control/operation.ts";
import type { AnswerOf, DataOf, InputOf } from "./operation-types.ts";
import type { SandboxErrorFields } from "./sandbox-error.ts";
import { SandboxError } from "./sandbox-error.ts";

/** How a client reaches a sandbox. */
export interface SandboxClientOptions {
  /** Where the sandbox is served, such as `http://127.0.0.1:4610`; its control URL is taken too. */
  readonly url: string;
  /** The token that the sandbox was started with, if any. */
  readonly token?: string;
  /** Sends a request; the runtime's own `fetch` unless given, such as that of a sandbox in this process. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Calls of the operations below one base. `Op` is the operation on the server: its method and path are
 * checked against what is called, and what is sent and answered has its types.
 */
export interface Connection {
  /** The whole JSON that an operation answers. */
  readonly answer: <Op extends ControlOperation>(
    method: Op["method"],
    path: Op["path"],
    input?: InputOf<Op>,
  ) => Promise<AnswerOf<Op>>;
  /** What stands in its `data`. */
  readonly data: <Op extends ControlOperation>(
    method: Op["method"],
    path: Op["path"],
    input?: InputOf<Op>,
  ) => Promise<DataOf<Op>>;
  /** The answer as it came, for operations that answer no JSON. */
  readonly response: <Op extends ControlOperation>(
    method: Op["method"],
    path: Op["path"],
    input?: InputOf<Op>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
}

const prefix = "/_sandbox";

/** The connection to a sandbox, or to one workspace of it. */
export function connect(options: SandboxClientOptions, workspaceId?: string): Connection {
  const root = options.url.replace(/\/+$/, "").replace(new RegExp(`${prefix}$`), "") + prefix;
  const base =
    workspaceId === undefined ? root : `${root}/workspaces/${encodeURIComponent(workspaceId)}`;
  const response: Connection["response"] = async (method, path, input = {}, headers = {}) => {
    const answered = await sent(
      options,
      newRequest(options, base, { method, path, headers, ...input }),
    );
    if (!answered.ok) throw await refusalOf(answered);
    return answered;
  };
  return {
    response,
    answer: async <Op extends ControlOperation>(
      method: Op["method"],
      path: Op["path"],
      input?: InputOf<Op>,
    ) => jsonOf<AnswerOf<Op>>(await response<Op>(method, path, input)),
    data: async <Op extends ControlOperation>(
      method: Op["method"],
      path: Op["path"],
      input?: InputOf<Op>,
    ) => (await jsonOf<{ data: DataOf<Op> }>(await response<Op>(method, path, input))).data,
  };
}

/** What a sandbox answered; its own tests hold every answer to its type, so that it is not checked again here. */
async function jsonOf<Value>(response: Response): Promise<Value> {
  const value: Value = JSON.parse(await response.text());
  return value;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

function newRequest({ token }: SandboxClientOptions, base: string, call: Call): Request {
  const url = new URL(base + filled(call.path, call.params));
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, textOf(value));
  }
  const hasBody = call.body !== undefined;
  return new Request(url, {
    method: call.method,
    headers: {
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...call.headers,
    },
    ...(hasBody ? { body: JSON.stringify(call.body) } : {}),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  });
}

function filled(path: string, params: unknown): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value: unknown =
      typeof params === "object" && params !== null ? Reflect.get(params, name) : undefined;
    if (typeof value === "string" && value !== "") return encodeURIComponent(value);
    throw new TypeError(`The call ${path} needs a text for ${name}.`);
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function sent(options: SandboxClientOptions, request: Request): Promise<Response> {
  const send = options.fetch ?? ((one: Request) => fetch(one));
  try {
    return await send(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    const { origin, pathname } = new URL(request.url);
    const message = `No sandbox answers ${request.method} ${pathname} at ${origin}.`;
    throw new SandboxError({ status: 0, message }, { cause: error });
  }
}

async function refusalOf(response: Response): Promise<SandboxError> {
  const { status } = response;
  const text = await response.text();
  try {
    const body: { message: string; fields?: SandboxErrorFields; hint?: string } = JSON.parse(text);
    return new SandboxError({ ...body, status });
  } catch {
    // Something else than a sandbox answered.
    return new SandboxError({
      status,
      message: `${response.url} answered ${status}: ${text.slice(0, 200)}`,
    });
  }
}
