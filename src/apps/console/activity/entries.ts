/** The data of the activity list: requests with their effects, and events without a request. */
import { textOrEmpty } from "../../../base/values/json.ts";
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
  readonly caused: readonly Effect[];
  /** A notice that events are missing here, or that the workspace was reset. */
  readonly notice: string | null;
}

export type Block = readonly Entry[];

export const entriesMax = 10_000;
const blockSize = 200;

/** Maximum number of requests whose effects are kept: those of the list, and others whose effects arrived first. */
const requestsMax = entriesMax + 2_000;

/** The effects of a request, and the number of its entry; null until the request arrives. */
type Known = Readonly<{ caused: readonly Effect[]; number: number | null }>;

/** The entries of one workspace. Keeps the newest `entriesMax`. */
export function newEntries() {
  let blocks: readonly Block[] = [];
  let number = 0;
  let isComplete = true;
  const requests = new Map<string, Known>();
  const begin = (): void => {
    [blocks, isComplete] = [[], true];
    requests.clear();
  };
  const add = (entry: Omit<Entry, "number">): void => {
    number += 1;
    blocks = grown(blocks, { ...entry, number });
    const [oldest = [], ...kept] = blocks;
    if (kept.length * blockSize <= entriesMax) return;
    for (const { request } of oldest) requests.delete(request?.id ?? "");
    [blocks, isComplete] = [kept, false];
  };
  const addHappened = (event: SandboxEvent): void => {
    const { at, data } = event;
    const last = blocks.at(-1)?.at(-1);
    const requestId = textOrEmpty(data["requestId"]);
    const request = event.type === "request" ? factsOf(event) : null;
    if (request !== null) {
      const { caused } = know(requests, request.id, { number: number + 1 });
      add({ at, request, caused, notice: null });
    } else if (requestId !== "" && event.type !== "fault.held") {
      const caused = [...(requests.get(requestId)?.caused ?? []), event];
      blocks = withEffects(blocks, know(requests, requestId, { caused }));
    } else if (isWith(last, event)) {
      blocks = withEffects(blocks, { ...last, caused: [...last.caused, event] });
    } else add({ at, request: null, caused: [event], notice: null });
  };
  return {
    /** Oldest first. A change replaces the block that has it. */
    blocks: () => blocks,
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
      blocks = withoutRequests(blocks, oldestId, upTo);
    },
    /** Whether the list has a request. */
    has: (id: string): boolean => (requests.get(id)?.number ?? null) !== null,
    /** Whether no event is missing before the newest one. */
    isComplete: (): boolean => isComplete,
    clear: begin,
  };
}

function grown(blocks: readonly Block[], entry: Entry): readonly Block[] {
  const last = blocks.at(-1) ?? [];
  if (last.length === 0 || last.length >= blockSize) return [...blocks, [entry]];
  return [...blocks.slice(0, -1), [...last, entry]];
}

/** The blocks with the effects of the entry of that number, if they have it. */
function withEffects(blocks: readonly Block[], { number, caused }: Known): readonly Block[] {
  const at = blocks.findLastIndex(([first]) => first && first.number <= (number ?? -1));
  const replace = (entry: Entry): Entry => (entry.number === number ? { ...entry, caused } : entry);
  return blocks.map((block, index) => (index === at ? block.map(replace) : block));
}

/** Either a request or its effects can arrive first. */
function know(requests: Map<string, Known>, id: string, change: Partial<Known>): Known {
  const known = { caused: [], number: null, ...requests.get(id), ...change };
  requests.set(id, known);
  const [oldest] = requests.keys();
  if (requests.size > requestsMax && oldest !== undefined) requests.delete(oldest);
  return known;
}

/** The entries without the requests before `oldestId`, or those up to `upTo`; a notice takes their place. */
function withoutRequests(blocks: readonly Block[], oldestId: string | null, upTo: number) {
  const entries = blocks.flat();
  const oldest = entries.findIndex(({ request }) => request?.id === oldestId);
  const end = oldestId === null ? entries.findLastIndex((one) => one.number <= upTo) + 1 : oldest;
  const before = entries.slice(0, Math.max(end, 0));
  const gone = new Set(before.filter(({ request }) => request !== null));
  const [first] = gone;
  if (first === undefined) return blocks;
  const notice = `The journal was cleared or dropped ${counted(gone.size, "older request")}.`;
  const kept = entries.filter((entry) => !gone.has(entry));
  return [{ ...first, request: null, caused: [], notice }, ...kept].reduce(grown, []);
}

/** An event without a request belongs to the entry before it if the same control call caused both. */
function isWith(last: Entry | undefined, { data }: SandboxEvent): last is Entry {
  const callId = textOrEmpty(data["callId"]);
  return callId !== "" && last?.request === null && last.caused[0]?.data["callId"] === callId;
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
