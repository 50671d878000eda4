/** Repeats the trial of a bundle and reports whether its finding still occurs. */
import { isFinding } from "../exploration.ts";
import type { BaselineProblem, TrialSettings } from "../exploration.ts";
import { baselineMsMax, runBaseline, runBaselines } from "../explore.ts";
import type { Judgement, Observation, PlannedVariation } from "../model.ts";
import type { RunSettings } from "../run/run-settings.ts";
import { runOnce } from "../run/run.ts";
import { judgeAgain } from "../trials/trial.ts";
import type { BundleContent } from "./bundle-content.ts";

/** The result of a replay. */
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

/** Replays `bundle` with the command of `settings`. */
export async function replay(
  bundle: Pick<BundleContent, "variation" | "salt"> & {
    readonly settings: Pick<BundleContent["settings"], "nondeterministic">;
  },
  settings: RunSettings & Pick<TrialSettings, "timeoutMs">,
): Promise<Replayed> {
  const { variation, salt } = bundle;
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
  const planned: PlannedVariation = { ...variation, salt };
  const { judgement, observation } = await judgeAgain(settings, baseline.observation, planned);
  return { problem: null, judgement, shows: isFinding(judgement), observation };
}

/** A baseline that knows which people are the same in two unchanged runs. */
async function stableBaseline(
  settings: RunSettings & Pick<TrialSettings, "timeoutMs">,
): ReturnType<typeof runBaseline> {
  const limits = { budgetMs: Infinity, allowNondeterminism: true };
  const baselines = await runBaselines({ ...settings, ...limits }, { leftMs: () => Infinity });
  return "problem" in baselines ? baselines : { observation: baselines.baseline };
}
