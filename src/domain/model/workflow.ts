import type { Json, JsonObject } from "../../base/values/json.ts";

/**
 * A workflow that a fixture describes, because partners receive theirs privately (interface 1.5; rule
 * workflow.unknown).
 */
export interface Workflow {
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE" | "PUT";
  /** Operations of the API that it carries out; without them it only answers. */
  readonly steps?: readonly WorkflowStep[];
  /** JSON Schema of the request body; null when there is none, as for a method without a body. */
  readonly request: JsonObject | null;
  readonly answer: { readonly status: number; readonly body: Json };
}

/** One operation, with values or references (src/domain/model/step-values.ts). */
export interface WorkflowStep {
  /** The name by which later steps refer to the answer. */
  readonly name?: string;
  readonly method: "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path of the operation, with its parameters in braces. */
  readonly path: string;
  readonly params?: JsonObject;
  readonly query?: JsonObject;
  readonly body?: Json;
}

/** The methods whose requests carry a body. */
export const methodsWithBody: readonly Workflow["method"][] = ["POST", "PATCH", "PUT"];
