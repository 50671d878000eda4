import type * as z from "zod";

import type { RuleId } from "../../domain/rules/catalogue.ts";
import type { Standing } from "../../domain/rules/rule.ts";
import type { Assumptions } from "../../domain/rules/trace.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * One endpoint of either plane as a value. Routes, validation, answer checks, OpenAPI documents and gate
 * tests all derive from it. `path` has its parameters in braces.
 */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly method: Method;
  readonly path: string;
  readonly query: z.ZodObject;
  readonly body?: z.ZodType;
  /** The media type of a body that is not JSON. */
  readonly bodyType?: string;
  /** The status and schema of a success; null for no body. */
  readonly status: 200 | 201 | 204;
  readonly answer: z.ZodType | null;
}

/** An endpoint of the emulated API, with its clause and its rules. Its schemas are made for documents. */
export interface RuledOperation extends Omit<Operation, "query" | "body" | "bodyType" | "answer"> {
  readonly query: (assumptions: Assumptions) => z.ZodObject;
  readonly body?: (assumptions: Assumptions) => z.ZodType;
  readonly answer: (() => z.ZodType) | null;
  readonly clause: string;
  /** The resource that it is about, which is its tag in documents: `leads`. */
  readonly subject: string;
  readonly does: Deed;
  /** How the interface documents the operation. */
  readonly standing: Standing;
  /** The permission that a key requires; null if no key may call it. */
  readonly permission: string | null;
  /** The rule whose alternative offers the operation; by default every key gets a 403. */
  readonly offeredUnder?: RuleId;
  /** The rule under which a service may not offer the operation; its choice `404` is a 404. */
  readonly offeredBy?: RuleId;
  /** The rules that every success cites. */
  readonly rules: readonly RuleId[];
  /** The rule whose alternative makes a success 204, without a body. */
  readonly noContentUnder?: RuleId;
  /** The rules it can refuse by, in addition to those of every operation. */
  readonly refusals: Refusals;
}

/** What an operation does with its subject; `run` is for a workflow. */
export type Deed = "create" | "read" | "list" | "change" | "delete" | "run";

/** Rules by the status they refuse with; a rule with alternatives has a row under each status. */
export type Refusals = Readonly<Record<number, readonly RuleId[]>>;

/** The path in Hono's syntax. */
export function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
