import type { Json, JsonObject } from "./json.ts";

/**
 * A workflow that a fixture describes, because partners receive theirs privately (interface 1.5; rule
 * workflow.unknown).
 */
export interface Workflow {
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE" | "PUT";
  /** JSON Schema of the request body; null when there is none, as for a method without a body. */
  readonly request: JsonObject | null;
  readonly answer: { readonly status: number; readonly body: Json };
}

/** The methods whose requests carry a body. */
export const methodsWithBody: readonly Workflow["method"][] = ["POST", "PATCH", "PUT"];
