import type { Scope } from "./judge.ts";
import { isReachedBy } from "./judge.ts";
import type { Observation, PlannedVariation, TestOutcome } from "./model.ts";
import { outcomeOf } from "./test-names.ts";

/** The part of a run that `planned` concerns: one labelled workspace with its test, or all of it. */
export function scopeOf(observation: Observation, planned: PlannedVariation): Scope {
  const { workspace } = planned;
  return workspace === null
    ? runScope(observation, planned)
    : labelScope(observation, planned, workspace);
}

function runScope(observation: Observation, planned: PlannedVariation): Scope {
  const { exit, tests, calls, worlds, effects, durationMs } = observation;
  const [effect = null] = effects.values();
  const hasFailed = tests !== null && [...tests.values()].some(isFailure);
  return {
    claimsSuccess: exit.timedOut ? null : exit.code === 0 && !hasFailed,
    isTest: tests !== null,
    outcomes: tests ?? new Map(),
    calls,
    worlds,
    effect,
    isReached: isReached(planned, observation),
    timedOut: exit.timedOut,
    durationMs,
  };
}

function labelScope(observation: Observation, planned: PlannedVariation, label: string): Scope {
  const { exit, tests, effects, labels, durationMs } = observation;
  const calls = observation.calls.filter(({ id }) => id.workspace === label);
  const told = outcomeOf(tests ?? new Map<string, TestOutcome>(), label);
  // A runner that tries a test again makes another workspace: what counts is how the first one went.
  const outcome = labels.has(`${label} (2)`) && told === "passed" ? "flaky" : told;
  return {
    claimsSuccess: outcome === null || outcome === "skipped" ? null : outcome === "passed",
    isTest: true,
    outcomes: new Map(outcome === null ? [] : [[label, outcome]]),
    calls,
    worlds: observation.worlds.filter(({ workspace }) => workspace === label),
    effect: effects.get(label) ?? null,
    isReached: isReached(planned, { ...observation, calls }),
    timedOut: exit.timedOut && outcome === null && isLast(observation.calls, label),
    durationMs,
  };
}

/** Of the tests of a suite that was ended, the one that called last was under way. */
function isLast(calls: Observation["calls"], label: string): boolean {
  const sent = calls.map(({ sentAtMs }) => sentAtMs);
  const last = sent.indexOf(sent.reduce((one, other) => Math.max(one, other), 0));
  return calls[last]?.id.workspace === label;
}

function isFailure(outcome: TestOutcome): boolean {
  return outcome === "failed" || outcome === "flaky";
}

/** A fault is reached by its call, a variation of the whole run by any call that it changed, an unknown always. */
function isReached(planned: PlannedVariation, { calls }: Pick<Observation, "calls">): boolean {
  if (planned.family === "unknowns") return true;
  if (planned.family === "faults") return isReachedBy(planned, calls);
  return calls.some(({ variation }) => variation !== null);
}
