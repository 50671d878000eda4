/** What happened, as the activity list shows it: each request with what it caused, and what happened without one. */
import type { StreamedEvent } from "../../client/events.ts";

export type SandboxEvent = Extract<StreamedEvent, { readonly at: string }>;

/** What a row tells of a request; the rest is in the journal. */
export interface RequestFacts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly operationId: string | null;
  readonly apiKeyId: string | null;
  readonly surface: string;
  readonly durationMs: number | null;
  /** Rule ids; assumed ones end with `;assumed`. */
  readonly rules: readonly string[];
  readonly reason: string | null;
}

export interface Entry {
  /** Unique in the list and rising. */
  readonly number: number;
  readonly at: string;
  /** Null for what no request caused. */
  readonly request: RequestFacts | null;
  /** What the request caused, or the one event that stands for itself. */
  readonly caused: SandboxEvent[];
  /** A line that says that events are missing here, or that the workspace was reset. */
  readonly notice: string | null;
}

export const entriesMax = 10_000;

/** The entries of one workspace; the newest `entriesMax` are kept. */
export function newEntries() {
  let entries: Entry[] = [];
  let number = 0;
  const byRequest = new Map<string, Entry>();
  /** What came before the request that caused it. */
  const early = new Map<string, SandboxEvent[]>();

  const add = (entry: Omit<Entry, "number">): Entry => {
    number += 1;
    const added = { ...entry, number };
    entries.push(added);
    // In blocks, so that a full list costs no more with each event.
    if (entries.length > entriesMax + 500) {
      for (const { request } of entries.slice(0, 500)) byRequest.delete(request?.id ?? "");
      entries = entries.slice(500);
    }
    return added;
  };

  const addRequest = (event: SandboxEvent): void => {
    const request = factsOf(event);
    const caused = early.get(request.id) ?? [];
    early.delete(request.id);
    byRequest.set(request.id, add({ at: event.at, request, caused, notice: null }));
  };

  const addCaused = (event: SandboxEvent, requestId: string): void => {
    const owner = byRequest.get(requestId);
    if (owner !== undefined) owner.caused.push(event);
    else early.set(requestId, [...(early.get(requestId) ?? []), event]);
  };

  return {
    /** Oldest first. */
    all: (): readonly Entry[] => entries,
    add(event: StreamedEvent): void {
      if (event.type === "reset") {
        early.clear();
        byRequest.clear();
        add({
          at: "",
          request: null,
          caused: [],
          notice: "The workspace began again: it was reset or restored, or its state was replaced.",
        });
      } else if (event.type === "gap" && "missed" in event) {
        const notice = `${event.missed} events are missing here: they were dropped before they were read.`;
        add({ at: "", request: null, caused: [], notice });
      } else if ("at" in event) {
        const requestId = textOf(event.data["requestId"]);
        if (event.type === "request") addRequest(event);
        else if (requestId !== null) addCaused(event, requestId);
        else add({ at: event.at, request: null, caused: [event], notice: null });
      }
    },
    clear(): void {
      entries = [];
      byRequest.clear();
      early.clear();
    },
  };
}

function factsOf({ data }: SandboxEvent): RequestFacts {
  const { rules, durationMs } = data;
  return {
    id: textOf(data["id"]) ?? textOf(data["requestId"]) ?? "",
    method: textOf(data["method"]) ?? "",
    path: textOf(data["path"]) ?? "",
    status: Number(data["status"] ?? 0),
    operationId: textOf(data["operationId"]),
    apiKeyId: textOf(data["apiKeyId"]),
    surface: textOf(data["surface"]) ?? "",
    durationMs: typeof durationMs === "number" ? durationMs : null,
    rules: Array.isArray(rules) ? rules.filter((rule) => typeof rule === "string") : [],
    reason: textOf(data["reason"]),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
