/** Which statuses an operation of the emulated API can answer: what its contract and its coverage are told from. */
import type { RuleId } from "../rules/catalogue.ts";
import type { RuledOperation } from "./operation.ts";

/** Statuses that rules refuse with, where it is not 422 alone; a rule with alternatives has those of each. */
const refusedWith: Partial<Readonly<Record<RuleId, readonly number[]>>> = {
  "auth.foreign-record": [403, 404],
  "auth.permission": [403],
  "auth.permissions": [403],
  "lead.create.firm-member": [403],
  "lead.patch.not-active": [404, 409],
  "lead.patch.unique": [409],
  "lead.unique": [409],
  "scope.default": [404],
  "workflow.unknown": [404, 422],
};

/** What every request can meet: 401, 403 and 429 of the gates, a rate of failure that a tester plans. */
const ofEveryOperation = [401, 403, 429, 500];
/** What a body can meet (rules http.body.malformed, http.body.too-large). */
const ofEveryBody = [400, 413, 422];

/** The statuses of an operation in rising order: its success, unless no key may run it, and its refusals. */
export function statusesOf(operation: RuledOperation): readonly number[] {
  const { refusals, body, rules, status } = operation;
  const isRefused = refusals.includes("auth.permission");
  const found = new Set([
    ...(isRefused ? [] : [status, ...(rules.includes("lead.delete") ? [204] : [])]),
    ...ofEveryOperation,
    ...(isRefused ? [] : refusals.flatMap((rule) => refusedWith[rule] ?? [422])),
    ...(body === undefined || isRefused ? [] : ofEveryBody),
  ]);
  return [...found].toSorted((one, other) => one - other);
}

/** The rules of its own that an operation refuses by with that status. */
export function refusalsWith(operation: RuledOperation, status: number): readonly RuleId[] {
  return operation.refusals.filter((rule) => (refusedWith[rule] ?? [422]).includes(status));
}
