/** Names the kind of event behind a difference. */
import { eventRows } from "../events.ts";
import type { Discovery, Discrepancy, HappenedEvent } from "../model.ts";
import { eventKinds } from "../model.ts";

/** The events of a tick that can harm a record that they are not about, the most harmful first. */
const byHarm = eventKinds.toSorted((one, other) => eventRows[one].harm - eventRows[other].harm);

/** These harm records that they are not about. */
export const disturbing = byHarm.slice(0, 5);

/** How many ticks an event can be behind the tick after which its difference shows. */
export const ticksMax = 4;

/** What made a record differ. */
export type Cause = Pick<Discovery, "cause" | "disturbance">;

/**
 * The kind of the event that made a record differ: its own, or the most harmful one of the latest tick with events. An
 * event before the tick `from` is too old.
 */
export function causeOf(
  { event, kind }: Discrepancy,
  { from, tick }: { readonly from: number; readonly tick: number },
  happened: readonly HappenedEvent[],
): Cause {
  const all = happened.map((one) => one.event);
  const own = all.find(({ id }) => id === event);
  const before = all.filter((one) => one.tick <= tick);
  const latest = before.at(-1)?.tick ?? Number.NEGATIVE_INFINITY;
  const isOwn = own !== undefined && own.tick >= from;
  const at = isOwn ? own.tick : latest;
  const kinds = new Set(before.filter((one) => one.tick === at).map((one) => one.kind));
  if (!isOwn && (before.length === 0 || latest < from)) {
    return { cause: own?.kind ?? (kind === "missing" ? "start" : "none"), disturbance: null };
  }
  return {
    cause: isOwn ? own.kind : (byHarm.find((one) => kinds.has(one)) ?? "none"),
    disturbance: disturbing.find((one) => kinds.has(one)) ?? null,
  };
}
