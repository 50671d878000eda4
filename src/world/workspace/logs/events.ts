import type { Json } from "../../../base/values/json.ts";
import { asJson } from "../../../base/values/json.ts";
import type { Resettable } from "../resettable.ts";
import type { LogBounds } from "./bounded-log.ts";
import { BoundedLog } from "./bounded-log.ts";

/** An event in a workspace; `cursor` increases by one with each. `at` is epoch milliseconds. */
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
  "record.created",
  "record.updated",
  "record.deleted",
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
  "workflows.set",
  "snapshot.taken",
  "snapshot.restored",
  "snapshot.deleted",
] as const;
export type EventType = (typeof eventTypes)[number];

/** Why a log ends: its workspace was dropped or expired, or the server stops. */
export type LogEnd = "dropped" | "expired" | "server-stopped";

export interface Listener<Type extends string = EventType> {
  readonly onEvent: (event: WorkspaceEvent<Type>) => void;
  /** Called right before the log starts over: cursors begin at 1 again. */
  readonly onRenew?: () => void;
  /** Called when no more events will come. */
  readonly onEnd?: (why: LogEnd) => void;
}

export interface EventLog<Type extends string = EventType> extends Resettable {
  readonly append: (event: Omit<WorkspaceEvent<Type>, "cursor">) => void;
  /** The kept events after `cursor`, oldest first. */
  readonly after: (cursor: number) => readonly WorkspaceEvent<Type>[];
  /** The oldest kept event; null when there is none. */
  readonly nextAfter: (cursor: number) => WorkspaceEvent<Type> | null;
  /** The cursor of the newest event, 0 when there is none. */
  readonly cursor: () => number;
  /** Calls `listener` with every future event; returns the function that unsubscribes. */
  readonly subscribe: (listener: Listener<Type>) => () => void;
  /** Notifies the listeners that no more events will come. */
  readonly end: (why: LogEnd) => void;
}

/** Maximum number of events that a workspace keeps. */
export const eventBounds: LogBounds = { entriesMax: 10_000, bytesMax: 8 * 1024 * 1024 };

/** An empty log. */
export function newEventLog<Type extends string = EventType>(bounds = eventBounds): EventLog<Type> {
  const log = new BoundedLog<WorkspaceEvent<Type>>(bounds, bytesOf);
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
      for (const listener of listeners) listener.onRenew?.();
      log.clear();
      cursor = 0;
    },
    keep: () => ({}),
    inspect: () => asJson(log.from(0)),
  };
}

/** Estimated memory of an event. */
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
