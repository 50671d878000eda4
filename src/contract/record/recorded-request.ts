import type { Json, JsonObject } from "../../domain/json.ts";
import { asJson, isJsonObject } from "../../domain/json.ts";

/** One request of a journal with its answer, as the control API tells it. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly operationId: string | null;
  /** The API and environment that it went to, such as `partner-sandbox`. */
  readonly surface: string;
  /** The rules that decided the answer, assumed ones marked. */
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

/** Whether an answer cites that rule. */
export function cites(recorded: RecordedRequest, rule: string): boolean {
  return recorded.rules.some((cited) => cited === rule || cited === `${rule};assumed`);
}

/** A text as JSON, or undefined when it is none. */
export function jsonOf(text: string): Json | undefined {
  try {
    return asJson(JSON.parse(text));
  } catch {
    // Not JSON is one of the answers.
    return undefined;
  }
}

/** A body as JSON; null when it is none. */
export function bodyJson(body: string | null): Json {
  return body === null ? null : (jsonOf(body) ?? null);
}

/** Whether the journal kept only the beginning of a body. */
export function isCut(body: string | null): boolean {
  return body !== null && body.length > 16_000 && body.endsWith("\u2026");
}

/** A value as an object, an empty one when it is none. */
export function bodyObject(body: Json | undefined): JsonObject {
  return body !== undefined && isJsonObject(body) ? body : {};
}

/** The `data` of an answer when it is one record. */
export function dataOf(recorded: RecordedRequest): JsonObject | null {
  const body = bodyJson(recorded.response.body);
  const data = isJsonObject(body) ? (body["data"] ?? null) : null;
  return isJsonObject(data) ? data : null;
}
