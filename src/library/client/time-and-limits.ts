import type { Connection } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";

/** The workspace's time; it only moves forward. */
export function clockCalls({ data }: Connection) {
  type Setting = BodyOf<"put-clock">;
  const put = (body: Setting) => data("put-clock", { body });
  return {
    get: () => data("get-clock"),
    /** Stops the clock, at `now` (ISO 8601) if given. */
    freeze: (now?: string, more: Pick<Setting, "onRefusal"> = {}) =>
      put({ mode: "frozen", ...from(now), ...more }),
    /** Lets the clock run, from `now` (ISO 8601) if given, at `rate` times the system's speed. */
    run: (now?: string, more: Pick<Setting, "onRefusal" | "rate"> = {}) =>
      put({ mode: "system", ...from(now), ...more }),
    /** Advances by a duration (`"PT1H"`, or milliseconds), to a moment, or until a key may send again. */
    advance: (target: string | number | BodyOf<"advance-clock">) =>
      data("advance-clock", {
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
    list: (query: QueryOf<"list-quotas"> = {}) => answer("list-quotas", { query }),
    /** Sets a key's requests per hour, null for no limit. */
    set: (keyId: string, quotaPerHour: number | null) =>
      data("put-quota", {
        params: { keyId },
        body: { quotaPerHour },
      }),
    /** Uses up quota without sending requests. */
    use: (keyId: string, use: BodyOf<"use-quota">) =>
      data("use-quota", { params: { keyId }, body: use }),
    refill: (keyId: string) => data("refill-quota", { params: { keyId } }),
  };
}

/** API keys, including revoked and expired ones. */
export function apiKeyCalls({ answer, data }: Connection) {
  return {
    list: () => answer("list-api-keys"),
    issue: (key: BodyOf<"issue-api-key">) => data("issue-api-key", { body: key }),
    revoke: (keyId: string) => data("revoke-api-key", { params: { keyId } }),
  };
}

/** Planned faults. If several match a request, the one planned first applies. */
export function faultCalls({ answer, data }: Connection) {
  return {
    list: () => answer("list-faults"),
    plan: (fault: BodyOf<"plan-fault">) => data("plan-fault", { body: fault }),
    get: (faultId: string) => data("get-fault", { params: { faultId } }),
    /** Releases the requests that a fault of kind hold holds, or the one named. */
    release: (faultId: string, release: BodyOf<"release-held-requests">) =>
      data("release-held-requests", {
        params: { faultId },
        body: release,
      }),
    remove: (faultId: string) => data("remove-fault", { params: { faultId } }),
    clear: () => data("remove-faults"),
  };
}
