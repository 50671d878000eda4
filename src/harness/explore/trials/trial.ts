/** Runs one trial and judges it. */
import { withoutAttempts } from "../../runs/test-results.ts";
import type { Judged, TrialFacts, TrialSettings } from "../exploration.ts";
import { isFinding } from "../exploration.ts";
import { isPlannedCall } from "../identity.ts";
import { judgeWithTests } from "../judge/announced-tests.ts";
import { endingOf } from "../judge/ending.ts";
import type { Scope } from "../judge/fault-records.ts";
import { scopeOf } from "../judge/scope.ts";
import type { Judgement, Observation, PlannedVariation, Trial } from "../model.ts";
import type { RunSettings } from "../run/run-settings.ts";
import { runOnce } from "../run/run.ts";
import { timeoutMsOf } from "../variations/catalogue.ts";

/** The minimum extra time of a trial over its baseline, in milliseconds. */
const marginMs = 10_000;

/** A trial that does not end in its time gets so much, at least: clients wait 30 s for an answer. */
export const patientMs = 90_000;

/** The judgements of one trial, one for each variation. */
export type JudgedTrial = readonly Judged[];

/** Runs one planned variation and judges it. A hash may identify the call. */
export async function judgeAgain(
  settings: RunSettings & Pick<TrialSettings, "timeoutMs">,
  baseline: Observation,
  planned: PlannedVariation,
): Promise<{ readonly judgement: Judgement; readonly observation: Observation }> {
  const trial = { id: "replay", variations: [planned], waits: false };
  const observation = await runTrial(settings, { baseline, trial, leastMs: patientMs });
  const met = observation.calls.find(({ id }) => isPlannedCall(planned, id));
  const known = met === undefined ? planned : { ...planned, call: met.id, salt: null };
  const judgement = judgeWithTests(known, baseline, observation);
  return { judgement, observation };
}

/** A trial to run, for at least `leastMs`. */
interface TrialRun {
  readonly baseline: Observation;
  readonly trial: Trial;
  readonly leastMs?: number;
}

type TrialRunSettings = RunSettings & Pick<TrialSettings, "timeoutMs" | "keepsRuns">;

/** Runs a trial. A test suite without results has no outcomes, but it is still a test suite. */
export async function runTrial(
  settings: TrialRunSettings,
  { baseline, trial, leastMs = 0 }: TrialRun,
): Promise<Observation> {
  const timeoutMs = Math.max(leastMs, timeoutOf(settings, baseline, trial));
  const observation = await runOnce(settings, { trial, timeoutMs, adopted: baseline.adopted });
  if (baseline.tests === null) return observation;
  return { ...observation, tests: withoutAttempts(observation.tests ?? new Map(), baseline.tests) };
}

/**
 * Runs a trial and judges it. A packed run that one label ended, such as by a hang, is repeated for the labels that had
 * no turn.
 */
export async function runAndJudge(
  settings: TrialRunSettings,
  given: TrialRun,
): Promise<{ readonly judged: JudgedTrial; readonly observation: Observation }> {
  const { baseline, trial } = given;
  const observation = await runTrial(settings, given);
  const judged = judgeTrial(trial, baseline, observation, settings.keepsRuns);
  const cutOff = judged.filter((one) => hadNoTurn(one, observation));
  const isOver = cutOff.length === 0 || cutOff.length === judged.length;
  if (isOver || settings.signal?.aborted === true) return { judged, observation };
  const variations = cutOff.map(({ planned }) => planned);
  const rest = await runAndJudge(settings, { ...given, trial: { ...trial, variations } });
  const later = new Map(cutOff.map((one, at) => [one, rest.judged[at]]));
  return {
    observation,
    judged: judged.map((one) => ({ ...(later.get(one) ?? one), trial: one.trial })),
  };
}

/** Whether a run ended before it came to the fault of a label. */
function hadNoTurn({ planned, verdict, facts }: Judged, { exit }: Observation): boolean {
  return (
    exit.timedOut &&
    planned.family === "faults" &&
    planned.workspace !== null &&
    !facts.timedOut &&
    (verdict === "not-reached" || verdict === "unknown")
  );
}

/** The time limit of a trial. */
export function timeoutOf(
  { timeoutMs }: Pick<TrialSettings, "timeoutMs">,
  { durationMs }: Observation,
  { variations }: Trial,
): number {
  if (timeoutMs !== null) return timeoutMs;
  const usual = Math.max(3 * durationMs, durationMs + marginMs);
  const least = variations.map((planned) => timeoutMsOf(planned));
  return Math.max(usual, ...least);
}

export function judgeTrial(
  trial: Trial,
  baseline: Observation,
  observation: Observation,
  keepsRuns = false,
): JudgedTrial {
  const { id, variations } = trial;
  return variations.map((planned, at) => {
    const scope = scopeOf(observation, planned, baseline.labels);
    const judgement = judgeWithTests(planned, baseline, observation);
    return {
      ...judgement,
      trial: variations.length === 1 ? id : `${id}.${at + 1}`,
      planned,
      facts: factsOf(observation, scope),
      observation: keepsRuns || isFinding(judgement) ? observation : null,
    };
  });
}

function factsOf({ exit, machine }: Observation, scope: Scope): TrialFacts {
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
