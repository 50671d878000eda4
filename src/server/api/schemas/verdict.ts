import type { FieldError } from "../../../network/http/api-error.ts";

/** A body and the schema for it, both as JSON. */
export interface SchemaTask {
  readonly schema: string;
  readonly body: string;
}

/** How a body fared: `unusable` if its schema could not decide, with the sentence that says why. */
export type SchemaVerdict =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly errors: readonly SchemaError[] }
  | { readonly kind: "unusable"; readonly reason: string };

/** A field error without the rule, which the operation knows. */
export type SchemaError = Pick<FieldError, "code" | "message"> & {
  readonly path: readonly string[];
};

/** What a schema may cost. */
export interface SchemaBudget {
  readonly compileMs: number;
  readonly validateMs: number;
  readonly memoryMb: number;
  /** How long the thread waits for the next task before it is ended. */
  readonly idleMs: number;
}

/** What the thread sends when it has had nothing to do for a while. */
export const idleMessage = "idle";
