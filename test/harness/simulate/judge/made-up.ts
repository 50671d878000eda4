/** Truths and rows of a world that was never played. */
import type { LeadState } from "../../../../src/domain/model/lead.ts";
import type { LeadTruth, Truth, Version } from "../../../../src/harness/simulate/world/truth.ts";

/** A version; what it lacks is as at the start of an Active Lead. */
export function version(since: number, more: Partial<Version> = {}): Version {
  const start = { event: null, state: "Active", email: "maya@example.com" } as const;
  return { since, ...start, planIds: [], planStatuses: [], ...more };
}

export function lead(name: string, ...versions: readonly Version[]): LeadTruth {
  return { id: `id-${name}`, name, versions };
}

/** A Lead that was Active from `created` on, and then had that state since `changed`, by event `e1`. */
export function ended(name: string, state: LeadState, created: number, changed: number): LeadTruth {
  return lead(name, version(created), version(changed, { state, event: "e1" }));
}

export function truthOf(...leads: readonly LeadTruth[]): Truth {
  return {
    note() {},
    leads: () => leads,
    find: (id) => leads.find((one) => one.id === id) ?? null,
    withEmail: (email) =>
      leads.find(({ versions }) => versions.some((one) => one.email === email)) ?? null,
    withPlan: (plan) =>
      leads.find(({ versions }) => versions.some(({ planIds }) => planIds.includes(plan))) ?? null,
  };
}
