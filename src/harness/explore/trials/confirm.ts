/** Repeats trials with doubtful results. */
import type { Judged, TrialSettings } from "../exploration.ts";
import { isFinding } from "../exploration.ts";
import type { Observation, Trial, Verdict } from "../model.ts";
import type { PoolSize } from "./pool.ts";
import { alone, runPool } from "./pool.ts";
import type { TimeBudget } from "./time-budget.ts";
import { judgeTrial, runTrial } from "./trial.ts";

/** The judgements of one trial. */
export type JudgedTrial = readonly Judged[];

/** What the repetitions depend on. */
export interface Confirming {
  readonly settings: TrialSettings;
  readonly baseline: Observation;
  readonly trials: readonly Trial[];
  readonly budget: TimeBudget;
  /** How many trials ran at once. */
  readonly size: PoolSize;
}

/** On a loaded machine, a trial gets this multiple of its time before it is judged by it. */
const patience = 2;

const timed: ReadonlySet<Verdict> = new Set(["hung", "unfinished"]);

/**
 * Repeats every finding alone, because only what shows twice is reported. Unfinished clients are repeated together,
 * because they mostly wait.
 */
export async function confirmAll(
  confirming: Confirming,
  results: readonly (JudgedTrial | null)[],
): Promise<readonly JudgedTrial[]> {
  const { trials, budget, size } = confirming;
  const judged = results.map((one) => one ?? []);
  const confirmed = new Set<Judged>();
  const again = (isDoubtful: (one: Judged) => boolean, atOnce: PoolSize): Promise<void> => {
    const doubtful = trials.flatMap((trial, at) => {
      const before = judged[at] ?? [];
      const run = async (): Promise<void> => {
        const repeated = await confirm(confirming, trial, { before, isDoubtful });
        if (repeated === null) return;
        judged[at] = repeated;
        if (atOnce === alone) for (const one of repeated) confirmed.add(one);
      };
      const durationMs = before[0]?.facts.durationMs ?? 0;
      return before.some(isDoubtful) ? [{ waits: false, run, durationMs }] : [];
    });
    // The quick ones first: a budget that ends leaves fewer unconfirmed.
    const inOrder = doubtful.toSorted((one, other) => one.durationMs - other.durationMs);
    const atLeastMs = inOrder[0]?.durationMs ?? 0;
    return runPool(inOrder, atOnce, () => budget.has(atLeastMs));
  };
  const isUnconfirmed = (one: Judged): boolean => isFinding(one) && !confirmed.has(one);
  await again(isFinding, alone);
  await again(({ verdict }) => verdict === "unfinished", together(size));
  await again(isUnconfirmed, alone);
  return judged.map((all) => all.map((one) => (isUnconfirmed(one) ? unconfirmed(one) : one)));
}

function together({ working, waiting }: PoolSize): PoolSize {
  return { working: Math.max(working, waiting), waiting: 0 };
}

/** A finding that was seen once is not reported: the machine may have caused it. */
function unconfirmed(one: Judged): Judged {
  const reason = `Seen once as ${one.verdict}, but the run ended before the trial ran again alone.`;
  return { ...unjudged(one, "unknown", reason), seen: one.verdict };
}

function unjudged(one: Judged, verdict: Verdict, reason: string): Judged {
  return { ...one, verdict, reason, alsoSeen: [], records: [], observation: null };
}

interface Doubted {
  readonly before: JudgedTrial;
  readonly isDoubtful: (one: Judged) => boolean;
}

/** Null if the run ended first. */
async function confirm(
  { settings, baseline, budget }: Confirming,
  trial: Trial,
  { before, isDoubtful }: Doubted,
): Promise<JudgedTrial | null> {
  const wasLoaded = before.some(
    (one) => isDoubtful(one) && isTimed(one) && one.facts.machine !== "calm",
  );
  const observation = await runTrial(settings, baseline, trial, wasLoaded ? patience : 1);
  if (budget.signal.aborted) return null;
  const again = judgeTrial(trial, baseline, observation, settings.keepsRuns).map(ofBusyMachine);
  return before.map((one, at) => (isDoubtful(one) ? (again[at] ?? one) : one));
}

/** A verdict about time on a busy machine says more about the machine. */
function ofBusyMachine(one: Judged): Judged {
  if (!isTimed(one) || one.facts.machine !== "busy") return one;
  const reason = "The machine was too busy to judge time, also when the trial ran alone.";
  return unjudged(one, "too-busy", reason);
}

function isTimed({ verdict, facts }: Judged): boolean {
  return timed.has(verdict) || (verdict === "dependent" && facts.timedOut);
}
