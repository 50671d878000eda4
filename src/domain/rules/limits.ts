import type { Rule } from "./rule.ts";

/** The quota of a key. */
export const limitRules = {
  "quota.rolling-hour": {
    clause: "8",
    standing: "documented",
    statement:
      "Quota is counted per key over any 60 minutes; a request beyond it is 429. With 500 used " +
      "between 07:30 and 07:45, the next one is allowed at 08:30.",
    source: "/getting-started/rate-limits",
  },
  "quota.burst": {
    clause: "8",
    standing: "documented",
    statement:
      "Within a minute a key may use six times its hourly average, 50 requests at 500 an hour; " +
      "a request beyond it is 429. Which minute is not documented: the last 60 seconds, or " +
      "under `clock-minute` the current minute of the clock.",
    source: "/getting-started/rate-limits",
    default: "rolling-60-s",
    alternatives: ["clock-minute"],
  },
  "quota.value": {
    clause: "8",
    standing: "assumed",
    statement:
      "A key without its own quota has 500 requests an hour, the figure of the worked example. " +
      "Real sandbox keys typically have 100 to 200: see `100` and `200`. `off` removes the " +
      "limit.",
    source: "/getting-started/rate-limits",
    default: "500",
    alternatives: ["100", "200", "off"],
  },
  "quota.refused": {
    clause: "8",
    standing: "assumed",
    statement: "A request refused with 429 uses no quota. Under `counted` it does.",
    default: "free",
    alternatives: ["counted"],
  },
  "quota.failed": {
    clause: "8",
    standing: "assumed",
    statement:
      "A request that the quota allows and that is then refused, with any status from 400 to " +
      "499, uses quota like a success. Under `free` it does not.",
    default: "counted",
    alternatives: ["free"],
  },
  "quota.unauthenticated": {
    clause: "8",
    standing: "assumed",
    statement: "A 401 uses no quota of any key.",
  },
  "quota.headers": {
    clause: "8",
    standing: "assumed",
    statement:
      "Answers, and so a 429, have no rate-limit headers. Under every alternative a 429 has `Retry-After`. " +
      "Under `ratelimit` each metered answer has `RateLimit-Policy` and `RateLimit`, the " +
      "structured fields of the current IETF draft. Their windows are named `hour` and " +
      "`minute`. Under `ratelimit-06` it has `RateLimit-Limit`, `-Remaining` and `-Reset` of " +
      "the older drafts, and under `x-ratelimit` the same with the prefix `X-`. These three " +
      "describe the one window that allows less at that moment. Every value is exact, in whole " +
      "seconds.",
    default: "none",
    alternatives: ["retry-after", "ratelimit", "ratelimit-06", "x-ratelimit"],
  },
} as const satisfies Record<string, Rule>;
