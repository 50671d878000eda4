/**
 * Runs what the clock alone makes due in a workspace: expiring keys, and faults that start or end. Each happens at
 * its moment and in order, before anything later.
 */
import type { ApiKey } from "../../../domain/model/api-key.ts";
import type { Fault } from "../../../domain/model/fault.ts";
import type { EventType } from "../logs/events.ts";

export interface DueItem {
  readonly at: number;
  readonly type: EventType;
  readonly id: string;
}

export interface Schedule {
  /** Runs everything due after the last run and up to `moment`. */
  readonly runUpTo: (moment: number) => void;
  /** Starts again at `moment`; earlier items are not reported. */
  readonly renew: (moment: number) => void;
}

/** A schedule from `start` on; `items` returns all items of now, `run` executes one. */
export function newSchedule(
  start: number,
  items: () => readonly DueItem[],
  run: (item: DueItem) => void,
): Schedule {
  let done = start;
  return {
    runUpTo(moment) {
      if (moment <= done) return;
      const due = items().filter(({ at }) => at > done && at <= moment);
      for (const one of due.toSorted((earlier, later) => earlier.at - later.at)) run(one);
      done = moment;
    },
    renew(moment) {
      done = moment;
    },
  };
}

/** All items of these keys and faults. */
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
