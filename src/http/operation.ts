import type * as z from "zod";

import type { RuleId } from "../rules/catalogue.ts";
import type { Standing } from "../rules/rule.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * One endpoint of either plane as a value: routes, validation, the check of answers, the OpenAPI documents
 * and the gate tests are read off these. `path` has its parameters in braces.
 */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly method: Method;
  readonly path: string;
  readonly query: z.ZodObject;
  readonly body?: z.ZodType;
  /** What a success answers, and with which status; null for no body. */
  readonly status: 200 | 201 | 204;
  readonly answer: z.ZodType | null;
}

/** An endpoint of the emulated API, with its clause and the rules that its answers rest on; its schemas are made on first use. */
export interface RuledOperation extends Omit<Operation, "query" | "body" | "answer"> {
  readonly query: () => z.ZodObject;
  readonly body?: () => z.ZodType;
  readonly answer: (() => z.ZodType) | null;
  readonly clause: string;
  /** Whether the interface states that the operation exists. */
  readonly standing: Standing;
  /** The permission that a key needs; null where no key may call it. */
  readonly permission: string | null;
  /** The rules that every success of it shows. */
  readonly rules: readonly RuleId[];
  /** The rule under whose alternative a success is 204, without a body. */
  readonly noContentUnder?: RuleId;
  /** The rules it can refuse by, beyond those that hold for every request. */
  readonly refusals: Refusals;
}

/** Rules by the status that they refuse with; a rule with alternatives has a row under the status of each. */
export type Refusals = Readonly<Record<number, readonly RuleId[]>>;

/** The path in the form that Hono's router takes. */
export function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
