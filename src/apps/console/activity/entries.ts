/** The data of the activity list: requests with their effects, and events without a request. */
import type { StreamedEvent } from "../../../library/client/events.ts";
import { counted } from "../parts/times.ts";

export type SandboxEvent = Extract<StreamedEvent, { readonly at: string }>;

/** What a request caused: an event, or an effect of the journal, which has its sentence already. */
export interface Effect extends Pick<SandboxEvent, "type" | "data"> {
  readonly summary?: string;
}

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
  /** What the request caused, or the events of one control call. */
  readonly caused: Effect[];
  /** A notice that events are missing here, or that the workspace was reset. */
  readonly notice: string | null;
}

export const entriesMax = 10_000;

/** Maximum number of requests whose effects are kept: those of the list, and others whose effects arrived first. */
const requestsMax = entriesMax + 2_000;

/** The entries of one workspace. Keeps the newest `entriesMax`. */
export function newEntries() {
  let entries: Entry[] = [];
  let number = 0;
  let isComplete = true;
  const causes = newCauses();
  const begin = (): void => {
    [entries, isComplete] = [[], true];
    causes.clear();
  };
  const add = (entry: Omit<Entry, "number">): Entry => {
    number += 1;
    const added = { ...entry, number };
    entries.push(added);
    // Trims in blocks, so that adding to a full list stays cheap.
    if (entries.length > entriesMax + 500) {
      entries = entries.slice(500);
      isComplete = false;
    }
    return added;
  };
  const addHappened = (event: SandboxEvent): void => {
    const { at } = event;
    const last = entries.at(-1);
    const requestId = textOrNull(event.data["requestId"]);
    const request = event.type === "request" ? factsOf(event) : null;
    if (request !== null) {
      add({ at, request, caused: causes.of(request.id), notice: null });
    } else if (requestId !== null && event.type !== "fault.held") causes.of(requestId).push(event);
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
      // The journal has no request of before a reset any more.
      isComplete = event.type === "reset";
      if (isComplete) begin();
      add({ at: "", request: null, caused: [], notice });
    },
    /** Replaces the requests before the oldest one of the journal by a notice; without one, all up to `upTo`. */
    dropBefore(oldestId: string | null, upTo: number): void {
      const oldest = entries.findIndex(({ request }) => request?.id === oldestId);
      const end =
        oldestId === null ? entries.findLastIndex((one) => one.number <= upTo) + 1 : oldest;
      entries = withoutRequests(entries, Math.max(end, 0));
    },
    /** Whether no event is missing before the newest one. */
    isComplete: (): boolean => isComplete,
    clear: begin,
  };
}

/** The entries without the requests among the first `end`; a notice takes their place. */
function withoutRequests(entries: Entry[], end: number): Entry[] {
  const gone = new Set(entries.slice(0, end).filter(({ request }) => request !== null));
  const [first] = gone;
  if (first === undefined) return entries;
  const notice = `The journal was cleared or dropped ${counted(gone.size, "older request")}.`;
  const kept = entries.filter((entry) => !gone.has(entry));
  return [{ ...first, request: null, caused: [], notice }, ...kept];
}

/** An event without a request belongs to the entry before it if the same control call caused both. */
function isWith(last: Entry | undefined, { data }: SandboxEvent): last is Entry {
  const callId = textOrNull(data["callId"]);
  return callId !== null && last?.request === null && last.caused[0]?.data["callId"] === callId;
}

/** The effects of each request by its id. Either can arrive first. */
function newCauses() {
  const byRequest = new Map<string, Effect[]>();
  return {
    of(requestId: string): Effect[] {
      const events = byRequest.get(requestId) ?? [];
      byRequest.set(requestId, events);
      const [oldest] = byRequest.keys();
      if (byRequest.size > requestsMax && oldest !== undefined) byRequest.delete(oldest);
      return events;
    },
    clear: () => byRequest.clear(),
  };
}

/** The notice for a gap or a reset; null for any other event. */
function noticeOf(event: StreamedEvent): string | null {
  if (event.type === "reset") {
    return "The workspace began again: it was reset or restored, its state was replaced, or the sandbox restarted.";
  }
  if (event.type !== "gap" || !("missed" in event)) return null;
  return `Here ${counted(event.missed, "event")} went missing, dropped before the page read them.`;
}

/** The facts of a request in its event; null if the event lacks them. */
function factsOf({ data }: SandboxEvent): RequestFacts | null {
  const { traceparent: trace = null, reason = null, query = "", ...more } = data;
  const facts = { ...more, trace, reason, query };
  return isFacts(facts) ? facts : null;
}

/** The sandbox sends all fields of a request, or none. */
function isFacts(facts: object): facts is RequestFacts {
  return ["id", "path", "status", "rules"].every((name) => name in facts);
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
