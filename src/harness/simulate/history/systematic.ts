/** The systematic part: every kind of change in every gap between the calls of a tick. */
import type { EventKind, HistoryEvent } from "../model.ts";
import { creates, isOfWorld } from "../model.ts";
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

/** An event of a cluster; `lead` selects its Lead. */
interface Planned {
  readonly kind: EventKind;
  /** Before the tick or after it, instead of in the gap of the cluster. */
  readonly at?: "start" | "end";
  readonly lead?: keyof Targets | "created";
}

/** Events of one tick. */
export type Cluster = readonly Planned[];

const create: Planned = { kind: "create" };
const atRisk: Cluster = [
  { kind: "create", at: "start" },
  { kind: "create", at: "start" },
  { kind: "convert", at: "start", lead: "newest" },
  { kind: "convert", at: "start", lead: "secondNewest" },
];

/** The clusters that are played in each gap. */
const inEachGap: readonly Cluster[] = [
  [create],
  [create, create],
  [{ kind: "twin" }],
  [{ kind: "convert", lead: "newest" }],
  [{ kind: "convert", lead: "oldest" }],
  [{ kind: "convert", lead: "pageTwo" }],
  [{ kind: "plan", lead: "converted" }],
  [{ kind: "archive", lead: "newest" }],
  [{ kind: "archive", lead: "oldest" }],
  [{ kind: "patch", lead: "newest" }],
  [{ kind: "patch", lead: "oldest" }],
  [create, { kind: "convert", lead: "created" }],
  [create, { kind: "archive", lead: "created" }],
  [create, { kind: "convert", lead: "oldest" }],
  [
    { kind: "burst", at: "start" },
    { kind: "convert", lead: "newest" },
  ],
  [...atRisk, { kind: "crash" }],
  [...atRisk, { kind: "fail" }],
  [{ kind: "crash" }],
  [{ kind: "fail" }],
  [...atRisk.map(({ kind, lead }) => ({ kind, ...(lead && { lead }) })), { kind: "overlap" }],
];

/** What happens just after a tick, while the next ones are missed. */
const whileMissed: Cluster = [
  { kind: "create", at: "end" },
  { kind: "convert", at: "end", lead: "oldest" },
  { kind: "archive", at: "end", lead: "newest" },
];

/** The clusters with kinds of `changes` alone: those for each gap, and those for one tick. */
export function clustersOf(changes: ReadonlySet<EventKind>): {
  readonly inEachGap: readonly Cluster[];
  readonly once: readonly Cluster[];
} {
  const isWanted = ({ kind }: Planned): boolean => changes.has(kind);
  const unseen = whileMissed.filter(isWanted);
  const hasMissed = changes.has("missed") && unseen.length > 0;
  return {
    inEachGap: inEachGap.filter((cluster) => cluster.every(isWanted)),
    once: hasMissed ? [[...unseen, { kind: "missed", at: "end" }]] : [],
  };
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
