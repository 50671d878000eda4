/** Decides what happens in the ticks of a history. */
import type { HistoryEvent, SeenTick } from "../model.ts";
import type { LeadTruth, Truth } from "../world/truth.ts";

/** What a script knows before a tick. */
export interface ScriptView {
  readonly tick: number;
  readonly ticks: readonly SeenTick[];
  readonly truth: Truth;
  /** Whether the ledger agrees with the world, and no finding needs quiet ticks. */
  readonly isSettled: boolean;
  /** Whether the last tick was idle and made the calls of the idle tick before. */
  readonly isIdle: boolean;
  /** Whether a Lead has no finding yet, and the ledger must have it. */
  readonly isFree: (lead: LeadTruth) => boolean;
  /** Whether no new events should begin: the time is over, or the user interrupted. */
  readonly mustEnd: boolean;
}

/** The next step of a history: a tick with events, time that passes without ticks, or the end. */
export type Step =
  | { readonly kind: "tick"; readonly events: readonly HistoryEvent[] }
  | { readonly kind: "skip"; readonly to: number }
  | { readonly kind: "end" };

export type Script = (view: ScriptView) => Step;

export const quiet: Step = { kind: "tick", events: [] };
export const end: Step = { kind: "end" };

/** The ticks within which the ledger must agree with the world at the start. */
export const firstTicksMax = 10;

/**
 * The ticks that follow the last event of a history without agreement or finding; then it ends. A difference counts
 * when it is older than `freshWithin`, in milliseconds, and as lasting some quiet ticks later.
 */
export function lastTicksOf({ every, freshWithin }: Schedule): number {
  return Math.ceil(freshWithin / every) + 10;
}

interface Schedule {
  readonly every: number;
  readonly freshWithin: number;
}

/** Runs ticks until the ledger agrees and two in a row made the same calls; at most ten. */
export const rehearsal: Script = ({ tick, isSettled, isIdle, ticks }) => {
  const failing = ticks.length >= 3 && ticks.slice(-3).every(({ ok }) => !ok);
  return tick >= firstTicksMax || (isSettled && isIdle) || failing ? end : quiet;
};

/** Plays events at their ticks. Unless `everyTick`, idle ticks between them are skipped. */
export function fixedScript(
  events: readonly HistoryEvent[],
  { everyTick, lastTicks }: { readonly everyTick: boolean; readonly lastTicks: number },
): Script {
  const byTick = Map.groupBy(events, ({ tick }) => tick);
  const inOrder = [...byTick.keys()].toSorted((one, other) => one - other);
  const last = inOrder.at(-1) ?? -1;
  return (view) => {
    const { tick, ticks, isSettled, isIdle } = view;
    const now = byTick.get(tick);
    if (now !== undefined) return { kind: "tick", events: now };
    if (tick > last) {
      const since = ticks.filter((one) => one.tick > last).length;
      return (tick > 0 && isSettled) || since >= lastTicks || view.mustEnd ? end : quiet;
    }
    if (everyTick || !isIdle || !isSettled) return quiet;
    return { kind: "skip", to: inOrder.find((one) => one > tick) ?? tick + 1 };
  };
}
