import type { Json } from "../domain/json.ts";
import { asJson } from "../domain/json.ts";
import type { Part } from "./part.ts";

/** Something that happened in a workspace; `cursor` rises by one with each. `at` is epoch milliseconds. */
export interface WorkspaceEvent {
  readonly cursor: number;
  readonly at: number;
  readonly type: EventType;
  readonly data: Readonly<Record<string, Json>>;
}

export const eventTypes = [
  "request",
  "lead.created",
  "lead.updated",
  "lead.converted",
  "lead.archived",
  "staff.assigned",
  "client.signed-up",
  "plan.created",
  "plan.linked",
  "plan.moved",
  "mail.captured",
  "mail.relayed",
  "mail.relay-failed",
  "mail.relay-asked",
  "firm.added",
  "firm-member.added",
  "referral-code.added",
  "subscription.set",
  "key.issued",
  "key.revoked",
  "key.expired",
  "quota.set",
  "quota.used",
  "quota.refilled",
  "clock.moved",
  "fault.planned",
  "fault.started",
  "fault.met",
  "fault.expired",
  "fault.removed",
  "assumptions.set",
] as const;
export type EventType = (typeof eventTypes)[number];

/** Who is told of events as they happen. */
export interface Listener {
  readonly onEvent: (event: WorkspaceEvent) => void;
  /** The log was begun again: cursors start over. */
  readonly onRenew?: () => void;
  /** No more events will come. */
  readonly onEnd?: () => void;
}

export interface EventLog extends Part {
  readonly append: (event: Omit<WorkspaceEvent, "cursor">) => void;
  /** The events after `cursor`, oldest first. */
  readonly after: (cursor: number) => readonly WorkspaceEvent[];
  /** The cursor of the newest event, 0 when there is none. */
  readonly cursor: () => number;
  /** Tells `listener` of every event from now on; returns the end of that. */
  readonly subscribe: (listener: Listener) => () => void;
  /** Tells those who listen that no more events will come. */
  readonly end: () => void;
}

/** Events kept; older ones are dropped. */
const eventsMax = 10_000;

/** An empty log. */
export function newEventLog(): EventLog {
  // A ring: the newest one takes the place of the oldest.
  let events: WorkspaceEvent[] = [];
  let cursor = 0;
  const listeners = new Set<Listener>();
  const inOrder = (): readonly WorkspaceEvent[] => {
    const oldest = cursor % eventsMax;
    return [...events.slice(oldest), ...events.slice(0, oldest)];
  };
  return {
    name: "events",
    append(event) {
      cursor += 1;
      const { at, type, data } = event;
      const numbered = { cursor, at, type, data };
      events[(cursor - 1) % eventsMax] = numbered;
      for (const listener of listeners) listener.onEvent(numbered);
    },
    after: (since) => inOrder().filter((event) => event.cursor > since),
    cursor: () => cursor,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end() {
      for (const listener of listeners) listener.onEnd?.();
    },
    renew() {
      events = [];
      cursor = 0;
      for (const listener of listeners) listener.onRenew?.();
    },
    keep: () => ({}),
    inspect: () => asJson(inOrder()),
  };
}
