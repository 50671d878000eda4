/** The statuses that an operation of the emulated API can answer, for its contract and its coverage. */
import type { RuleId } from "../../domain/rules/catalogue.ts";
import type { Refusals, RuledOperation } from "./operation.ts";

/** The rules by which any operation can refuse a request. */
const refusalsOfAll: Refusals = {
  401: ["auth.missing", "auth.invalid", "env.key-mismatch", "auth.role-surface"],
  403: ["auth.permission", "auth.permissions", "env.key-mismatch", "auth.role-surface"],
  429: ["quota.rolling-hour", "quota.burst", "quota.refused", "quota.headers"],
  500: ["error.server"],
};

/** The rule by which any operation that a key may call can refuse a request with a key of its own. */
const refusalsOfNamed: Refusals = { 422: ["http.idempotency-key"] };

/** The rules by which an operation with a body can refuse a request. */
const refusalsOfBodies: Refusals = {
  400: ["http.body.malformed", "http.body.depth", "http.content-encoding"],
  413: ["http.body.too-large"],
  415: ["http.content-encoding"],
  422: ["http.body.malformed", "http.body.depth", "http.content-encoding"],
};

/** The rule by which any POST can refuse a request. */
const refusalsOfPosts: Refusals = { 409: ["http.idempotency-key"] };

/** The statuses of an operation in ascending order: its success, unless no key may call it, and its refusals. */
export function statusesOf(operation: RuledOperation): readonly number[] {
  const { permission, status, noContentUnder } = operation;
  const found = new Set([
    ...(permission === null ? [] : [status]),
    ...(noContentUnder === undefined ? [] : [204]),
    ...refusalsOf(operation).flatMap((refusals) => Object.keys(refusals).map(Number)),
  ]);
  return [...found].toSorted((one, other) => one - other);
}

/** The rules an operation refuses by with that status: the common ones and its own. */
export function refusalsWith(operation: RuledOperation, status: number): readonly RuleId[] {
  return [...new Set(refusalsOf(operation).flatMap((refusals) => refusals[status] ?? []))];
}

/** The rules that the operation itself names, for its successes and refusals; without those of every operation. */
export function rulesOf({
  rules,
  refusals,
  offeredBy,
  offeredUnder,
  noContentUnder,
}: RuledOperation): ReadonlySet<RuleId> {
  const others = [offeredBy, offeredUnder, noContentUnder].filter((rule) => rule !== undefined);
  return new Set([...rules, ...Object.values(refusals).flat(), ...others]);
}

function refusalsOf(operation: RuledOperation): readonly Refusals[] {
  const { method, permission, body, offeredBy, refusals } = operation;
  const readsBody = body !== undefined && permission !== null;
  return [
    refusalsOfAll,
    ...(permission === null ? [] : [refusalsOfNamed]),
    ...(readsBody ? [refusalsOfBodies] : []),
    ...(method === "POST" && permission !== null ? [refusalsOfPosts] : []),
    ...(offeredBy === undefined ? [] : [{ 404: [offeredBy] }]),
    refusals,
  ];
}
