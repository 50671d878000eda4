/** The systematic part: every kind of change in every gap between the calls of a tick. */
import type { Cluster } from "../events.ts";
import { creates, eventRows, isOfWorld } from "../events.ts";
import type { EventKind, HistoryEvent } from "../model.ts";
import { eventKinds } from "../model.ts";
import type { Script, ScriptView } from "./script.ts";
import { end, quiet } from "./script.ts";
import type { Targets } from "./targets.ts";
import { targetsIn } from "./targets.ts";

export interface SystematicOptions {
  readonly changes: ReadonlySet<EventKind>;
  /** This machine's part of the clusters, counted from 1. */
  readonly shard: { readonly part: number; readonly of: number };
  /** Called with the number of clusters that had no time. */
  readonly onLeftOut: (clusters: number) => void;
}

/** The clusters with kinds of `changes` alone: those for each gap, and those for one tick. */
export function clustersOf(changes: ReadonlySet<EventKind>): {
  readonly inEachGap: readonly Cluster[];
  readonly once: readonly Cluster[];
} {
  const played = byWeight.map((kind) => {
    const { isPlayedOnce, clusters } = eventRows[kind];
    return { isPlayedOnce, clusters: clusters.flatMap((one) => playable(one, changes)) };
  });
  const of = (once: boolean): readonly Cluster[] =>
    played.filter(({ isPlayedOnce }) => isPlayedOnce === once).flatMap(({ clusters }) => clusters);
  return { inEachGap: of(false), once: of(true) };
}

/** The most frequent kinds are played first. */
const byWeight = eventKinds.toSorted(
  (one, other) => eventRows[other].weight - eventRows[one].weight,
);

/** The cluster without what need not be played; none if a kind is not wanted, or only its disturbance is left of it. */
function playable(cluster: Cluster, changes: ReadonlySet<EventKind>): readonly Cluster[] {
  const left = cluster.filter(({ kind, isOptional }) => isOptional !== true || changes.has(kind));
  const isEmptied = left.length < cluster.length && left.length === 1;
  return !isEmptied && left.every(({ kind }) => changes.has(kind)) ? [left] : [];
}

/** The ticks within which two in a row usually make the same calls. */
const idleTicksMax = 6;

/** Each cluster in each gap, in a tick of its own; the next one begins when the ledger agrees or a finding is settled. */
export function systematicScript({ changes, shard, onLeftOut }: SystematicOptions): Script {
  let planned: { readonly gap: number; readonly cluster: Cluster }[] | null = null;
  let events = 0;
  return (view) => {
    const isReady =
      view.isSettled && (planned !== null || view.isIdle || view.tick >= idleTicksMax);
    if (!isReady && !(view.mustEnd && planned === null)) return quiet;
    planned ??= plannedFor(view, changes).filter((_, at) => at % shard.of === shard.part - 1);
    if (view.mustEnd) {
      onLeftOut(planned.length);
      return end;
    }
    for (let next = planned.shift(); next !== undefined; next = planned.shift()) {
      const made = eventsOf(next.cluster, next.gap, view, events);
      if (made === null) continue;
      events += made.length;
      return { kind: "tick", events: made };
    }
    return end;
  };
}

/** Each cluster with the gap in which it is played. */
function plannedFor(view: ScriptView, changes: ReadonlySet<EventKind>) {
  const clusters = clustersOf(changes);
  const last = callsIn(view);
  const everywhere = gapsOf(view).flatMap((gap) =>
    // A quiet tick has no call after its last gap, which a disturbance alone could meet.
    clusters.inEachGap
      .filter((cluster) => gap < last || cluster.some(isOfWorld))
      .map((cluster) => ({ gap, cluster })),
  );
  // First, while there are Leads of the start.
  return [...clusters.once.map((cluster) => ({ gap: last, cluster })), ...everywhere];
}

function callsIn({ ticks }: ScriptView): number {
  return ticks.at(-1)?.calls.length ?? 0;
}

/** The gaps of a quiet tick; of more than six: 0, 1, 2, the middle and the last two. */
function gapsOf(view: ScriptView): readonly number[] {
  const last = callsIn(view);
  const all = Array.from({ length: last + 1 }, (_, gap) => gap);
  if (all.length <= 6) return all;
  return [0, 1, 2, Math.floor(last / 2), last - 1, last];
}

/** The events of a cluster, or null if the world has no Lead for one of them. */
function eventsOf(
  cluster: Cluster,
  gap: number,
  view: ScriptView,
  before: number,
): readonly HistoryEvent[] | null {
  const targets = targetsIn(view);
  const events: HistoryEvent[] = [];
  for (const { kind, at, lead: wanted } of cluster) {
    const id = `e${before + events.length + 1}`;
    const created = creates({ kind }) ? id : null;
    const lead = wanted === undefined ? created : leadOf(wanted, targets, events);
    if (wanted !== undefined && lead === null) return null;
    const placed = at === "end" ? callsIn(view) + 1 : at === "start" ? 0 : gap;
    events.push({ id, kind, lead, tick: view.tick, gap: placed });
  }
  return events;
}

function leadOf(
  wanted: keyof Targets | "created",
  targets: Targets,
  events: readonly HistoryEvent[],
): string | null {
  if (wanted !== "created") return targets[wanted];
  return events.find(({ kind }) => kind === "create")?.id ?? null;
}
