/** Verdicts on fabricated runs. */
import { judge } from "../../../src/harness/explore/judge/judge.ts";
import { scopeOf } from "../../../src/harness/explore/judge/scope.ts";
import type { Effect, Observation, PlannedVariation } from "../../../src/harness/explore/model.ts";
import { call, callId, lead, observation, world } from "./made-up.ts";

export const maya = "maya@example.com";
export const failed = { code: 1, timedOut: false };
export const timedOut = { code: 143, timedOut: true };

/** The engine's verdict on a run that differs from a successful one by `trial`. */
export function judged(
  what: PlannedVariation,
  trial: Partial<Observation>,
  baseline: Partial<Observation> = { worlds: [world(lead(maya))] },
) {
  const met = [call(what.call ?? callId(null), { variation: what.variation })];
  return judge(
    what,
    scopeOf(observation(baseline), what, baseline.labels ?? new Set()),
    scopeOf(observation({ calls: met, ...trial }), what, baseline.labels ?? new Set()),
  );
}

/** The effect of the varied call. */
export const left = (kind: Effect["kind"], stands = true): Partial<Observation> => ({
  effects: new Map([["default", { kind, email: maya, stands }]]),
});
