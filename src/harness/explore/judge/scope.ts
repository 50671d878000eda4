import type { TestOutcome } from "../../runs/run.ts";
import { isPlannedCall } from "../identity.ts";
import type { Observation, PlannedVariation } from "../model.ts";
import type { ClientTexts } from "./client-texts.ts";
import type { Scope } from "./fault-records.ts";
import { outcomeOf, sharedOutcomeOf } from "./test-names.ts";

/**
 * The scope of `planned` in a run: one labelled workspace with its test, or the whole run. `baselineLabels`
 * distinguish tests that share a label from a test that a runner retried.
 */
export function scopeOf(
  observation: Observation,
  planned: PlannedVariation,
  baselineLabels: ReadonlySet<string>,
): Scope {
  const { workspace } = planned;
  return workspace === null
    ? runScope(observation, planned)
    : labelScope(observation, planned, { label: workspace, baselineLabels });
}

function runScope(observation: Observation, planned: PlannedVariation): Scope {
  const { exit, tests, calls, worlds, effects, durationMs, stalls } = observation;
  const [effect = null] = effects.values();
  const hasFailed = tests !== null && [...tests.values()].some(isFailure);
  return {
    claimsSuccess: exit.timedOut ? null : exit.code === 0 && !hasFailed,
    isTest: tests !== null,
    outcomes: tests ?? new Map(),
    calls,
    worlds,
    stableEmails: observation.stableEmails ?? null,
    effect,
    isReached: isReached(planned, observation),
    timedOut: exit.timedOut,
    durationMs,
    stalls: stalls ?? [],
    ...textsOf(observation),
  };
}

function textsOf(observation: Observation): { readonly texts?: ClientTexts } {
  const { output, files, steady } = observation;
  if (files === undefined) return {};
  return { texts: { output, files, ...(steady === undefined ? {} : { steady }) } };
}

interface Labelled {
  readonly label: string;
  readonly baselineLabels: ReadonlySet<string>;
}

function labelScope(
  observation: Observation,
  planned: PlannedVariation,
  labelled: Labelled,
): Scope {
  const { exit, effects, durationMs, stalls } = observation;
  const { label } = labelled;
  const calls = observation.calls.filter(({ id }) => id.workspace === label);
  const outcome = labelOutcome(observation, labelled);
  return {
    claimsSuccess: outcome === null || outcome === "skipped" ? null : outcome === "passed",
    isTest: true,
    outcomes: new Map(outcome === null ? [] : [[label, outcome]]),
    calls,
    worlds: observation.worlds.filter(({ workspace }) => workspace === label),
    stableEmails: observation.stableEmails ?? null,
    effect: effects.get(label) ?? null,
    isReached: isReached(planned, { ...observation, calls }),
    timedOut: exit.timedOut && outcome === null && isLast(observation.calls, label),
    durationMs,
    stalls: stalls ?? [],
    ...textsOf(observation),
  };
}

/** Whether the label made the last call: its test was running when the suite was stopped. */
function isLast(calls: Observation["calls"], label: string): boolean {
  const sent = calls.map(({ sentAtMs }) => sentAtMs);
  const last = sent.indexOf(sent.reduce((one, other) => Math.max(one, other), 0));
  return calls[last]?.id.workspace === label;
}

/** The outcome of the test of a label; null if unknown. */
function labelOutcome(
  { tests, labels }: Observation,
  { label, baselineLabels }: Labelled,
): TestOutcome | null {
  const outcomes = tests ?? new Map<string, TestOutcome>();
  const second = `${label} (2)`;
  const shared = sharedLabel(label, baselineLabels, outcomes);
  if (shared !== null) return sharedOutcomeOf(outcomes, shared);
  const outcome = outcomeOf(outcomes, label);
  // A retry gets another workspace. A retried test that passed is flaky, because its first attempt failed.
  const isRetried = labels.has(second) && !baselineLabels.has(second);
  return isRetried && (outcome === "passed" || outcomes.get(`${label} #2`) === "passed")
    ? "flaky"
    : outcome;
}

/** The label that several tests of an unchanged run share; null if `label` belongs to one test. */
function sharedLabel(
  label: string,
  labels: ReadonlySet<string>,
  tests: ReadonlyMap<string, TestOutcome>,
): string | null {
  const first = label.replace(/ \(\d+\)$/, "");
  const isShared = labels.has(first) && labels.has(`${first} (2)`) && !tests.has(`${first} (2)`);
  return isShared ? first : null;
}

/** Whether a test did not pass at once. */
export function isFailure(outcome: TestOutcome): boolean {
  return outcome === "failed" || outcome === "flaky";
}

/**
 * A fault is reached by its call, and a run variation by any call it changed. An unknown is always reached, unless
 * the command made no call at all.
 */
function isReached(planned: PlannedVariation, { calls }: Pick<Observation, "calls">): boolean {
  if (planned.family === "unknowns") return planned.workspace !== null || calls.length > 0;
  if (planned.call !== null) {
    return calls.some(({ id, variation }) => variation !== null && isPlannedCall(planned, id));
  }
  if (planned.family === "rough") return calls.length > 0;
  return calls.some(({ variation }) => variation !== null);
}
