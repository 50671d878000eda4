/** The world of a history without its job, to be looked at. */
import type { Lead } from "../../../domain/model/lead.ts";
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import { isOfWorld } from "../events.ts";
import type { HappenedEvent, History, HistoryEvent } from "../model.ts";
import { createdBy, createLead } from "./apply-event.ts";
import { createStart, happen, namedWorld } from "./named-world.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import { newStage } from "./stage.ts";

/** A history to play; `every` and `startsAt` are in milliseconds. */
export interface PlayedHistory {
  readonly history: History;
  readonly every: number;
  readonly startsAt: number;
}

export interface PlayedWorld {
  readonly happened: readonly HappenedEvent[];
  /** The Lead with that name in the history, if it exists. */
  readonly leadOf: (name: string) => Lead | null;
}

/** The events of a history that change the world, in order. */
export function worldEvents({ events }: History): readonly HistoryEvent[] {
  return events
    .filter(isOfWorld)
    .toSorted((one, other) => one.tick - other.tick || one.gap - other.gap);
}

/** Brings a fresh sandbox to the world just before event number `at` of `worldEvents`, counted from 1. */
export function worldBefore(
  sandbox: Sandbox,
  { history, every, startsAt }: PlayedHistory,
  { at, time }: { readonly at: number; readonly time: SimulatedTime },
): PlayedWorld {
  const world = namedWorld(sandbox);
  const happened: HappenedEvent[] = [];
  const stage = newStage(
    {
      time,
      happen(event) {
        const now = time.now();
        happened.push({ event, at: now, rules: [], applied: happen(world, time, event) });
      },
      secondTwin: (event) => createLead(world, createdBy(event)[1] ?? ""),
      onCall() {},
    },
    every,
  );
  createStart(world, time, { leads: history.leads, startsAt });
  const byTick = Map.groupBy(worldEvents(history).slice(0, at - 1), ({ tick }) => tick);
  for (const [tick, events] of byTick) stage.playAlone(events, startsAt + tick * every);
  time.goTo(startsAt);
  const { workspace, ids } = world;
  return { happened, leadOf: (name) => workspace.store().leads.find(ids.get(name) ?? "") };
}
