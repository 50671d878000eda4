import { asJson } from "../domain/json.ts";
import type { CitedRule } from "../rules/trace.ts";
import type { Memory } from "./memory.ts";
import type { Part } from "./part.ts";

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
  /** What was sent and answered, made ready to be read; most entries never are. */
  readonly messages: () => RecordedMessages;
  /** About the memory that it takes to keep these. */
  readonly messageBytes: number;
}

export interface RecordedMessages {
  readonly request: RecordedMessage;
  readonly response: RecordedMessage;
}

/** Headers and body as they went over the wire; the value of X-API-Key is redacted, a long body is cut. */
export interface RecordedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** How much a journal keeps: requests, and bytes of what they and their answers carried. */
export interface JournalBounds {
  readonly entriesMax: number;
  readonly bytesMax: number;
}

export interface Journal extends Part {
  /** Takes the number of the next request; its id is derived from it. */
  readonly nextNumber: () => number;
  readonly append: (entry: JournalEntry) => void;
  /** The entries still kept, newest first. */
  readonly entries: () => readonly JournalEntry[];
  readonly newest: () => JournalEntry | null;
  readonly standing: () => JournalStanding;
  readonly clear: () => void;
}

/** What a journal keeps now, and how many entries it dropped to stay within its bounds. */
export interface JournalStanding {
  readonly entries: number;
  readonly bytes: number;
  readonly dropped: number;
}

/** Characters kept of one body. */
export const bodyCharactersMax = 16 * 1024;

/** An empty journal; `memory` says how many requests there were before. */
export function newJournal(memory: Pick<Memory, "requests">, bounds: JournalBounds): Journal {
  // What was dropped leaves an empty place until there are so many that they are cut off.
  let kept: (JournalEntry | null)[] = [];
  let first = 0;
  let bytes = 0;
  let dropped = 0;
  let number = memory.requests;
  const isOverBounds = (): boolean =>
    kept.length - first > bounds.entriesMax || bytes > bounds.bytesMax;
  const dropFirst = (): void => {
    bytes -= bytesOf(kept[first]);
    kept[first] = null;
    first += 1;
    dropped += 1;
    // Rarely enough to cost nothing, often enough that there are never more such places than entries.
    if (first * 2 > kept.length) {
      kept = kept.slice(first);
      first = 0;
    }
  };
  const entries = (): JournalEntry[] => kept.slice(first).filter((entry) => entry !== null);
  const clear = (): void => {
    kept = [];
    first = 0;
    bytes = 0;
    dropped = 0;
  };
  return {
    name: "journal",
    nextNumber() {
      number += 1;
      return number;
    },
    append(entry) {
      kept.push(entry);
      bytes += bytesOf(entry);
      while (isOverBounds()) dropFirst();
    },
    entries: () => entries().toReversed(),
    newest: () => kept.at(-1) ?? null,
    standing: () => ({ entries: kept.length - first, bytes, dropped }),
    clear,
    renew({ requests }) {
      clear();
      number = requests;
    },
    keep: () => ({ requests: number }),
    inspect: () => asJson({ entries: entries().map(whole), dropped, number }),
  };
}

/** What an entry takes beside its texts: objects, numbers, rules. */
const entryOverheadBytes = 512;

function bytesOf(entry: JournalEntry | null | undefined): number {
  return entry === null || entry === undefined ? 0 : entryOverheadBytes + entry.messageBytes;
}

function whole(entry: JournalEntry) {
  return { ...entry, ...entry.messages() };
}
