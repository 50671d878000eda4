/** The data of the activity list: requests with their effects, and events without a request. */
import type { StreamedEvent } from "../../client/events.ts";

export type SandboxEvent = Extract<StreamedEvent, { readonly at: string }>;

/** The fields of a request that a row shows; the journal has the others. */
export interface RequestFacts
  extends
    Readonly<Record<"id" | "method" | "path" | "query" | "surface", string>>,
    Readonly<Record<"operationId" | "apiKeyId" | "reason", string | null>> {
  readonly status: number;
  readonly durationMs: number | null;
  /** Rule ids; assumed ones end with `;assumed`. */
  readonly rules: readonly string[];
  /** The header `traceparent`, which names the test or the trace that the request belongs to. */
  readonly trace: string | null;
}

export interface Entry {
  /** Unique and increasing. */
  readonly number: number;
  readonly at: string;
  /** Null for an event that no request caused. */
  readonly request: RequestFacts | null;
  /** The events that the request caused, or a single event without a request. */
  readonly caused: SandboxEvent[];
  /** A notice that events are missing here, or that the workspace was reset. */
  readonly notice: string | null;
}

export const entriesMax = 10_000;

/** Maximum number of requests whose effects arrived first. Effects of requests that left the list also end up here. */
const earlyMax = 1_000;

/** The entries of one workspace. Keeps the newest `entriesMax`. */
export function newEntries() {
  let entries: Entry[] = [];
  let number = 0;
  const causes = newCauses();
  const add = (entry: Omit<Entry, "number">): Entry => {
    number += 1;
    const added = { ...entry, number };
    entries.push(added);
    // Trims in blocks, so that adding to a full list stays cheap.
    if (entries.length > entriesMax + 500) {
      for (const { request } of entries.slice(0, 500)) causes.forget(request?.id ?? "");
      entries = entries.slice(500);
    }
    return added;
  };
  const addHappened = (event: SandboxEvent): void => {
    const { at } = event;
    const last = entries.at(-1);
    const requestId = textOf(event.data["requestId"]);
    if (event.type === "request") {
      const request = factsOf(event);
      causes.keep(add({ at, request, caused: causes.takeEarly(request.id), notice: null }));
    } else if (requestId !== null && event.type !== "fault.held") causes.add(requestId, event);
    else if (isWith(last, event)) last.caused.push(event);
    else add({ at, request: null, caused: [event], notice: null });
  };
  return {
    /** Oldest first. */
    all: (): readonly Entry[] => entries,
    add(event: StreamedEvent): void {
      if ("at" in event) addHappened(event);
      const notice = noticeOf(event);
      if (notice === null) return;
      if (event.type === "reset") {
        // The journal has no request of before any more.
        entries = [];
        causes.clear();
      }
      add({ at: "", request: null, caused: [], notice });
    },
    /**
     * Removes the requests before the oldest one of the journal, or without one all up to the entry `upTo`. A notice
     * takes their place.
     */
    dropBefore(oldestId: string | null, upTo: number): void {
      const oldest = entries.findIndex(({ request }) => request?.id === oldestId);
      const end =
        oldestId === null ? entries.findLastIndex((one) => one.number <= upTo) + 1 : oldest;
      entries = withoutRequests(entries, Math.max(end, 0));
    },
    clear(): void {
      entries = [];
      causes.clear();
    },
  };
}

/** The entries without the requests among the first `end`; a notice takes their place. */
function withoutRequests(entries: Entry[], end: number): Entry[] {
  const gone = new Set(entries.slice(0, end).filter(({ request }) => request !== null));
  const [first] = gone;
  if (first === undefined) return entries;
  const notice = `${gone.size} older requests are gone: the journal was cleared, or dropped them.`;
  const kept = entries.filter((entry) => !gone.has(entry));
  return [{ ...first, request: null, caused: [], notice }, ...kept];
}

/** An event without a request belongs to the entry of the same moment before it, such as those of one call. */
function isWith(last: Entry | undefined, event: SandboxEvent): last is Entry {
  const isHeld = [last?.caused[0], event].some((one) => one?.type === "fault.held");
  return last?.request === null && last.notice === null && last.at === event.at && !isHeld;
}

/** Matches events with the request that caused them. Either can arrive first. */
function newCauses() {
  const byRequest = new Map<string, Entry>();
  const early = new Map<string, SandboxEvent[]>();
  return {
    keep(entry: Entry): void {
      if (entry.request !== null) byRequest.set(entry.request.id, entry);
    },
    takeEarly(requestId: string): SandboxEvent[] {
      const events = early.get(requestId) ?? [];
      early.delete(requestId);
      return events;
    },
    add(requestId: string, event: SandboxEvent): void {
      const owner = byRequest.get(requestId);
      if (owner !== undefined) owner.caused.push(event);
      else early.set(requestId, [...(early.get(requestId) ?? []), event]);
      const [oldest] = early.keys();
      if (early.size > earlyMax && oldest !== undefined) early.delete(oldest);
    },
    forget: (requestId: string) => byRequest.delete(requestId),
    clear(): void {
      byRequest.clear();
      early.clear();
    },
  };
}

/** The notice for a gap or a reset; null for any other event. */
function noticeOf(event: StreamedEvent): string | null {
  if (event.type === "reset") {
    return "The workspace began again: it was reset or restored, its state was replaced, or the sandbox restarted.";
  }
  if (event.type !== "gap" || !("missed" in event)) return null;
  return `${event.missed} events are missing here: they were dropped before they were read.`;
}

function factsOf({ data }: SandboxEvent): RequestFacts {
  const { rules, durationMs } = data;
  return {
    id: textOf(data["id"]) ?? textOf(data["requestId"]) ?? "",
    method: textOf(data["method"]) ?? "",
    path: textOf(data["path"]) ?? "",
    query: textOf(data["query"]) ?? "",
    status: Number(data["status"] ?? 0),
    operationId: textOf(data["operationId"]),
    apiKeyId: textOf(data["apiKeyId"]),
    surface: textOf(data["surface"]) ?? "",
    durationMs: typeof durationMs === "number" ? durationMs : null,
    rules: Array.isArray(rules) ? rules.filter((rule) => typeof rule === "string") : [],
    reason: textOf(data["reason"]),
    trace: textOf(data["traceparent"]),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
