/** Finds choices of rules under which a finding disappears: then it is a question to the provider, too. */
import { isChoiceRuleId } from "../../../domain/rules/catalogue.ts";
import { othersOf } from "../../../domain/rules/trace.ts";
import type { HistoryRun } from "../history/run-history.ts";
import type { Discovery, History } from "../model.ts";
import type { HistorySettings } from "../settings.ts";

/** A choice of a rule. */
export interface Alternative {
  readonly rule: string;
  readonly choice: string;
}

/** Runs a history under other settings; null if there is no time or it cannot run. */
export type TryHistory = (
  history: History,
  settings: HistorySettings,
) => Promise<HistoryRun | null>;

interface Shown {
  readonly history: History;
  readonly run: HistoryRun;
  readonly discovery: Discovery;
}

/** Tries the alternatives of rules that the causing event or the calls cite. */
export async function alternativesOf(
  { history, run, discovery }: Shown,
  settings: HistorySettings,
  tried: TryHistory,
  mayRun: () => boolean,
): Promise<readonly Alternative[]> {
  const found: Alternative[] = [];
  const failed = run.ticks.filter(({ ok }) => !ok).length;
  for (const alternative of candidates(run, discovery, settings)) {
    if (!mayRun()) break;
    const { rule, choice } = alternative;
    const { config } = settings;
    const assumptions = { ...config.assumptions, [rule]: choice };
    // oxlint-disable-next-line no-await-in-loop -- within the time for this finding
    const other = await tried(history, { ...settings, config: { ...config, assumptions } });
    if (other === null || !other.agreed || other.discoveries.length > 0) continue;
    // The client must work as before: the finding does not disappear because it fails.
    const isSame = other.happened.length === run.happened.length;
    if (isSame && other.ticks.filter(({ ok }) => !ok).length <= failed) found.push(alternative);
  }
  return found;
}

/** The alternatives to try, those of the causing event first. */
function candidates(
  { happened, ticks }: HistoryRun,
  { event }: Discovery,
  { config }: HistorySettings,
): readonly Alternative[] {
  const causing = happened.filter((one) => one.event.id === event).flatMap(({ rules }) => rules);
  const calls = ticks.flatMap((tick) => tick.calls.flatMap(({ rules }) => rules));
  return [...new Set([...causing, ...calls])]
    .filter(isChoiceRuleId)
    .flatMap((rule) => othersOf(rule, config.assumptions).map((choice) => ({ rule, choice })));
}
