import { createHash } from "node:crypto";

import type { CallId, PlannedVariation } from "./model.ts";

/** A call without its number among equal calls. */
export type CallFacts = Omit<CallId, "ordinal">;

/** Numbers the calls of a run; only their order distinguishes equal calls. */
export function newCallNumbering(): (facts: CallFacts) => CallId {
  const seen = new Map<string, number>();
  return (facts) => {
    const key = JSON.stringify([facts.workspace, facts.operation, facts.subject]);
    const ordinal = (seen.get(key) ?? 0) + 1;
    seen.set(key, ordinal);
    return { ...facts, ordinal };
  };
}

/** A key that identifies a call uniquely. */
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

/** The hash that replaces a subject to hide the person. */
export function subjectHash(salt: string, subject: string): string {
  return `sha256:${createHash("sha256").update(`${salt}/${subject}`).digest("hex").slice(0, 32)}`;
}

/** A readable name of a call, such as `post-leads-for-firm maya@example.com (call 2)`. */
export function callName({ operation, subject, ordinal }: CallId): string {
  const about = subject === null ? "" : ` ${subject}`;
  return ordinal === 1 ? operation + about : `${operation}${about} (call ${ordinal})`;
}

/** Whether only its order identifies a call in another run. */
export function isBestEffort({ subject }: CallId): boolean {
  return subject === null;
}

/**
 * Names the workspaces of a run by label, or by id if they have none. The client chooses the id, or the sandbox
 * derives it from the number of earlier workspaces. The second workspace of a label, which a test runner
 * creates for a retry, is `label (2)`.
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
