/** Faults of one call: network errors, server errors, and slow or damaged answers. */
import type { FaultEffect } from "../../../domain/model/fault.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import type { Answer } from "../../../network/http/answer.ts";
import { NoAnswer } from "../../../network/http/no-answer.ts";
import { faultyAnswer } from "../../../server/gates/faulty-answer.ts";
import { pause } from "../../../server/gates/pause.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import type { HazardKind, InterceptedRequest, Variation } from "./variation.ts";

/** A fault of one call, or of that call and later ones. */
export interface Fault extends Variation {
  readonly family: "faults" | "rough";
  /** The kind of trouble that a trial of the fault tests, if `explore` plans it. */
  readonly hazard?: HazardKind;
  /**
   * The affected calls: only the varied call, those of its key for a time or a number, those of its operation, or all
   * from it on. `person` and `page` are calls of its operation about its person, or with its query.
   */
  readonly reach: "call" | "key" | "operation" | "person" | "page" | "workspace";
  /** The duration for `key`, in milliseconds of real time. */
  readonly lastsMs?: number;
  /** The number of affected calls, the varied one included. */
  readonly lastsCalls?: number;
  /** Whether the varied call is carried out. */
  readonly carriesOut: boolean;
  /** Whether the fault requires an answer with a body. */
  readonly needsBody?: boolean;
  /** Whether the fault requires a connection that carried a call before. */
  readonly needsKeptConnection?: boolean;
  /**
   * Whether the fault resets a connection of any age. Until then, every answer closes its connection. On a kept one,
   * some transports repeat the call, and the client never hears of the reset.
   */
  readonly resets?: boolean;
  /** Whether a trial of the fault mostly waits. */
  readonly waits?: boolean;
  /** The minimum timeout of a trial, in milliseconds. */
  readonly timeoutMs?: number;
  readonly apply: (request: InterceptedRequest) => Promise<Answer>;
  /** The same for the later calls that it affects; by default `apply`. */
  readonly applyLater?: (request: InterceptedRequest) => Promise<Answer>;
}

/** How long a varied 429 refuses all calls of a key, in milliseconds. */
const refusedMs = 2_000;
/** The delay of a slow answer, in milliseconds. */
const slowMs = 5_000;
/** The minimum timeout for clients that back off, in milliseconds. */
const backOffMs = 90_000;

/**
 * How long a refusal takes, in milliseconds. An immediate one could arrive before the next of several parallel
 * requests, which would then look like a retry without a pause.
 */
const refusalMs = 100;

/** The interface does not mention the network, so only faults of an answer break a rule. */
const fault = { family: "faults", rules: [], reach: "call" } as const;
const brokenBody = { ...fault, rules: ["http.json"] } as const;
const serverError = { ...fault, rules: ["error.server"] } as const;

/** All faults, in the order in which trials use them. */
export const faults: readonly Fault[] = [
  {
    ...fault,
    id: "reset-after",
    hazard: "lost-answer",
    sentence: "The call is carried out, but the connection is reset before the answer arrives.",
    ...caused({ when: "after", kind: "reset" }),
    resets: true,
  },
  {
    ...fault,
    id: "429",
    hazard: "refusal",
    rules: ["quota.burst", "quota.rolling-hour"],
    sentence: "The call and every other call with its key are refused with 429 for two seconds.",
    reach: "key",
    lastsMs: refusedMs,
    carriesOut: false,
    waits: true,
    timeoutMs: backOffMs,
    apply: (request) => refused(429, retryAfter(request.context)).apply(request),
  },
  {
    ...serverError,
    id: "503",
    hazard: "refusal",
    sentence: "The call fails with 503 and is not carried out.",
    ...refused(503),
  },
  {
    ...fault,
    id: "hang",
    hazard: "hang",
    sentence: "The call is never carried out or answered.",
    ...caused({ when: "before", kind: "hang" }),
    waits: true,
  },
  {
    ...serverError,
    id: "500-after",
    hazard: "lost-answer",
    sentence: "The call is carried out but answered with 500.",
    ...caused({ when: "after", status: 500 }),
  },
  {
    ...fault,
    id: "reset-before",
    hazard: "no-connection",
    sentence: "The connection is reset before the call is carried out.",
    ...caused({ when: "before", kind: "reset" }),
    resets: true,
  },
  {
    ...fault,
    id: "slow",
    hazard: "slow-answer",
    sentence: "The call is carried out, but the answer takes five seconds.",
    ...caused({ when: "after", delayMs: slowMs }),
    waits: true,
  },
  {
    ...brokenBody,
    id: "malformed",
    hazard: "unreadable-answer",
    sentence: "The call is carried out, but the JSON of its answer is truncated.",
    ...caused({ when: "after", kind: "malformed" }),
    needsBody: true,
  },
  {
    ...brokenBody,
    id: "empty",
    hazard: "unreadable-answer",
    sentence: "The call is carried out, but its answer has no body.",
    ...caused({ when: "after", kind: "empty" }),
    needsBody: true,
  },
  {
    ...fault,
    id: "reset-idle",
    hazard: "idle-reset",
    sentence:
      "The connection was kept open after an earlier call and is reset as this call arrives.",
    ...caused({ when: "before", kind: "reset" }),
    needsKeptConnection: true,
  },
  {
    ...serverError,
    id: "outage",
    hazard: "outage",
    sentence: "This call and all later ones fail with 503 and are not carried out.",
    reach: "workspace",
    ...refused(503),
    waits: true,
    timeoutMs: backOffMs,
  },
];

/** What an effect of the emulated API's own faults does to a call. */
export function caused(effect: FaultEffect): Pick<Fault, "apply" | "carriesOut"> {
  const { when, kind, status, delayMs } = effect;
  return {
    carriesOut: when === "after",
    async apply({ context: { inFlight, request, notes }, next }) {
      const answer = when === "after" ? await next() : null;
      if (delayMs !== undefined) await pause(delayMs, [inFlight.signal, request.signal], reason);
      if (kind === "reset" || kind === "hang") throw new NoAnswer(kind, reason);
      if (answer !== null && kind === undefined && status === undefined) return answer;
      notes.reason = reason;
      return faultyAnswer(answer, effect);
    },
  };
}

const reason = "The variation of this trial hit this call.";

/** Refuses a call after the time that a refusal takes. */
export function refused(
  status: 401 | 403 | 429 | 503,
  headers: Answer["headers"] = {},
): ReturnType<typeof caused> {
  return caused({ when: "before", delayMs: refusalMs, status, headers });
}

/** The Retry-After header of a 429, if the workspace sends rate-limit headers (rule quota.headers). */
function retryAfter({ trace }: RequestContext): Answer["headers"] {
  const form = chosenFor("quota.headers", trace.assumptions);
  return form === "none" ? {} : { "retry-after": String(refusedMs / 1_000) };
}
