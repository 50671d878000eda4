import type { Json } from "../domain/json.ts";
import { asJson } from "../domain/json.ts";
import type { LogBounds } from "./bounded-log.ts";
import { newBoundedLog } from "./bounded-log.ts";
import type { Resettable } from "./resettable.ts";

/** Something that happened in a workspace; `cursor` rises by one with each. `at` is epoch milliseconds. */
export interface WorkspaceEvent<Type extends string = EventType> {
  readonly cursor: number;
  readonly at: number;
  readonly type: Type;
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
  "fault.held",
  "fault.released",
  "fault.expired",
  "fault.removed",
  "assumptions.set",
] as const;
export type EventType = (typeof eventTypes)[number];

/** Why a log gets no more events: its workspace was dropped, its time was over, or the server stops. */
export type LogEnd = "dropped" | "expired" | "server-stopped";

/** A listener to events as they happen. */
export interface Listener<Type extends string = EventType> {
  readonly onEvent: (event: WorkspaceEvent<Type>) => void;
  /** The log was begun again: cursors start over. */
  readonly onRenew?: () => void;
  /** No more events will come. */
  readonly onEnd?: (why: LogEnd) => void;
}

export interface EventLog<Type extends string = EventType> extends Resettable {
  readonly append: (event: Omit<WorkspaceEvent<Type>, "cursor">) => void;
  /** The events after `cursor` that are still kept, oldest first. */
  readonly after: (cursor: number) => readonly WorkspaceEvent<Type>[];
  /** The first of them; null when there is none yet. */
  readonly nextAfter: (cursor: number) => WorkspaceEvent<Type> | null;
  /** The cursor of the newest event, 0 when there is none. */
  readonly cursor: () => number;
  /** Tells `listener` of every event from now on; returns the end of that. */
  readonly subscribe: (listener: Listener<Type>) => () => void;
  /** Tells those who listen that no more events will come. */
  readonly end: (why: LogEnd) => void;
}

/** The newest events that a workspace keeps. */
export const eventBounds: LogBounds = { entriesMax: 10_000, bytesMax: 8 * 1024 * 1024 };

/** An empty log. */
export function newEventLog<Type extends string = EventType>(bounds = eventBounds): EventLog<Type> {
  const log = newBoundedLog<WorkspaceEvent<Type>>(bounds, bytesOf);
  let cursor = 0;
  const listeners = new Set<Listener<Type>>();
  return {
    name: "events",
    append({ at, type, data }) {
      cursor += 1;
      const event = { cursor, at, type, data };
      log.append(event);
      for (const listener of listeners) listener.onEvent(event);
    },
    after: (since) => log.from(since),
    nextAfter: (since) => log.at(Math.max(since, log.standing().dropped)) ?? null,
    cursor: () => cursor,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end(why) {
      for (const listener of listeners) listener.onEnd?.(why);
    },
    renew() {
      log.clear();
      cursor = 0;
      for (const listener of listeners) listener.onRenew?.();
    },
    keep: () => ({}),
    inspect: () => asJson(log.from(0)),
  };
}

/** About the memory that an event takes. */
function bytesOf({ data }: WorkspaceEvent<string>): number {
  let bytes = eventOverheadBytes;
  for (const name in data) bytes += sizeOf(data[name] ?? null);
  return bytes;
}

function sizeOf(value: Json): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return scalarBytes;
  if (!Array.isArray(value)) return JSON.stringify(value).length;
  let bytes = 0;
  for (const item of value) bytes += sizeOf(item);
  return bytes;
}

const scalarBytes = 8;

/** The size of an event without its texts. */
const eventOverheadBytes = 256;
