import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../base/values/json.ts";

/** One request of a journal with its answer, as the control API shows it. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly operationId: string | null;
  /** The API and environment of the request, such as `partner-sandbox`. */
  readonly surface: string;
  /** The rules that decided the answer, with assumed ones marked. */
  readonly rules: readonly string[];
  readonly reason?: string;
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  readonly response: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
}

export function cites(recorded: RecordedRequest, rule: string): boolean {
  return recorded.rules.some((cited) => cited === rule || cited === `${rule};assumed`);
}

/** A body as JSON; null if missing or invalid. */
export function bodyJson(body: string | null): Json {
  return body === null ? null : (parsedJson(body) ?? null);
}

/** Whether the journal truncated a body. */
export function isCut(body: string | null): boolean {
  return body !== null && body.length > 16_000 && body.endsWith("\u2026");
}

/** The value if it is an object, else an empty object. */
export function bodyObject(body: Json | undefined): JsonObject {
  return body !== undefined && isJsonObject(body) ? body : {};
}

/** The `data` of an answer with one record; null for any other answer. */
export function dataOf(recorded: RecordedRequest): JsonObject | null {
  const body = bodyJson(recorded.response.body);
  const data = isJsonObject(body) ? (body["data"] ?? null) : null;
  return isJsonObject(data) ? data : null;
}
