import * as calls from "./calls.ts";
import type { Connection } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";

/** The workspace's time; it only moves forward. */
export function clockCalls({ data }: Connection) {
  type Setting = BodyOf<typeof calls.putClock>;
  const put = (body: Setting) => data(calls.putClock, { body });
  return {
    get: () => data(calls.getClock),
    /** Stops the clock, at `now` (ISO 8601) if given. */
    freeze: (now?: string, more: Pick<Setting, "onRefusal"> = {}) =>
      put({ mode: "frozen", ...from(now), ...more }),
    /** Lets the clock run, from `now` (ISO 8601) if given, at `rate` times the system's speed. */
    run: (now?: string, more: Pick<Setting, "onRefusal" | "rate"> = {}) =>
      put({ mode: "system", ...from(now), ...more }),
    /** Advances by a duration (`"PT1H"`, or milliseconds), to a moment, or until a key may send again. */
    advance: (target: string | number | BodyOf<typeof calls.advanceClock>) =>
      data(calls.advanceClock, {
        body: typeof target === "object" ? target : { by: target },
      }),
  };
}

function from(now: string | undefined) {
  return now === undefined ? {} : { now };
}

/** The limits of each key, and its requests so far. */
export function quotaCalls({ answer, data }: Connection) {
  return {
    list: (query: QueryOf<typeof calls.listQuotas> = {}) => answer(calls.listQuotas, { query }),
    /** Sets a key's requests per hour, null for no limit. */
    set: (keyId: string, quotaPerHour: number | null) =>
      data(calls.putQuota, {
        params: { keyId },
        body: { quotaPerHour },
      }),
    /** Uses up quota without sending requests. */
    use: (keyId: string, use: BodyOf<typeof calls.useQuota>) =>
      data(calls.useQuota, { params: { keyId }, body: use }),
    refill: (keyId: string) => data(calls.refillQuota, { params: { keyId } }),
  };
}

/** API keys, including revoked and expired ones. */
export function apiKeyCalls({ answer, data }: Connection) {
  return {
    list: () => answer(calls.listApiKeys),
    issue: (key: BodyOf<typeof calls.issueApiKey>) => data(calls.issueApiKey, { body: key }),
    revoke: (keyId: string) => data(calls.revokeApiKey, { params: { keyId } }),
  };
}

/** Planned faults. If several match a request, the one planned first applies. */
export function faultCalls({ answer, data }: Connection) {
  return {
    list: () => answer(calls.listFaults),
    plan: (fault: BodyOf<typeof calls.planFault>) => data(calls.planFault, { body: fault }),
    get: (faultId: string) => data(calls.getFault, { params: { faultId } }),
    /** Releases the requests that a fault of kind hold holds, or the one named. */
    release: (faultId: string, release: BodyOf<typeof calls.releaseHeldRequests>) =>
      data(calls.releaseHeldRequests, {
        params: { faultId },
        body: release,
      }),
    remove: (faultId: string) => data(calls.removeFault, { params: { faultId } }),
    clear: () => data(calls.removeFaults),
  };
}
