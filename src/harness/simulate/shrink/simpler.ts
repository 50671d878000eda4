/** Makes histories simpler, for the finding that they show. */
import { isOfWorld } from "../events.ts";
import type { Discovery, History, HistoryEvent } from "../model.ts";
import { oldLeads } from "../world/named-world.ts";

/** The Lead of a finding by the event that created it, or its name at the start; null for none. */
export function leadIn({ lead }: Discovery, events: readonly HistoryEvent[]): string | null {
  if (lead === null) return null;
  const [creator = ""] = lead.split(".", 1);
  const isKnown = lead.startsWith("lead") || events.some(({ id }) => id === creator);
  if (!isKnown) return null;
  return lead.startsWith("lead") ? lead : creator;
}

/** Adds the creation of every Lead that an event of `some` is about. */
export function closed(
  some: readonly HistoryEvent[],
  all: readonly HistoryEvent[],
): readonly HistoryEvent[] {
  const wanted = new Set(some.map(({ id }) => id));
  for (const { lead } of some) {
    const [creator = ""] = (lead ?? "").split(".", 1);
    if (all.some(({ id }) => id === creator)) wanted.add(creator);
  }
  return all.filter(({ id }) => wanted.has(id));
}

/** The same with fewer Leads at the start, fewest first. The order of the named Leads stays. */
export function* compressed({ leads, events }: History): Generator<History> {
  const used = [
    ...new Set(events.flatMap(({ lead }) => (lead?.startsWith("lead") === true ? [lead] : []))),
  ]
    .map((name) => Number(name.slice(4)))
    .toSorted((one, other) => one - other);
  for (const count of [Math.max(1, used.length), 3, 25, 101]) {
    if (count >= leads || count < used.length) continue;
    // The old Leads stay old where there are such, and the newest stay the newest.
    const old = used.filter((number) => number <= oldLeads(count)).length;
    const keepsOld = used.length - old <= count - oldLeads(count);
    const names = new Map(
      used.map((number, at) => [
        `lead${number}`,
        `lead${keepsOld && at < old ? number : count - used.length + at + 1}`,
      ]),
    );
    yield {
      leads: count,
      events: events.map((event) => ({
        ...event,
        lead: event.lead === null ? null : (names.get(event.lead) ?? event.lead),
      })),
    };
  }
}

/** The same in consecutive ticks: after one tick without events, or after two. */
export function* numbered({ leads, events }: History): Generator<History> {
  const ticks = [...new Set(events.map(({ tick }) => tick))].toSorted((one, other) => one - other);
  // What follows missed ticks has its number from them.
  if (events.some(({ kind, tick }) => kind === "missed" && tick !== ticks.at(-1))) return;
  for (const first of [1, 2]) {
    if ((ticks[0] ?? 0) <= first && ticks.every((tick, at) => tick === first + at)) return;
    yield {
      leads,
      events: events.map((event) => ({ ...event, tick: first + ticks.indexOf(event.tick) })),
    };
  }
}

/** The same with all changes before the first call. */
export function* withoutGaps({ leads, events }: History): Generator<History> {
  if (events.every((event) => event.gap === 0 || !isOfWorld(event))) return;
  yield { leads, events: events.map((event) => (isOfWorld(event) ? { ...event, gap: 0 } : event)) };
}
