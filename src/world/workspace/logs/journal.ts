import { asJson } from "../../../base/values/json.ts";
import type { CitedRule } from "../../../domain/rules/trace.ts";
import type { Resettable } from "../resettable.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";
import type { LogBounds, LogUsage } from "./bounded-log.ts";
import { BoundedLog } from "./bounded-log.ts";
import type { WorkspaceEvent } from "./events.ts";

/** One request to the emulated API and its answer (interface 5.8; rule audit.every-request). `at` is epoch milliseconds. */
export interface JournalEntry {
  readonly id: string;
  readonly at: number;
  /** When it was recorded, in the system's epoch milliseconds; the clocks of two workspaces cannot be compared. */
  readonly receivedAt: number;
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
  /** A sentence for each name in the request that resembles a documented one. */
  readonly hints: readonly string[];
  /** The ids of the announced changes that the request and its answer met. */
  readonly changes: readonly string[];
  /** The events that the request caused, also after the log of events dropped them. */
  readonly effects: readonly Omit<WorkspaceEvent, "cursor">[];
  /** The request and its answer, prepared on first read; most entries are never read. */
  readonly messages: () => RecordedMessages;
  /** The estimated memory of both. */
  readonly messageBytes: number;
}

export interface RecordedMessages {
  readonly request: RecordedMessage;
  readonly response: RecordedMessage;
}

/** Headers and body as sent over the wire; the value of X-API-Key is redacted, a long body is cut. */
export interface RecordedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The size of the whole body in bytes, if `body` is only its start; else null. */
  readonly cutFromBytes: number | null;
}

export interface Journal extends Resettable {
  /** Takes the number of the next request; its id is derived from it. */
  readonly nextNumber: () => number;
  readonly append: (entry: JournalEntry) => void;
  /** The kept entries, newest first. */
  readonly entries: () => readonly JournalEntry[];
  readonly newest: () => JournalEntry | null;
  readonly standing: () => LogUsage;
  readonly clear: () => void;
}

/** Maximum number of characters kept of a body. */
export const bodyCharactersMax = 16 * 1024;

/** An empty journal; `memory` has the number of earlier requests. */
export function newJournal(
  settings: Pick<WorkspaceSettings, "requests">,
  bounds: LogBounds,
): Journal {
  const log = new BoundedLog<JournalEntry>(
    bounds,
    ({ messageBytes }) => entryOverheadBytes + messageBytes,
  );
  let number = settings.requests;
  return {
    name: "journal",
    nextNumber() {
      number += 1;
      return number;
    },
    append: (entry) => log.append(entry),
    entries: () => log.from(0).toReversed(),
    newest: () => log.newest(),
    standing: () => log.standing(),
    clear: () => log.clear(),
    renew({ requests }) {
      log.clear();
      number = requests;
    },
    keep: () => ({ requests: number }),
    inspect: () =>
      asJson({ entries: log.from(0).map(whole), dropped: log.standing().dropped, number }),
  };
}

/** The size of an entry without its texts: objects, numbers, rules. */
const entryOverheadBytes = 512;

function whole(entry: JournalEntry) {
  return { ...entry, ...entry.messages() };
}
