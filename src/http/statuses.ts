/** Which statuses an operation of the emulated API can answer: what its contract and its coverage are told from. */
import type { RuleId } from "../rules/catalogue.ts";
import type { RuledOperation } from "./operation.ts";

/** Statuses that rules refuse with, where it is not 422 alone; a rule with alternatives has those of each. */
const refusedWith: Partial<Readonly<Record<RuleId, readonly number[]>>> = {
  "auth.foreign-record": [403, 404],
  "auth.permission": [403],
  "auth.permissions": [403],
  "include.permission": [403],
  "lead.create.firm-member": [403],
  "lead.deleted-member": [404],
  "lead.email.case": [409],
  "lead.in-use": [409],
  "lead.patch.not-active": [404, 409],
  "lead.patch.unique": [409],
  "lead.unique": [409],
  "lead.unique.deleted": [409],
  "scope.default": [404],
};

/** The rules by which requests to any operation are refused, and those for what a request has beside its path. */
const refusalsOfAll: Readonly<Record<number, readonly RuleId[]>> = {
  401: ["auth.missing", "auth.invalid", "env.key-mismatch", "auth.role-surface"],
  403: ["auth.permission", "auth.permissions", "env.key-mismatch", "auth.role-surface"],
  429: ["quota.rolling-hour", "quota.burst", "quota.refused"],
  500: ["error.server"],
};
const refusalsOfBodies: Readonly<Record<number, readonly RuleId[]>> = {
  400: ["http.body.malformed", "http.body.depth"],
  413: ["http.body.too-large"],
  422: ["http.body.malformed", "http.body.depth"],
};

/** The statuses of an operation in rising order: its success, unless no key may run it, and its refusals. */
export function statusesOf(operation: RuledOperation): readonly number[] {
  const { rules, status } = operation;
  const found = new Set([
    ...(isRefused(operation) ? [] : [status, ...(rules.includes("lead.delete") ? [204] : [])]),
    ...generalRefusals(operation).flatMap((of) => Object.keys(of).map(Number)),
    ...operation.refusals.flatMap((rule) => statusesBy(rule, operation)),
  ]);
  return [...found].toSorted((one, other) => one - other);
}

/** The rules that an operation refuses by with that status: those that hold for every request, and its own. */
export function refusalsWith(operation: RuledOperation, status: number): readonly RuleId[] {
  const general = generalRefusals(operation).flatMap((of) => of[status] ?? []);
  const own = operation.refusals.filter((rule) => statusesBy(rule, operation).includes(status));
  return [...new Set([...general, ...own])];
}

/** Whether no key may run it, so that it is always 403 for a valid key (rule auth.permissions). */
export function isRefused({ refusals }: RuledOperation): boolean {
  return refusals.includes("auth.permission");
}

function generalRefusals(operation: RuledOperation) {
  const readsBody = operation.body !== undefined && !isRefused(operation);
  return [refusalsOfAll, ...(readsBody ? [refusalsOfBodies] : [])];
}

function statusesBy(rule: RuleId, { body }: RuledOperation): readonly number[] {
  if (rule === "workflow.unknown") return body === undefined ? [404] : [404, 422];
  return refusedWith[rule] ?? [422];
}
