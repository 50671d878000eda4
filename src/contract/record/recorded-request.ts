import type { Json, JsonObject } from "../../domain/json.ts";
import { asJson, isJsonObject } from "../../domain/json.ts";

/** One request of a journal with its answer, as the control API tells it. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly operationId: string | null;
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

/** Whether an answer rested on that rule. */
export function cites(recorded: RecordedRequest, rule: string): boolean {
  return recorded.rules.some((cited) => cited === rule || cited === `${rule};assumed`);
}

/** A body as JSON; null when it is none, or was cut by the journal. */
export function bodyJson(body: string | null): Json {
  if (body === null) return null;
  try {
    return asJson(JSON.parse(body));
  } catch {
    // A body that was cut, or never was JSON, says nothing that a contract could hold.
    return null;
  }
}

/** The `data` of an answer when it is one record. */
export function dataOf(recorded: RecordedRequest): JsonObject | null {
  const body = bodyJson(recorded.response.body);
  const data = isJsonObject(body) ? (body["data"] ?? null) : null;
  return isJsonObject(data) ? data : null;
}
