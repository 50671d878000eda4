import { createHash } from "node:crypto";

import type { CallId, PlannedVariation } from "./model.ts";

/** A call before it is known how many such calls came before it. */
export type CallFacts = Omit<CallId, "ordinal">;

/** Numbers the calls of a run; identical ones differ by their order only. */
export function newCallNumbering(): (facts: CallFacts) => CallId {
  const seen = new Map<string, number>();
  return (facts) => {
    const key = factsKey(facts);
    const ordinal = (seen.get(key) ?? 0) + 1;
    seen.set(key, ordinal);
    return { ...facts, ordinal };
  };
}

function factsKey({ workspace, operation, subject }: CallFacts): string {
  return JSON.stringify([workspace, operation, subject]);
}

/** A text that is the same for the same call, and for no other. */
export function callKey(id: CallId): string {
  return JSON.stringify([id.workspace, id.operation, id.subject, id.ordinal]);
}

/** Whether `id` is the call of a planned variation, whose subject may be a hash. */
export function isPlannedCall(
  { call, salt = null }: Pick<PlannedVariation, "call" | "salt">,
  id: CallId,
): boolean {
  if (call === null) return false;
  const subject = salt === null || id.subject === null ? id.subject : subjectHash(salt, id.subject);
  return callKey({ ...id, subject }) === callKey(call);
}

/** The hash that replaces a subject, to hide the person. */
export function subjectHash(salt: string, subject: string): string {
  return `sha256:${createHash("sha256").update(`${salt}/${subject}`).digest("hex").slice(0, 32)}`;
}

/** A call as a person reads it, such as `post-leads-for-firm maya@example.com (2nd call)`. */
export function callName({ operation, subject, ordinal }: CallId): string {
  const about = subject === null ? "" : ` ${subject}`;
  return ordinal === 1 ? operation + about : `${operation}${about} (call ${ordinal})`;
}

/** Whether a call is found again by more than its order. */
export function isBestEffort({ subject }: CallId): boolean {
  return subject === null;
}

/**
 * Names workspaces in a run: by their label, or by their id, which the client chose or which says how many were made before.
 * The second workspace of one label, which a runner's retry makes, is `label (2)`.
 */
export function newWorkspaceNames(): (made: {
  readonly id: string;
  readonly label: string | null;
}) => string {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const numbered = (name: string): string => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
  return ({ id, label }) => {
    const key = JSON.stringify([id, label]);
    const name = known.get(key) ?? (label === null ? id : numbered(label));
    known.set(key, name);
    return name;
  };
}
