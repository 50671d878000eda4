/** Repeats trials with doubtful results: findings, and runs that did not end. */
import type { Judged, TrialSettings } from "../exploration.ts";
import { isFinding } from "../exploration.ts";
import type { Observation, PlannedVariation, Trial, Verdict } from "../model.ts";
import { groupId } from "../report/finding-id.ts";
import { variationOf } from "../report/variation-of.ts";
import type { PoolSize } from "./pool.ts";
import { alone, runPool } from "./pool.ts";
import type { TimeBudget } from "./time-budget.ts";
import type { JudgedTrial } from "./trial.ts";
import { patientMs, runAndJudge, timeoutOf } from "./trial.ts";

/** What the repetitions depend on. */
export interface Confirming {
  readonly settings: TrialSettings;
  readonly baseline: Observation;
  readonly trials: readonly Trial[];
  readonly budget: TimeBudget;
  /** How many trials ran at once. */
  readonly size: PoolSize;
}

interface Result {
  readonly trial: Trial;
  one: Judged;
  /** Whether it is from a run that had 90 s. */
  isPatient: boolean;
  isConfirmed: boolean;
}

/** What a run of 90 s shows about time and counts needs no second one. */
const ofTimeOrCounts: ReadonlySet<Verdict> = new Set(["hung", "endless", "hammered"]);

/**
 * Repeats each finding of a run that ended, alone, because only what shows twice is reported. Trials that did not end run
 * again together with 90 s, because they mostly wait. A finding about records that only such a run shows is confirmed
 * by one trial of its group.
 */
export async function confirmAll(
  confirming: Confirming,
  results: readonly (JudgedTrial | null)[],
): Promise<readonly JudgedTrial[]> {
  const { trials, settings, baseline } = confirming;
  const all = trials.map((trial, at) => {
    // A client that is refused may back off forever: --timeout is the end of a trial of announced changes.
    const isGiven = settings.timeoutMs !== null && trial.variations.some(isAnnounced);
    const isPatient = isGiven || timeoutOf(settings, baseline, trial) >= patientMs;
    return (results[at] ?? []).map((one): Result => ({
      trial,
      one,
      isPatient,
      isConfirmed: trial.isSettled === true,
    }));
  });
  await confirmAlone(confirming, all);
  await runPatiently(confirming, all.flat());
  await confirmGroups(confirming, all.flat());
  return all.map((judged) => judged.map((result) => finalOf(result, settings)));
}

/** Repeats the findings of each trial that ended; the quick ones first, so that a budget that ends leaves fewer. */
async function confirmAlone(
  confirming: Confirming,
  all: readonly (readonly Result[])[],
): Promise<void> {
  const doubtful = all
    .map((results) =>
      results.filter(
        ({ one, isConfirmed }) => isFinding(one) && !one.facts.timedOut && !isConfirmed,
      ),
    )
    .filter((results) => results.length > 0)
    .toSorted((one, other) => durationOf(one) - durationOf(other));
  const leastMs = durationOf(doubtful[0] ?? []);
  const tasks = doubtful.map((results) => ({
    waits: false,
    run: async () => {
      const again = await runAgain(confirming, results, 0);
      results.forEach((result, at) => {
        result.one = again?.[at] ?? result.one;
        result.isConfirmed = again !== null && !result.one.facts.timedOut;
      });
    },
  }));
  await runPool(tasks, alone, () => confirming.budget.has(leastMs));
}

function isAnnounced({ announced }: PlannedVariation): boolean {
  return announced !== undefined;
}

function durationOf([first]: readonly Result[]): number {
  return first?.one.facts.durationMs ?? 0;
}

/** Runs what did not end again with 90 s, and judges it by that run. */
async function runPatiently(confirming: Confirming, results: readonly Result[]): Promise<void> {
  const { size, budget } = confirming;
  const tasks = results
    .filter(({ one, isPatient }) => one.facts.timedOut && !isPatient)
    .map((result) => ({
      waits: false,
      run: async () => {
        const [again] = (await runAgain(confirming, [result], patientMs)) ?? [];
        if (again === undefined) return;
        result.one = again;
        result.isPatient = true;
      },
    }));
  const together = { working: Math.max(size.working, size.waiting), waiting: 0 };
  await runPool(tasks, together, () => budget.has(patientMs));
}

/** Confirms what a patient run shows about records by one trial of its group, alone. */
async function confirmGroups(confirming: Confirming, results: readonly Result[]): Promise<void> {
  const doubtful = results.filter(
    ({ one, isPatient, isConfirmed }) =>
      isFinding(one) && isPatient && !isConfirmed && !isOfTimeOrCounts(one),
  );
  for (const result of doubtful) {
    const group = groupOf(result.one);
    const isKnown = results.some((other) => other.isConfirmed && groupOf(other.one) === group);
    if (!isKnown && confirming.budget.has(durationOf([result]))) {
      // oxlint-disable-next-line no-await-in-loop -- alone, and the next of a group only if this one shows nothing
      const [again] = (await runAgain(confirming, [result], patientMs)) ?? [];
      if (again === undefined) continue;
      result.one = again;
    } else if (!isKnown) continue;
    result.isConfirmed = true;
  }
}

function groupOf({ planned, verdict }: Judged): string {
  return groupId({ ...variationOf(planned), verdict });
}

function isOfTimeOrCounts({ verdict, facts }: Judged): boolean {
  return ofTimeOrCounts.has(verdict) || (verdict === "dependent" && facts.timedOut);
}

/** Runs the variations of `results`, which belong to one trial. Null if the run of all ended first. */
async function runAgain(
  { settings, baseline, budget }: Confirming,
  results: readonly Result[],
  leastMs: number,
): Promise<JudgedTrial | null> {
  const [first] = results;
  if (first === undefined) return null;
  const trial = { ...first.trial, variations: results.map(({ one }) => one.planned) };
  const { judged } = await runAndJudge(settings, { baseline, trial, leastMs });
  if (budget.signal.aborted) return null;
  return judged.map((one, at) => ({ ...one, trial: results[at]?.one.trial ?? one.trial }));
}

/** What a result says after all repetitions. */
function finalOf(
  { one, isPatient, isConfirmed }: Result,
  { keepsRuns = false }: Pick<TrialSettings, "keepsRuns">,
): Judged {
  if (one.facts.timedOut && !isPatient) {
    const reason = "The client did not finish in time, and the run ended before it had 90 seconds.";
    const observation = keepsRuns ? one.observation : null;
    return { ...unjudged(one, "unfinished", reason), observation };
  }
  if (one.facts.machine === "busy" && isOfBusyMachine(one)) {
    return unjudged(one, "too-busy", "The machine was too busy to judge time.");
  }
  if (!isFinding(one) || isConfirmed || (isPatient && isOfTimeOrCounts(one))) return one;
  const reason = `Seen once as ${one.verdict}, but the run ended before the trial ran again alone.`;
  return { ...unjudged(one, "unknown", reason), seen: one.verdict };
}

/** Whether a busy machine may be the reason. A call that is open for 60 s has nothing to do with it, nor has a count. */
function isOfBusyMachine({ verdict, facts }: Judged): boolean {
  return verdict === "unfinished" || (verdict === "dependent" && facts.timedOut);
}

function unjudged(one: Judged, verdict: Verdict, reason: string): Judged {
  return { ...one, verdict, reason, alsoSeen: [], records: [], observation: null };
}
