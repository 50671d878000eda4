import type { ApiKey } from "../domain/api-key.ts";
import { asJson } from "../domain/json.ts";
import type { QuotaLimits, QuotaRing } from "../domain/quota.ts";
import { newQuotaRing } from "../domain/quota.ts";
import type { Assumptions } from "../rules/trace.ts";
import { chosenFor } from "../rules/trace.ts";
import type { Resettable } from "./resettable.ts";
import type { WorkspaceSettings } from "./workspace-settings.ts";

/** The limiters of one workspace, one for each used key. */
export interface Quotas extends Resettable {
  readonly ringOf: (keyId: string) => QuotaRing;
  /** A copy of a key's limiter; counting in it has no effect. */
  readonly copyOf: (keyId: string) => QuotaRing;
  /** Counts requests that were never sent, at any past times. */
  readonly add: (keyId: string, times: readonly number[]) => void;
  readonly clear: (keyId?: string) => void;
}

/** The limiters in the settings `memory`. */
export function newQuotas(settings: Pick<WorkspaceSettings, "quotas">): Quotas {
  const rings = new Map<string, QuotaRing>();
  const renew = ({ quotas }: Pick<WorkspaceSettings, "quotas">): void => {
    rings.clear();
    for (const [keyId, times] of Object.entries(quotas)) rings.set(keyId, newQuotaRing(times));
  };
  const dump = (): WorkspaceSettings["quotas"] =>
    Object.fromEntries(Array.from(rings, ([keyId, ring]) => [keyId, ring.times()]));
  renew(settings);
  const ringOf = (keyId: string): QuotaRing => {
    const known = rings.get(keyId);
    if (known !== undefined) return known;
    const ring = newQuotaRing();
    rings.set(keyId, ring);
    return ring;
  };
  return {
    name: "quotas",
    ringOf,
    copyOf: (keyId) => newQuotaRing(rings.get(keyId)?.times()),
    // Keeps the existing ring: a request in flight may still refund its use.
    add: (keyId, times) => ringOf(keyId).add(times),
    renew,
    keep: () => ({ quotas: dump() }),
    inspect: () => asJson(dump()),
    clear(keyId) {
      if (keyId === undefined) rings.clear();
      else rings.delete(keyId);
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
