import type * as z from "zod";

import { valueAt } from "../../base/values/value-at.ts";
import type { RuleId } from "../../domain/rules/catalogue.ts";
import { isRuleId } from "../../domain/rules/catalogue.ts";
import type { FieldCode } from "./api-error.ts";

/** A zod issue in the interface's words; `path` leads to the field, `rule` is the one a refinement set. */
export interface FieldProblem {
  readonly path: readonly (string | number)[];
  readonly code: FieldCode;
  readonly message: string;
  readonly rule: RuleId | null;
}

/** The parameters of a refinement that cites `rule`. */
export function showing(rule: RuleId, message: string) {
  return { message, params: { rule } };
}

/**
 * The first `max` problems in `input`, in the interface's codes (interface 7; rule error.codes). A missing field and a
 * wrong type are the same zod issue, so the raw input distinguishes REQUIRED from INCORRECT_TYPE.
 */
export function fieldProblems(
  error: z.ZodError,
  input: unknown,
  max = Number.POSITIVE_INFINITY,
): readonly FieldProblem[] {
  const problems = error.issues.slice(0, max).flatMap((issue) => problemsOf(issue, input, max));
  return problems.slice(0, max);
}

function problemsOf(issue: z.core.$ZodIssue, input: unknown, max: number): readonly FieldProblem[] {
  const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  const rule = ruleNamedBy(issue);
  if (issue.code === "unrecognized_keys") {
    const message = "This field is not supported";
    return issue.keys
      .slice(0, max)
      .map((key) => ({ path: [...path, key], code: "UNSUPPORTED", message, rule }));
  }
  const value = valueAt(input, path);
  if (value === undefined && issue.code !== "custom") {
    return [{ path, code: "REQUIRED", message: "This field is required", rule }];
  }
  return [{ path, code: codeOf(issue, value), message: issue.message, rule }];
}

function codeOf(issue: z.core.$ZodIssue, value: unknown): FieldCode {
  if (value === Infinity || value === -Infinity) return "INVALID";
  if (issue.code === "invalid_type" || issue.code === "invalid_union") return "INCORRECT_TYPE";
  if (issue.code === "invalid_value" && typeof value !== "string") return "INCORRECT_TYPE";
  return "INVALID";
}

function ruleNamedBy(issue: z.core.$ZodIssue): RuleId | null {
  const rule: unknown = issue.code === "custom" ? issue.params?.["rule"] : undefined;
  return typeof rule === "string" && isRuleId(rule) ? rule : null;
}
