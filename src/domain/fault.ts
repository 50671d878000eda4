/** A fault that a tester plans: which requests it meets, and what becomes of them. */
import { pathMatches } from "./path-pattern.ts";

/** What can go wrong with an answer: its connection is cut, its body is left out or broken, it never comes, or it waits for a tester. */
export const faultKinds = ["reset", "empty", "malformed", "hang", "hold"] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Every part that is given must fit; no part fits every request. */
export interface FaultMatch {
  readonly method?: string;
  /** A path or a pattern of paths. */
  readonly path?: string;
  readonly operationId?: string;
  readonly apiKeyId?: string;
}

/** `delayMs` is real time and comes first; `when` is whether the request is carried out before it fails. */
export interface FaultEffect {
  readonly when: "before" | "after";
  readonly delayMs?: number;
  readonly kind?: FaultKind;
  readonly status?: number;
  readonly message?: string;
  readonly fields?: FaultFields;
  readonly headers?: Readonly<Record<string, string>>;
}

export type FaultFields = Readonly<
  Record<string, readonly { readonly code: string; readonly message: string }[]>
>;

/** A planned fault. Times are epoch milliseconds; `times` is how often it can meet a request, null for always. */
export interface Fault {
  readonly id: string;
  readonly match: FaultMatch;
  readonly then: FaultEffect;
  readonly times: number | null;
  readonly probability: number;
  readonly startsAt: number | null;
  readonly expiresAt: number | null;
  /** Number of requests that it hit. */
  readonly hits: number;
}

/** A request as faults see it. */
export interface FaultableRequest {
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  readonly apiKeyId: string | null;
}

/** Whether a fault can still meet a request at `now`. */
export function faultIsActive(fault: Fault, now: number): boolean {
  return (
    (fault.times === null || fault.hits < fault.times) &&
    (fault.startsAt === null || fault.startsAt <= now) &&
    (fault.expiresAt === null || now < fault.expiresAt)
  );
}

/** Whether a request is one of those that a fault is for. */
export function faultMatches(match: FaultMatch, request: FaultableRequest): boolean {
  const { method, path, operationId, apiKeyId } = match;
  return (
    (method === undefined || method.toUpperCase() === request.method) &&
    (path === undefined || pathMatches(path, request.path)) &&
    (operationId === undefined || operationId === request.operationId) &&
    (apiKeyId === undefined || apiKeyId === request.apiKeyId)
  );
}
