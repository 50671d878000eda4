import { asJson } from "../../../base/values/json.ts";
import type { ApiKey } from "../../../domain/model/api-key.ts";
import type { QuotaLimits, QuotaLimiter } from "../../../domain/model/quota.ts";
import { newQuotaLimiter } from "../../../domain/model/quota.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import type { Resettable } from "../resettable.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";

/** The limiters of one workspace, one for each used key. */
export interface Quotas extends Resettable {
  readonly limiterOf: (keyId: string) => QuotaLimiter;
  /** A copy of a key's limiter; counting in it has no effect. */
  readonly copyOf: (keyId: string) => QuotaLimiter;
  /** Counts requests that were never sent, at any past times. */
  readonly add: (keyId: string, times: readonly number[]) => void;
  readonly clear: (keyId?: string) => void;
}

/** The limiters in the settings `memory`. */
export function newQuotas(settings: Pick<WorkspaceSettings, "quotas">): Quotas {
  const limiters = new Map<string, QuotaLimiter>();
  const renew = ({ quotas }: Pick<WorkspaceSettings, "quotas">): void => {
    limiters.clear();
    for (const [keyId, times] of Object.entries(quotas))
      limiters.set(keyId, newQuotaLimiter(times));
  };
  const dump = (): WorkspaceSettings["quotas"] =>
    Object.fromEntries(Array.from(limiters, ([keyId, limiter]) => [keyId, limiter.times()]));
  renew(settings);
  const limiterOf = (keyId: string): QuotaLimiter => {
    const known = limiters.get(keyId);
    if (known !== undefined) return known;
    const limiter = newQuotaLimiter();
    limiters.set(keyId, limiter);
    return limiter;
  };
  return {
    name: "quotas",
    limiterOf,
    copyOf: (keyId) => newQuotaLimiter(limiters.get(keyId)?.times()),
    // Keeps the existing limiter: a request in flight may still refund its use.
    add: (keyId, times) => limiterOf(keyId).add(times),
    renew,
    keep: () => ({ quotas: dump() }),
    inspect: () => asJson(dump()),
    clear(keyId) {
      if (keyId === undefined) limiters.clear();
      else limiters.delete(keyId);
    },
  };
}

/** The limits of a key: its own quota, or the default of rule quota.value. */
export function limitsOf(key: ApiKey, assumptions: Assumptions): QuotaLimits {
  return {
    perHour: key.quotaPerHour === "by-rule" ? quotaByRule(assumptions) : key.quotaPerHour,
    burstWindow: chosenFor("quota.burst", assumptions),
  };
}

function quotaByRule(assumptions: Assumptions): number | null {
  const value = chosenFor("quota.value", assumptions);
  return value === "off" ? null : Number(value);
}
