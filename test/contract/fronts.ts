/** Proxies in front of a sandbox that turn it into another service. */
import type { Front } from "../pact/verified-reference.ts";

/** An answer whose body is JSON, as a change of it sees it. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** The rules that it cites, the deciding one first. */
  readonly rules: string;
}
type Fields = Readonly<Record<string, unknown>>;

/** A front that changes every answer. */
export function answering(change: (answer: Answer, request: Request) => Partial<Answer>): Front {
  return async (sandbox, request) => {
    const response = await sandbox.fetch(request);
    const rules = response.headers.get("x-sandbox-rules") ?? "";
    const answer: Answer = { status: response.status, body: await response.json(), rules };
    const { status, body } = { ...answer, ...change(answer, request) };
    return new Response(JSON.stringify(body), { status, headers: response.headers });
  };
}

/** A front that changes every record, wherever in an answer it stands. */
export function recording(change: (record: Fields, request: Request) => Fields): Front {
  return answering(({ body }, request) => ({
    body: mapObjects(body, (one) => ("id" in one ? change(one, request) : one)),
  }));
}

/** A front that changes the query of every GET. */
export function asking(change: (query: URLSearchParams) => void): Front {
  return (sandbox, request) => {
    if (request.method !== "GET") return sandbox.fetch(request);
    const url = new URL(request.url);
    change(url.searchParams);
    return sandbox.fetch(new Request(url, request));
  };
}

/** The value with every object in it changed, the innermost first. */
export function mapObjects(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, mapObjects(item, change)]);
  return change(Object.fromEntries(entries));
}

/** The value with every text in it changed. */
export function everyText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => everyText(item, change));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, everyText(item, change)]);
  return Object.fromEntries(entries);
}

/** The fields but that one. */
export function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));
}

/** The fields with one under another name, where it is there. */
export function renamed(fields: Fields, from: string, to: string): Fields {
  return from in fields ? { ...without(fields, from), [to]: fields[from] } : fields;
}

/** The content of a single record's envelope; any other body unchanged. */
export function soleRecord(body: unknown): unknown {
  const fields = Object(body);
  return "data" in fields && !("meta" in fields) ? fields.data : body;
}
