/** Proxies in front of a sandbox that change its behaviour. */
import type { Front } from "../harness/pact/verified-reference.ts";

/** A JSON answer that a proxy can change. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** The cited rules, the deciding one first. */
  readonly rules: string;
}
type Fields = Readonly<Record<string, unknown>>;

/** A proxy that changes every answer. */
export function answering(change: (answer: Answer, request: Request) => Partial<Answer>): Front {
  return async (sandbox, request) => {
    const response = await sandbox.fetch(request);
    const rules = response.headers.get("x-sandbox-rules") ?? "";
    const answer: Answer = { status: response.status, body: await response.json(), rules };
    const { status, body } = { ...answer, ...change(answer, request) };
    return new Response(JSON.stringify(body), { status, headers: response.headers });
  };
}

/** A proxy that changes every record, at any depth of an answer. */
export function recording(change: (record: Fields, request: Request) => Fields): Front {
  return answering(({ body }, request) => ({
    body: mapObjects(body, (one) => ("id" in one ? change(one, request) : one)),
  }));
}

/** A proxy that changes the query of every GET. */
export function asking(change: (query: URLSearchParams) => void): Front {
  return (sandbox, request) => {
    if (request.method !== "GET") return sandbox.fetch(request);
    const url = new URL(request.url);
    change(url.searchParams);
    return sandbox.fetch(new Request(url, request));
  };
}

/** The value with every object in it changed, inner objects first. */
export function mapObjects(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, mapObjects(item, change)]);
  return change(Object.fromEntries(entries));
}

/** The value with every string in it changed. */
export function everyText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => everyText(item, change));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, everyText(item, change)]);
  return Object.fromEntries(entries);
}

/** The fields without that one. */
export function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));
}

/** The fields with one renamed, if present. */
export function renamed(fields: Fields, from: string, to: string): Fields {
  return from in fields ? { ...without(fields, from), [to]: fields[from] } : fields;
}

/** The record in a single-record envelope; any other body unchanged. */
export function soleRecord(body: unknown): unknown {
  const fields = Object(body);
  return "data" in fields && !("meta" in fields) ? fields.data : body;
}
