import type { Reply } from "../../../support/reply.ts";
import { at, replyOf } from "../../../support/reply.ts";
import { tablesOf } from "../../../world/workspace/contents.ts";
import type { Opened } from "../opened.ts";
import type { Described } from "./described.ts";

/** The outcome of a request, from an explanation or from the response. */
export interface Outcome {
  readonly status: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly rules: unknown;
  readonly reason: unknown;
  readonly operationId: unknown;
  readonly surface: unknown;
  readonly apiKeyId: unknown;
  readonly events: unknown;
}

/** Explains a request. */
export async function explained({ control }: Opened, request: Described): Promise<Outcome> {
  const reply = await control("POST", "/explain", request);
  if (reply.status !== 200) throw new Error(`No explanation: ${reply.status} ${reply.text}`);
  const { status, headers, body, reason, operationId, surface, apiKeyId } = Object(
    at(reply, "data"),
  );
  return {
    status,
    headers,
    body,
    rules: list(reply, "data.rules").map(
      ({ id, assumed }) => String(id) + (assumed === true ? ";assumed" : ""),
    ),
    reason: reason ?? null,
    operationId,
    surface,
    apiKeyId,
    events: list(reply, "data.events"),
  };
}

/** Sends the request and returns its outcome; status null means a reset connection. */
export async function reallySent(open: Opened, request: Described): Promise<Outcome> {
  const { control, workspace } = open;
  const before = workspace.events.cursor();
  const reply = await send(open, request);
  const entry = at(await control("GET", "/requests?limit=1"), "data.0");
  const { rules, reason, operationId, surface, apiKeyId } = Object(entry);
  const events = await control("GET", `/events?after=${before}`);
  return {
    status: reply?.status ?? null,
    headers: reply === null ? {} : ownHeaders(reply),
    body: reply === null || reply.text === "" ? null : (reply.json ?? reply.text),
    rules,
    reason: reason ?? null,
    operationId,
    surface,
    apiKeyId,
    events: list(events, "data")
      .filter(({ type }) => type !== "request" && type !== "fault.met")
      .map(({ type, data }) => ({ type, data: withoutCause(data) })),
  };
}

/** An explanation has no request id. */
function withoutCause(data: unknown): unknown {
  const { requestId: _requestId, ...rest } = Object(data);
  return rest;
}

/** Everything in the default workspace: the rows of all tables and the state of all components. */
export function contentsOf({ workspace }: Opened): unknown {
  return {
    tables: tablesOf(workspace.store().serialize()),
    parts: workspace.resettables.map(({ name, inspect }) => [name, inspect()]),
  };
}

async function send(open: Opened, request: Described): Promise<Reply | null> {
  const { method, path, body, apiKeyId } = request;
  const { host = "partner.localhost", ...headers } = request.headers ?? {};
  const key = open.workspace.keys().find(({ id }) => id === apiKeyId)?.key;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const hasBody = body !== undefined && !/^(?:get|head)$/i.test(method);
  try {
    const response = await open.fetch(`http://${host}${path}`, {
      method,
      // As bytes, since a text would add a content type.
      ...(hasBody ? { body: Buffer.from(text) } : {}),
      headers: {
        ...(hasBody && typeof body !== "string" ? { "content-type": "application/json" } : {}),
        ...(key === undefined ? {} : { "x-api-key": key }),
        ...headers,
      },
    });
    return await lenientReply(response);
  } catch {
    // A planned fault reset the connection.
    return null;
  }
}

/** Reads an answer whose body may be invalid JSON. */
async function lenientReply(response: Response): Promise<Reply> {
  const text = await response.clone().text();
  try {
    return await replyOf(response);
  } catch {
    // A planned fault corrupted the body.
    return { status: response.status, headers: response.headers, text, json: null };
  }
}

function ownHeaders({ headers }: Reply): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => !name.startsWith("x-sandbox-")));
}

function list(reply: Reply, path: string): readonly Record<string, unknown>[] {
  const value = at(reply, path);
  if (!Array.isArray(value)) throw new Error(`No list at ${path} of ${reply.text}`);
  return value.map((item) => ({ ...Object(item) }));
}
