/** A fault that a tester plans: which requests it hits, and its effect on them. */
import { pathMatches } from "./path-pattern.ts";

/**
 * The kinds of fault without a usual answer: connection reset, empty or malformed body, no answer, or a wait
 * for the tester.
 */
export const faultKinds = ["reset", "empty", "malformed", "hang", "hold"] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A request must match every part that is given; an empty match fits every request. */
export interface FaultMatch {
  readonly method?: string;
  /** A path or a pattern of paths. */
  readonly path?: string;
  readonly operationId?: string;
  readonly apiKeyId?: string;
}

/** `delayMs` is real time and comes first; `when` selects whether the request runs before it fails. */
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

/** A planned fault. Times are epoch milliseconds; `times` is the maximum number of hits, null for no limit. */
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

export interface FaultableRequest {
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  readonly apiKeyId: string | null;
}

/** Whether a fault can still hit a request at `now`. */
export function faultIsActive(fault: Fault, now: number): boolean {
  return (
    (fault.times === null || fault.hits < fault.times) &&
    (fault.startsAt === null || fault.startsAt <= now) &&
    (fault.expiresAt === null || now < fault.expiresAt)
  );
}

export function faultMatches(match: FaultMatch, request: FaultableRequest): boolean {
  const { method, path, operationId, apiKeyId } = match;
  return (
    (method === undefined || method.toUpperCase() === request.method) &&
    (path === undefined || pathMatches(path, request.path)) &&
    (operationId === undefined || operationId === request.operationId) &&
    (apiKeyId === undefined || apiKeyId === request.apiKeyId)
  );
}
