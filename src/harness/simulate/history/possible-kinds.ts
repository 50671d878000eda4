/** Which kinds of events can happen in a run, and what the others need. */
import type { Cluster } from "../events.ts";
import { creates, eventRows, isOfWorld } from "../events.ts";
import type { EventKind } from "../model.ts";
import { eventKinds } from "../model.ts";
import { clustersOf } from "./systematic.ts";

export interface RunKinds {
  readonly changes: ReadonlySet<EventKind>;
  /** The Leads at the start of each history. */
  readonly leads: readonly number[];
  /** Whether random life follows. */
  readonly hasLife: boolean;
}

export interface ImpossibleKind {
  readonly kind: EventKind;
  /** The kinds to add: each list alone is enough. */
  readonly add: readonly (readonly EventKind[])[];
  /** Whether more Leads at the start are enough, too. */
  readonly needsLeads: boolean;
}

/** Enough Leads for each kind at least once. */
const plenty = 25;

export function impossibleKinds(run: RunKinds): readonly ImpossibleKind[] {
  const possible = kindsIn(run);
  return eventKinds
    .filter((kind) => run.changes.has(kind) && !possible.has(kind))
    .map((kind) => ({
      kind,
      add: additions(run, kind),
      needsLeads: kindsIn({ ...run, leads: [plenty] }).has(kind),
    }));
}

/** The kinds that make `kind` possible: single ones, else pairs. */
function additions(run: RunKinds, kind: EventKind): readonly (readonly EventKind[])[] {
  const others = eventKinds.filter((one) => !run.changes.has(one));
  const isEnough = (more: readonly EventKind[]): boolean =>
    kindsIn({ ...run, changes: new Set([...run.changes, ...more]) }).has(kind);
  const single = others.map((one) => [one]).filter(isEnough);
  if (single.length > 0) return single;
  const pairs = others.flatMap((one, at) => others.slice(at + 1).map((other) => [one, other]));
  return pairs.filter(isEnough).slice(0, 1);
}

function kindsIn({ changes, leads, hasLife }: RunKinds): ReadonlySet<EventKind> {
  const { inEachGap, once } = clustersOf(changes);
  const found = leads.flatMap((count) => [...kindsWith(count, [...once, ...inEachGap])]);
  const alive = [...changes].filter((kind) => eventRows[kind].weight > 0 && kind !== "plan");
  const isConverted = changes.has("plan") && changes.has("convert");
  return new Set([
    ...found,
    ...(hasLife ? alive : []),
    ...(hasLife && isConverted ? (["plan"] as const) : []),
  ]);
}

/** The kinds that happen in the first gap of a history with so many Leads, all Active. */
function kindsWith(leads: number, clusters: readonly Cluster[]): ReadonlySet<EventKind> {
  const seen = new Set<EventKind>();
  let [active, converted] = [leads, 0];
  for (const cluster of clusters) {
    const [before, had] = [active, converted];
    const exists = ({ lead }: Cluster[number]): boolean =>
      lead === undefined ||
      lead === "created" ||
      needed(lead) <= (lead === "converted" ? had : before);
    if (!cluster.every(exists)) continue;
    for (const { kind } of cluster) {
      const changesActive = isOfWorld({ kind }) && !creates({ kind }) && kind !== "plan";
      if (changesActive && active === 0) continue;
      seen.add(kind);
      const { creates: more, becomes } = eventRows[kind];
      active += more - (becomes === null ? 0 : 1);
      if (becomes === "Converted") converted += 1;
    }
  }
  return seen;
}

/** How many Leads there must be for one of them to be that target. */
function needed(lead: NonNullable<Cluster[number]["lead"]>): number {
  if (lead === "pageTwo") return Number.POSITIVE_INFINITY;
  return lead === "secondNewest" ? 2 : 1;
}
