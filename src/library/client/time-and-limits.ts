import type {
  getFault,
  listFaults,
  planFault,
  removeFault,
  removeFaults,
} from "../../server/control/faults/faults.ts";
import type { releaseFault } from "../../server/control/faults/release.ts";
import type {
  issueApiKey,
  listApiKeys,
  revokeApiKey,
} from "../../server/control/people/api-keys.ts";
import type {
  advanceClock,
  getClock,
  putClock,
} from "../../server/control/time-and-quotas/clock.ts";
import type {
  listQuotas,
  putQuota,
  refillQuota,
  useQuota,
} from "../../server/control/time-and-quotas/quotas.ts";
import type { Connection } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";

/** The workspace's time; it only moves forward. */
export function clockCalls({ data }: Connection) {
  type Setting = BodyOf<typeof putClock>;
  const put = (body: Setting) => data<typeof putClock>("PUT", "/clock", { body });
  return {
    get: () => data<typeof getClock>("GET", "/clock"),
    /** Stops the clock, at `now` (ISO 8601) if given. */
    freeze: (now?: string, more: Pick<Setting, "onRefusal"> = {}) =>
      put({ mode: "frozen", ...from(now), ...more }),
    /** Lets the clock run, from `now` (ISO 8601) if given, at `rate` times the system's speed. */
    run: (now?: string, more: Pick<Setting, "onRefusal" | "rate"> = {}) =>
      put({ mode: "system", ...from(now), ...more }),
    /** Advances by a duration (`"PT1H"`, or milliseconds), to a moment, or until a key may send again. */
    advance: (target: string | number | BodyOf<typeof advanceClock>) =>
      data<typeof advanceClock>("POST", "/clock/advance", {
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
    list: (query: QueryOf<typeof listQuotas> = {}) =>
      answer<typeof listQuotas>("GET", "/quotas", { query }),
    /** Sets a key's requests per hour, null for no limit. */
    set: (keyId: string, quotaPerHour: number | null) =>
      data<typeof putQuota>("PUT", "/quotas/{keyId}", {
        params: { keyId },
        body: { quotaPerHour },
      }),
    /** Uses up quota without sending requests. */
    use: (keyId: string, use: BodyOf<typeof useQuota>) =>
      data<typeof useQuota>("POST", "/quotas/{keyId}/use", { params: { keyId }, body: use }),
    refill: (keyId: string) =>
      data<typeof refillQuota>("POST", "/quotas/{keyId}/refill", { params: { keyId } }),
  };
}

/** API keys, including revoked and expired ones. */
export function apiKeyCalls({ answer, data }: Connection) {
  return {
    list: () => answer<typeof listApiKeys>("GET", "/api-keys"),
    issue: (key: BodyOf<typeof issueApiKey>) =>
      data<typeof issueApiKey>("POST", "/api-keys", { body: key }),
    revoke: (keyId: string) =>
      data<typeof revokeApiKey>("DELETE", "/api-keys/{keyId}", { params: { keyId } }),
  };
}

/** Planned faults. If several match a request, the one planned first applies. */
export function faultCalls({ answer, data }: Connection) {
  return {
    list: () => answer<typeof listFaults>("GET", "/faults"),
    plan: (fault: BodyOf<typeof planFault>) =>
      data<typeof planFault>("POST", "/faults", { body: fault }),
    get: (faultId: string) =>
      data<typeof getFault>("GET", "/faults/{faultId}", { params: { faultId } }),
    /** Releases the requests that a fault of kind hold holds, or the one named. */
    release: (faultId: string, release: BodyOf<typeof releaseFault>) =>
      data<typeof releaseFault>("POST", "/faults/{faultId}/release", {
        params: { faultId },
        body: release,
      }),
    remove: (faultId: string) =>
      data<typeof removeFault>("DELETE", "/faults/{faultId}", { params: { faultId } }),
    clear: () => data<typeof removeFaults>("DELETE", "/faults"),
  };
}
