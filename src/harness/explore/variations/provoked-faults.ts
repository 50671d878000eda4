/** Faults of one call that `assess` provokes, besides those that `explore` plans. */
import type { Fault } from "./faults.ts";
import { caused, refused } from "./faults.ts";

/** How long the fault `hang-60` does not answer, in milliseconds. */
const longHangMs = 60_000;
/** The number of calls that the fault `429×6` refuses. */
const refusedCalls = 6;
/** The time to back off six times, or to wait for the end of the hang. */
const timeoutMs = 90_000;

const refusing = { family: "faults", reach: "operation" } as const;

const invalid = caused({
  when: "before",
  status: 422,
  fields: { email: [{ code: "INVALID", message: "The value is not accepted." }] },
});

export const provokedFaults: readonly Fault[] = [
  {
    ...refusing,
    id: "401",
    rules: ["auth.invalid"],
    sentence: "Every call of the operation is refused with 401.",
    ...refused(401),
  },
  {
    ...refusing,
    id: "403",
    rules: ["auth.permission"],
    sentence: "Every call of the operation is refused with 403.",
    ...refused(403),
  },
  {
    ...refusing,
    id: "422",
    rules: ["error.envelope"],
    sentence: "Every call of the operation is refused with 422.",
    ...invalid,
  },
  {
    ...refusing,
    id: "poison",
    reach: "person",
    rules: ["error.envelope"],
    sentence: "Every call of the operation about this person is refused with 422.",
    ...invalid,
  },
  {
    family: "faults",
    id: "409",
    rules: ["lead.unique"],
    sentence:
      "Someone else creates the Lead just before the call, so the call is refused with 409.",
    reach: "call",
    carriesOut: false,
    async apply({ next }) {
      await next();
      return next();
    },
  },
  {
    family: "faults",
    id: "429×6",
    rules: ["quota.burst", "quota.rolling-hour"],
    sentence: "The call and the next five calls with its key are refused with 429.",
    reach: "key",
    lastsCalls: refusedCalls,
    ...refused(429),
    waits: true,
    timeoutMs,
  },
  {
    family: "faults",
    id: "hang-60",
    rules: [],
    sentence: "The call is not carried out and has no answer for 60 seconds.",
    reach: "call",
    ...caused({ when: "before", delayMs: longHangMs, kind: "reset" }),
    waits: true,
    timeoutMs,
  },
];
