import type { CitedRule } from "../rules/trace.ts";

/** One request to the emulated API and its answer (interface 5.8; rule audit.every-request). `at` is epoch milliseconds. */
export interface JournalEntry {
  readonly id: string;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly operationId: string | null;
  readonly durationMs: number;
  readonly apiKeyId: string | null;
  readonly surface: string;
  readonly rules: readonly CitedRule[];
  readonly reason: string | null;
  readonly request: RecordedMessage;
  readonly response: RecordedMessage;
}

/** Headers and body as they went over the wire; the value of X-API-Key is redacted, a long body is cut. */
export interface RecordedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Journal {
  /** The number of the next request; its id is derived from it. */
  readonly nextNumber: () => number;
  readonly append: (entry: JournalEntry) => void;
  /** The entries still kept, newest first. */
  readonly entries: () => readonly JournalEntry[];
  /** How many entries were dropped to stay within the bounds. */
  readonly dropped: () => number;
  readonly clear: () => void;
}

/** Entries and characters of bodies kept; the oldest are dropped. */
const entriesMax = 10_000;
const charactersMax = 32 * 1024 * 1024;
/** Characters kept of one body. */
export const bodyCharactersMax = 16 * 1024;

/** An empty journal. */
export function newJournal(): Journal {
  let kept: JournalEntry[] = [];
  let first = 0;
  let characters = 0;
  let dropped = 0;
  let number = 0;
  const isOverBounds = (): boolean =>
    kept.length - first > entriesMax || characters > charactersMax;
  const dropFirst = (): void => {
    const entry = kept[first];
    if (entry !== undefined) characters -= sizeOf(entry);
    first += 1;
    dropped += 1;
    if (first > 1_000 && first * 2 > kept.length) {
      kept = kept.slice(first);
      first = 0;
    }
  };
  return {
    nextNumber() {
      number += 1;
      return number;
    },
    append(entry) {
      kept.push(entry);
      characters += sizeOf(entry);
      while (isOverBounds()) dropFirst();
    },
    entries: () => kept.slice(first).toReversed(),
    dropped: () => dropped,
    clear() {
      kept = [];
      first = 0;
      characters = 0;
      dropped = 0;
      number = 0;
    },
  };
}

function sizeOf(entry: JournalEntry): number {
  return (entry.request.body?.length ?? 0) + (entry.response.body?.length ?? 0);
}
