/** Runs one trial and judges it. */
import type { Judged, TrialFacts, TrialSettings } from "../exploration.ts";
import { isFinding } from "../exploration.ts";
import { isPlannedCall } from "../identity.ts";
import { endingOf } from "../judge/ending.ts";
import type { Scope } from "../judge/fault-records.ts";
import { judge } from "../judge/judge.ts";
import { scopeOf } from "../judge/scope.ts";
import type { Judgement, Observation, PlannedVariation, Trial } from "../model.ts";
import { withoutAttempts } from "../run/results.ts";
import type { RunSettings } from "../run/run-settings.ts";
import { runOnce } from "../run/run.ts";
import { timeoutMsOf } from "../variations/catalogue.ts";

/** The minimum extra time of a trial over its baseline, in milliseconds. */
const marginMs = 10_000;

/** Runs one planned variation and judges it. A hash may identify the call. */
export async function judgeAgain(
  settings: RunSettings & Pick<TrialSettings, "timeoutMs">,
  baseline: Observation,
  planned: PlannedVariation,
): Promise<{ readonly judgement: Judgement; readonly observation: Observation }> {
  const trial = { id: "replay", variations: [planned], waits: false };
  const observation = await runTrial(settings, baseline, trial);
  const met = observation.calls.find(({ id }) => isPlannedCall(planned, id));
  const known = met === undefined ? planned : { ...planned, call: met.id, salt: null };
  const judgement = judge(
    known,
    scopeOf(baseline, known, baseline.labels),
    scopeOf(observation, known, baseline.labels),
  );
  return { judgement, observation };
}

/** Runs `trial`. A test suite without results has no outcomes, but it is still a test suite. */
export async function runTrial(
  settings: RunSettings & Pick<TrialSettings, "timeoutMs">,
  baseline: Observation,
  trial: Trial,
  patience = 1,
): Promise<Observation> {
  const timeoutMs = patience * timeoutOf(settings, baseline, trial);
  const observation = await runOnce(settings, { trial, timeoutMs, adopted: baseline.adopted });
  if (baseline.tests === null) return observation;
  return { ...observation, tests: withoutAttempts(observation.tests ?? new Map(), baseline.tests) };
}

function timeoutOf(
  { timeoutMs }: Pick<TrialSettings, "timeoutMs">,
  { durationMs }: Observation,
  { variations }: Trial,
): number {
  if (timeoutMs !== null) return timeoutMs;
  const usual = Math.max(3 * durationMs, durationMs + marginMs);
  const least = variations.map((planned) => timeoutMsOf(planned));
  return Math.max(usual, ...least);
}

/** Judges each variation of a trial. */
export function judgeTrial(
  trial: Trial,
  baseline: Observation,
  observation: Observation,
  keepsRuns = false,
): readonly Judged[] {
  const { id, variations } = trial;
  return variations.map((planned, at) => {
    const scope = scopeOf(observation, planned, baseline.labels);
    const judgement = judge(planned, scopeOf(baseline, planned, baseline.labels), scope);
    return {
      ...judgement,
      trial: variations.length === 1 ? id : `${id}.${at + 1}`,
      planned,
      facts: factsOf(observation, scope),
      observation: keepsRuns || isFinding(judgement) ? observation : null,
    };
  });
}

function factsOf({ exit, machine = "calm" }: Observation, scope: Scope): TrialFacts {
  const { durationMs, calls, isReached, outcomes } = scope;
  return {
    exitCode: exit.code,
    durationMs,
    calls: calls.length,
    fired: isReached,
    timedOut: scope.timedOut,
    ...(scope.timedOut ? { ending: endingOf(calls) } : {}),
    machine,
    tests: outcomes,
  };
}
