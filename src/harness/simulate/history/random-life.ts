/** Random life: events at seeded times, as many a day as wanted. */
import { creates, eventRows, isOfWorld } from "../events.ts";
import type { EventKind, HistoryEvent } from "../model.ts";
import { eventKinds } from "../model.ts";
import type { Script, ScriptView } from "./script.ts";
import { end, fixedScript, quiet } from "./script.ts";
import { targetsIn } from "./targets.ts";

export interface LifeOptions {
  readonly seed: number;
  readonly every: number;
  /** How long it lasts, in milliseconds. */
  readonly forMs: number;
  readonly activityPerDay: number;
  readonly changes: ReadonlySet<EventKind>;
  readonly everyTick: boolean;
  /** The ticks after the last event within which a difference is judged. */
  readonly lastTicks: number;
  /** Called with the number of events that had no time. */
  readonly onLeftOut: (events: number) => void;
}

const dayMs = 86_400_000;

/** Plays random events. One in five happens inside its tick, the others before it. */
export function randomLife(options: LifeOptions): Script {
  const { seed, every, forMs, activityPerDay, changes, everyTick, lastTicks } = options;
  const random = newRandom(seed);
  const kinds = eventKinds.filter((kind) => changes.has(kind));
  const count = kinds.length === 0 ? 0 : Math.round((forMs / dayMs) * activityPerDay);
  const ticks = Math.max(1, Math.floor(forMs / every));
  const first = 2;
  const planned = Array.from(
    { length: count },
    () => first + Math.floor(random() * ticks),
  ).toSorted((one, other) => one - other);
  // An overlap takes the tick after its own, so what was planned for that one comes with the next.
  let begun = 0;
  let events = 0;
  let disturbedAt = Number.NEGATIVE_INFINITY;
  const fixed = fixedScript([], { everyTick, lastTicks });
  return (view) => {
    const { tick, mustEnd, isIdle, isSettled } = view;
    const last = planned.at(-1) ?? -1;
    if (mustEnd) {
      if (begun < planned.length) options.onLeftOut(planned.length - begun);
      return end;
    }
    const due = planned.filter((one) => one <= tick).length;
    if (due > begun) {
      const made: HistoryEvent[] = [];
      for (; begun < due; begun += 1) {
        const [event] = eventOf(view, `e${events + made.length + 1}`, kinds, random);
        if (event === undefined) continue;
        const disturbs = !isOfWorld(event);
        // A client recovers from one failed tick within `--fresh-within`, so two never follow closely.
        if (disturbs && tick - disturbedAt < 3) continue;
        if (disturbs) disturbedAt = tick;
        made.push(event);
      }
      events += made.length;
      return { kind: "tick", events: made };
    }
    if (tick > last) return tick > last + lastTicks ? end : fixed(view);
    if (everyTick || !isIdle || !isSettled) return quiet;
    return { kind: "skip", to: planned[begun] ?? tick + 1 };
  };
}

/** An event of a random kind about a random Lead; none if there is no Lead for it. */
function eventOf(
  view: ScriptView,
  id: string,
  kinds: readonly EventKind[],
  random: () => number,
): readonly HistoryEvent[] {
  const kind = kindAt(random() * kinds.reduce((sum, one) => sum + eventRows[one].weight, 0), kinds);
  const isInside = random() < 0.2;
  const calls = view.ticks.at(-1)?.calls.length ?? 1;
  const gap = isInside ? 1 + Math.floor(random() * Math.max(1, calls)) : 0;
  const choice = random();
  if (kind === null) return [];
  if (creates({ kind })) return [{ id, kind, lead: id, tick: view.tick, gap }];
  if (!isOfWorld({ kind })) return [{ id, kind, lead: null, tick: view.tick, gap }];
  const lead = kind === "plan" ? targetsIn(view).converted : activeAt(view, choice);
  return lead === null ? [] : [{ id, kind, lead, tick: view.tick, gap }];
}

function kindAt(at: number, kinds: readonly EventKind[]): EventKind | null {
  let left = at;
  for (const kind of kinds) {
    left -= eventRows[kind].weight;
    if (left < 0) return kind;
  }
  return null;
}

function activeAt({ truth, isFree }: ScriptView, choice: number): string | null {
  const active = truth
    .leads()
    .filter((lead) => lead.versions.at(-1)?.state === "Active" && isFree(lead));
  return active[Math.floor(choice * active.length)]?.name ?? null;
}

/** Mulberry32: a small generator whose numbers are the same on every machine. */
function newRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
