import { isFinding } from "../exploration.ts";
import type { BaselineProblem, ExploreSettings } from "../exploration.ts";
import { baselineMsMax, runBaseline } from "../explore.ts";
import type { Judgement, Observation, PlannedVariation } from "../model.ts";
import type { RunSettings } from "../run/run-settings.ts";
import { runOnce } from "../run/run.ts";
import { judgeAgain } from "../trials/trial.ts";
/** Repeats the trial of a bundle and reports whether its finding still occurs. */
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
  bundle: Pick<BundleContent, "variation" | "salt">,
  settings: RunSettings & Pick<ExploreSettings, "timeoutMs">,
): Promise<Replayed> {
  const { variation, salt } = bundle;
  if (variation === null) {
    const observation = await runOnce(settings, {
      trial: null,
      timeoutMs: settings.timeoutMs ?? baselineMsMax,
    });
    const shows = observation.exit.code !== 0;
    return { problem: null, judgement: null, shows, observation };
  }
  const baseline = await runBaseline(settings);
  if ("problem" in baseline) return baseline;
  const planned: PlannedVariation = { ...variation, salt };
  const { judgement, observation } = await judgeAgain(settings, baseline.observation, planned);
  return { problem: null, judgement, shows: isFinding(judgement), observation };
}
