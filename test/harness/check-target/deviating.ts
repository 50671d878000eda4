/** A service that does as the sandbox, except for one deviation. */
import type { Json, JsonObject } from "../../../src/base/values/json.ts";
import { isJsonObject } from "../../../src/base/values/json.ts";
import type { PartId } from "../../../src/domain/rules/parts.ts";

type Fetch = (request: Request) => Promise<Response>;

/** A request, with its body if that is a JSON object. */
export interface Sent {
  readonly method: string;
  /** Without the version. */
  readonly path: string;
  readonly prefix: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: JsonObject | null;
  readonly text: string;
}

export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the service does differently: before the sandbox gets a request, or with its answer. */
export interface Change {
  readonly sent?: (
    sent: Sent,
  ) => Partial<Pick<Sent, "body" | "text" | "path" | "query">> | Reply | null;
  readonly answered?: (reply: Reply, sent: Sent) => Reply;
}

/** One deviation from one part of a rule. */
export interface Deviation {
  readonly part: PartId;
  readonly does: string;
  readonly change: Change;
}

/** The fetch of the service. */
export function deviating(inner: Fetch, { sent: before, answered: after }: Change): Fetch {
  return async (request) => {
    const sent = await sentOf(request);
    const changed = before?.(sent) ?? {};
    if (isReply(changed)) return responseOf(changed);
    const answer = await inner(requestOf(request, { ...sent, ...changed }));
    if (after === undefined) return answer;
    const text = await answer.text();
    const headers = Object.fromEntries(answer.headers);
    const reply = { status: answer.status, body: jsonOf(text), headers };
    return responseOf(after(reply, sent));
  };
}

function isReply(value: object): value is Reply {
  return "status" in value;
}

async function sentOf(request: Request): Promise<Sent> {
  const { pathname, searchParams: query } = new URL(request.url);
  const text = await request.clone().text();
  const body = jsonOf(text);
  return {
    method: request.method,
    path: pathname.replace(/^\/v1/, ""),
    prefix: versionOf(pathname),
    query,
    headers: request.headers,
    body: isJsonObject(body) ? body : null,
    text,
  };
}

function requestOf(
  request: Request,
  { method, path, prefix, query, body, text, headers }: Sent,
): Request {
  const url = new URL(request.url);
  url.pathname = `${prefix}${path}`;
  url.search = query.toString();
  const isSent = !["GET", "DELETE"].includes(method);
  const sent = body === null ? text : JSON.stringify(body);
  return new Request(url, { method, headers, body: isSent ? sent : null });
}

function versionOf(pathname: string): string {
  return pathname.startsWith("/v1/") ? "/v1" : "";
}

function responseOf({ status, body, headers = {} }: Reply): Response {
  const { "content-length": _length, ...kept } = headers;
  const isEmpty = body === null || status === 204;
  return new Response(isEmpty ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...kept },
  });
}

function jsonOf(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

/** The value at a dotted path; undefined without one. */
export function valueAt(body: Json | undefined, path: string): Json | undefined {
  const [name = "", ...rest] = path.split(".");
  const owner: Readonly<Record<string, Json>> =
    typeof body === "object" && body !== null ? Object.fromEntries(Object.entries(body)) : {};
  const inner = owner[name];
  return rest.length === 0 ? inner : valueAt(inner, rest.join("."));
}

/** A copy with another value at a dotted path; undefined removes the field. */
export function withAt(body: Json, path: string, value: Json | undefined): Json {
  const copy = structuredClone(body);
  const names = path.split(".");
  const last = names.pop() ?? "";
  const owner = names.length === 0 ? copy : valueAt(copy, names.join("."));
  if (typeof owner !== "object" || owner === null) return copy;
  if (value === undefined) Reflect.deleteProperty(owner, last);
  else Reflect.set(owner, last, value);
  return copy;
}

type Fits = (value: Json) => boolean;

/** The service takes a value that the sandbox refuses: it never sees it, or `instead` of it. */
export function takes(path: string, fits: Fits = () => true, instead?: Json): Change {
  return {
    sent({ body }) {
      const value = body === null ? undefined : valueAt(body, path);
      if (body === null || value === undefined || !fits(value)) return null;
      const changed = withAt(body, path, instead);
      return isJsonObject(changed) ? { body: changed } : null;
    },
  };
}

/** The service refuses a value that the sandbox takes. */
export function refuses(path: string, fits: Fits = () => true, code = "INVALID"): Change {
  return {
    sent({ body, method }) {
      const value = body === null ? undefined : valueAt(body, path);
      if (value === undefined || !fits(value)) return null;
      return refusal(path, code, method === "POST" || method === "PATCH" ? 422 : 400);
    },
  };
}

export function refusal(field: string, code: string, status = 422): Reply {
  return { status, body: { message: "No", fields: { [field]: [{ code, message: "No" }] } } };
}

/** The service answers one kind of request in another way. */
export function answers(
  fits: (sent: Sent, reply: Reply) => boolean,
  change: (body: Json, sent: Sent) => Json,
  status?: number,
): Change {
  return {
    answered(reply, sent) {
      if (!fits(sent, reply)) return reply;
      return { ...reply, status: status ?? reply.status, body: change(reply.body, sent) };
    },
  };
}

/** The text of a value, for conditions. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** Replaces a text anywhere in an answer. */
export function replaces(pattern: RegExp, by: string): Change {
  return {
    answered(reply) {
      const body: Json = JSON.parse(JSON.stringify(reply.body).replaceAll(pattern, by));
      return { ...reply, body };
    },
  };
}

/** The answers have another value in a field of the record. */
export function shows(path: string, value: Json | undefined): Change {
  return answers(
    (_sent, { status, body }) => status < 300 && valueAt(body, `data.${path}`) !== undefined,
    (body) => withAt(body, `data.${path}`, value),
  );
}

export function isText(value: Json): boolean {
  return typeof value === "string";
}

export function isNumber(value: Json): boolean {
  return typeof value === "number";
}

export function isNull(value: Json): boolean {
  return value === null;
}

export const forbidden: Reply = { status: 403, body: { message: "No" } };
export const notFound: Reply = { status: 404, body: { message: "No" } };

/** The service answers one kind of request without the sandbox. */
export function replies(fits: (sent: Sent) => boolean, reply: Reply): Change {
  return { sent: (sent) => (fits(sent) ? reply : null) };
}

/** Whether a request has this method and this text in its path. */
export function isTo(method: string, part: string) {
  return (sent: Sent): boolean => sent.method === method && sent.path.includes(part);
}
