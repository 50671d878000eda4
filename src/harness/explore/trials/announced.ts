/** Runs the trials of announced changes, each compared with an unchanged run in the same world. */
import { isOfLists } from "../../next/edge/edge.ts";
import { isFinding } from "../exploration.ts";
import type { ExploreSettings, Judged, TrialSettings } from "../exploration.ts";
import { callKey } from "../identity.ts";
import { worstOf } from "../judge/announced.ts";
import type { Observation, PlannedVariation, Trial, Verdict } from "../model.ts";
import { planAnnounced, referenceOf, withMoreLeads } from "../plan/announced.ts";
import type { AnnouncedPlan } from "../plan/announced.ts";
import { inShard } from "../plan/shards.ts";
import type { RunSettings } from "../run/run-settings.ts";
import { togetherId } from "../variations/announced.ts";
import type { TimeBudget } from "./time-budget.ts";
import { runTrial } from "./trial.ts";
import { runTrials } from "./trials.ts";

export interface AnnouncedTrials {
  readonly judged: readonly Judged[];
  readonly leftOut: readonly PlannedVariation[];
  /** What other shards try. */
  readonly elsewhere: readonly PlannedVariation[];
  /** The ids of the touched changes, of all shards. */
  readonly touched: readonly string[];
  readonly inSequence: boolean;
}

interface AnnouncedRuns {
  readonly baseline: Observation;
  readonly budget: TimeBudget;
  /** The results of other families. */
  readonly before: readonly Judged[];
}

/** Runs the trials of `settings.announced` in this shard. */
export async function runAnnounced(
  settings: ExploreSettings,
  { baseline, budget, before }: AnnouncedRuns,
): Promise<AnnouncedTrials> {
  const { announced: next, config, shard } = settings;
  if (next === undefined)
    return { judged: [], leftOut: [], elsewhere: [], touched: [], inSequence: false };
  const { assumptions } = config;
  const whole = planAnnounced(baseline, { next, assumptions });
  const all = plannedIn(whole);
  const own = new Set(inShard(all, baseline.calls, shard));
  const mine = (some: readonly PlannedVariation[]): readonly PlannedVariation[] =>
    some.filter((one) => own.has(one));
  const runner = newRunner(settings, { baseline, budget, before });
  await runner.run(baseline, mine(whole.plain));
  for (const group of Map.groupBy(mine(whole.provoked), keyOf).values()) {
    // oxlint-disable-next-line no-await-in-loop -- each group shares one run to compare with
    await runner.compared(group);
  }
  const [together] = mine(whole.together === null ? [] : [whole.together]);
  if (together !== undefined) {
    await runner.run(baseline, [together], runner.judged().some(isFinding));
  }
  const shown = runner.judged();
  const isQuiet = (one: PlannedVariation): boolean =>
    shown.filter(({ planned }) => planned.variation === one.variation).every(showsNothing);
  const owned = new Set(mine(whole.plain).map(({ variation }) => variation));
  const lists = whole.lists.filter(({ variation }) => owned.has(variation));
  const hasLists = together?.announced?.changes.some((change) => isOfLists(change)) === true;
  const more = together !== undefined && hasLists ? [withMoreLeads(together)] : [];
  await runner.compared([...lists, ...more].filter(isQuiet));
  return {
    judged: worstFirst(runner.judged()),
    leftOut: runner.leftOut(),
    elsewhere: all.filter((one) => !own.has(one)),
    touched: whole.touched,
    inSequence: runner.inSequence(),
  };
}

function plannedIn({ plain, provoked, together }: AnnouncedPlan): readonly PlannedVariation[] {
  return [...plain, ...provoked, ...(together === null ? [] : [together])];
}

function keyOf({ call, announced }: PlannedVariation): string {
  return JSON.stringify([call === null ? null : callKey(call), announced?.refusal]);
}

const nothing: ReadonlySet<Verdict> = new Set(["independent", "not-reached"]);

function showsNothing({ verdict }: Judged): boolean {
  return nothing.has(verdict);
}

/** Runs groups of variations one after the other, and collects their results. */
function newRunner(settings: ExploreSettings, { baseline, budget, before }: AnnouncedRuns) {
  const judged: Judged[] = [];
  const leftOut: PlannedVariation[] = [];
  let number = 0;
  let isInSequence = false;
  const prefix = settings.shard.of === 1 ? "next" : `next-${settings.shard.part}`;
  const trialOf = (one: PlannedVariation): Trial => {
    number += 1;
    return { id: `${prefix}-${number}`, variations: [one], waits: false };
  };
  const run = async (
    reference: Observation,
    planned: readonly PlannedVariation[],
    isSettled = false,
  ): Promise<void> => {
    if (planned.length === 0) return;
    const jobs = isInSequence ? 1 : settings.jobs;
    const done = await runTrials(
      { ...settings, jobs },
      {
        baseline: reference,
        trials: planned.map((one) => ({ ...trialOf(one), isSettled })),
        budget,
        before: [...before, ...judged],
      },
    );
    judged.push(...done.judged);
    leftOut.push(...done.leftOut);
    isInSequence ||= done.inSequence;
  };
  return {
    run,
    /** Runs variations of one world, compared with one unchanged run in it. */
    async compared(planned: readonly PlannedVariation[]): Promise<void> {
      const [first] = planned;
      if (first === undefined) return;
      if (!budget.has(baseline.durationMs)) {
        leftOut.push(...planned);
        return;
      }
      const reference = await comparedWith(settings, baseline, first);
      if (budget.signal.aborted || reference.exit.timedOut) leftOut.push(...planned);
      else await run(reference, planned);
    },
    judged: (): readonly Judged[] => judged,
    leftOut: (): readonly PlannedVariation[] => leftOut,
    inSequence: () => isInSequence,
  };
}

/** The unchanged run with which `planned` is compared: the baseline, or one with the same refusal or as many Leads. */
export async function comparedWith(
  settings: RunSettings & Pick<TrialSettings, "timeoutMs">,
  baseline: Observation,
  planned: PlannedVariation,
): Promise<Observation> {
  const { moreLeads = 0, refusal = null } = planned.announced ?? {};
  if (moreLeads === 0 && refusal === null) return baseline;
  const trial = { id: "unchanged", variations: [referenceOf(planned)], waits: false };
  const observed = await runTrial(settings, { baseline, trial });
  const { steady, stableEmails, durationMs } = baseline;
  return {
    ...observed,
    durationMs: Math.max(durationMs, observed.durationMs),
    ...(steady === undefined ? {} : { steady }),
    ...(stableEmails === undefined ? {} : { stableEmails }),
  };
}

/** Keeps the run of the worst trial of each change only, so that each has one finding; all changes together only say more where none has. */
function worstFirst(judged: readonly Judged[]): readonly Judged[] {
  const byChange = Map.groupBy(judged, ({ planned }) => planned.variation);
  const worst = new Set([...byChange.values()].map((trials) => worstOf(trials)));
  const hasOwn = judged.some((one) => isFinding(one) && one.planned.variation !== togetherId);
  return judged.map((one) => {
    const counts = worst.has(one) && !(hasOwn && one.planned.variation === togetherId);
    return counts ? one : { ...one, observation: null };
  });
}
