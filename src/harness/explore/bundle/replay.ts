/** Repeats the trial of a bundle and reports whether its finding still occurs. */
import { isFinding } from "../exploration.ts";
import type { BaselineProblem, TrialSettings } from "../exploration.ts";
import { baselineMsMax, runBaseline, runBaselines } from "../explore.ts";
import type { Announced, Judgement, Observation, PlannedVariation } from "../model.ts";
import type { RunSettings } from "../run/run-settings.ts";
import { runOnce } from "../run/run.ts";
import { comparedWith } from "../trials/announced.ts";
import { judgeAgain } from "../trials/trial.ts";
import type { BundleContent } from "./bundle-content.ts";

export type Replayed =
  | { readonly problem: BaselineProblem }
  | {
      readonly problem: null;
      /** Null for a plain run. */
      readonly judgement: Judgement | null;
      /** Whether the finding occurs again. */
      readonly shows: boolean;
      readonly observation: Observation;
    };

/** The part of a bundle that a replay needs. The settings have the announced changes. */
interface Replayable extends Pick<BundleContent, "salt"> {
  readonly variation:
    | (Omit<PlannedVariation, "announced" | "salt"> & {
        readonly announced?: Omit<Announced, "changes">;
      })
    | null;
  readonly settings: Pick<BundleContent["settings"], "nondeterministic">;
}

/** Replays `bundle` with the command of `settings`. */
export async function replay(
  bundle: Replayable,
  settings: RunSettings & Pick<TrialSettings, "timeoutMs">,
): Promise<Replayed> {
  const { variation } = bundle;
  const { nondeterministic = false } = bundle.settings;
  if (variation === null) {
    const observation = await runOnce(settings, {
      trial: null,
      timeoutMs: settings.timeoutMs ?? baselineMsMax,
    });
    const shows = observation.exit.code !== 0;
    return { problem: null, judgement: null, shows, observation };
  }
  const baseline = nondeterministic ? await stableBaseline(settings) : await runBaseline(settings);
  if ("problem" in baseline) return baseline;
  const planned = plannedAgain(bundle, settings);
  const compared = await comparedWith(settings, baseline.observation, planned);
  const { judgement, observation } = await judgeAgain(settings, compared, planned);
  return { problem: null, judgement, shows: isFinding(judgement), observation };
}

/** The variation of a bundle; announced changes as `settings.announced` has them, which was read from its list. */
function plannedAgain(
  { variation, salt }: Replayable,
  { announced: next }: Pick<RunSettings, "announced">,
): PlannedVariation {
  if (variation === null) throw new Error("A plain run has no variation.");
  const { announced, ...planned } = variation;
  if (announced === undefined) return { ...planned, salt };
  return { ...planned, salt, announced: { ...announced, changes: next?.changes ?? [] } };
}

/** A baseline that knows which people are the same in two unchanged runs. */
async function stableBaseline(
  settings: RunSettings & Pick<TrialSettings, "timeoutMs">,
): ReturnType<typeof runBaseline> {
  const limits = { budgetMs: Infinity, allowNondeterminism: true };
  const baselines = await runBaselines({ ...settings, ...limits }, { leftMs: () => Infinity });
  return "problem" in baselines ? baselines : { observation: baselines.baseline };
}
