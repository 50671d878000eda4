/**
 * What falls due in a workspace by the clock alone: keys and faults whose time has come. It happens in
 * order, each at its moment, before anything later does.
 */
import type { ApiKey } from "../domain/api-key.ts";
import type { Fault } from "../domain/fault.ts";
import type { EventType } from "./events.ts";

export interface DueItem {
  readonly at: number;
  readonly type: EventType;
  readonly id: string;
}

export interface Schedule {
  /** Runs what falls due after the last run and up to `moment`. */
  readonly runUpTo: (moment: number) => void;
  /** Keys or faults were changed: what falls due next is to be looked up again. */
  readonly changed: () => void;
  /** Begins again at `moment`: what fell due before is not reported. */
  readonly renew: (moment: number) => void;
}

/** A schedule that begins at `start`; `items` tells all that ever falls due, `run` makes one happen. */
export function newSchedule(
  start: number,
  items: () => readonly DueItem[],
  run: (item: DueItem) => void,
): Schedule {
  let done = start;
  let next: number | null = null;
  return {
    runUpTo(moment) {
      if (moment <= done) return;
      next ??= earliest(items().filter(({ at }) => at > done));
      if (moment >= next) {
        const due = items().filter(({ at }) => at > done && at <= moment);
        for (const one of due.toSorted((earlier, later) => earlier.at - later.at)) run(one);
        next = null;
      }
      done = moment;
    },
    changed() {
      next = null;
    },
    renew(moment) {
      done = moment;
      next = null;
    },
  };
}

/** All that falls due by these keys and faults. */
export function dueItems(keys: readonly ApiKey[], faults: readonly Fault[]): readonly DueItem[] {
  const items: DueItem[] = [];
  for (const { id, expiresAt, revokedAt } of keys) {
    if (expiresAt !== null && revokedAt === null) {
      items.push({ type: "key.expired", id, at: expiresAt });
    }
  }
  for (const { id, startsAt, expiresAt } of faults) {
    if (startsAt !== null) items.push({ type: "fault.started", id, at: startsAt });
    if (expiresAt !== null) items.push({ type: "fault.expired", id, at: expiresAt });
  }
  return items;
}

function earliest(items: readonly DueItem[]): number {
  return items.reduce((first, { at }) => Math.min(first, at), Number.POSITIVE_INFINITY);
}
