import type { Json } from "../domain/json.ts";

/** Something that happened in a workspace; `cursor` rises by one with each. `at` is epoch milliseconds. */
export interface WorkspaceEvent {
  readonly cursor: number;
  readonly at: number;
  readonly type: EventType;
  readonly data: Readonly<Record<string, Json>>;
}

export type EventType =
  | "request"
  | "lead.created"
  | "lead.updated"
  | "lead.converted"
  | "lead.archived"
  | "staff.assigned"
  | "client.signed-up"
  | "plan.created"
  | "plan.linked"
  | "plan.moved"
  | "mail.captured"
  | "clock.moved";

export interface EventLog {
  readonly append: (event: Omit<WorkspaceEvent, "cursor">) => void;
  /** The events after `cursor`, oldest first. */
  readonly after: (cursor: number) => readonly WorkspaceEvent[];
  /** Calls `listener` with every event from now on, and `onEnd` when no more will come; returns the end of that. */
  readonly subscribe: (listener: (event: WorkspaceEvent) => void, onEnd?: () => void) => () => void;
  /** Tells those who listen that no more events will come. */
  readonly end: () => void;
  readonly clear: () => void;
}

/** Events kept; older ones are dropped. */
const eventsMax = 10_000;

/** An empty log. */
export function newEventLog(): EventLog {
  let events: WorkspaceEvent[] = [];
  let cursor = 0;
  const listeners = new Map<(event: WorkspaceEvent) => void, () => void>();
  return {
    append(event) {
      cursor += 1;
      const numbered = { cursor, ...event };
      events.push(numbered);
      if (events.length >= eventsMax * 2) events = events.slice(-eventsMax);
      for (const listener of listeners.keys()) listener(numbered);
    },
    after: (since) => events.slice(-eventsMax).filter((event) => event.cursor > since),
    subscribe(listener, onEnd = () => {}) {
      listeners.set(listener, onEnd);
      return () => listeners.delete(listener);
    },
    end() {
      for (const onEnd of listeners.values()) onEnd();
    },
    clear() {
      events = [];
      cursor = 0;
    },
  };
}
