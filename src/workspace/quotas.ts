import type { ApiKey } from "../domain/api-key.ts";
import type { QuotaLimits, QuotaRing } from "../domain/quota.ts";
import { newQuotaRing } from "../domain/quota.ts";
import type { Assumptions } from "../rules/trace.ts";
import { chosenFor } from "../rules/trace.ts";

/** The limiters of one workspace, one for each key that was used. */
export interface Quotas {
  readonly ringOf: (keyId: string) => QuotaRing;
  /** Counts requests that were never sent, at any past times. */
  readonly add: (keyId: string, times: readonly number[]) => void;
  /** What is left of the limiters when the workspace is put away: times by key id. */
  readonly dump: () => Readonly<Record<string, readonly number[]>>;
  readonly restore: (dump: Readonly<Record<string, readonly number[]>>) => void;
  readonly clear: (keyId?: string) => void;
}

/** No key has used anything. */
export function newQuotas(): Quotas {
  const rings = new Map<string, QuotaRing>();
  return {
    ringOf(keyId) {
      const known = rings.get(keyId);
      if (known !== undefined) return known;
      const ring = newQuotaRing();
      rings.set(keyId, ring);
      return ring;
    },
    add(keyId, times) {
      const known = rings.get(keyId)?.times() ?? [];
      rings.set(keyId, newQuotaRing([...known, ...times].toSorted((one, other) => one - other)));
    },
    dump: () => Object.fromEntries(Array.from(rings, ([keyId, ring]) => [keyId, ring.times()])),
    restore(dump) {
      rings.clear();
      for (const [keyId, times] of Object.entries(dump)) rings.set(keyId, newQuotaRing(times));
    },
    clear(keyId) {
      if (keyId === undefined) rings.clear();
      else rings.delete(keyId);
    },
  };
}

/** The limits of a key: its own quota, or what rule quota.value says for keys that carry none. */
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
