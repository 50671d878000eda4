/** Counts of all requests of a process, for `GET /_sandbox/metrics`. Light, because every start loads it. */
import type { JournalEntry } from "../../../world/workspace/logs/journal.ts";
import type { SandboxCounts } from "../../../world/workspace/workspace-context.ts";

/** A count and the sum of durations in seconds. */
export interface Timed {
  count: number;
  seconds: number;
}

export interface RequestCounts extends SandboxCounts {
  readonly request: (
    entry: Pick<JournalEntry, "operationId" | "status" | "durationMs" | "rules">,
  ) => void;
  readonly control: (status: number) => void;
  /** Counts a stream of events until the returned function is called. */
  readonly streamOpened: () => () => void;
  /** Answers of the emulated API by operation, null for an unknown path, and by status; status 0 has no answer. */
  readonly byOperation: ReadonlyMap<string | null, ReadonlyMap<number, Timed>>;
  /** Refusals by the rule that decided them. */
  readonly byRule: ReadonlyMap<string, number>;
  /** Answers of the control API by status. */
  readonly byControlStatus: ReadonlyMap<number, number>;
  /** Relayed mails by result. */
  readonly byRelayResult: ReadonlyMap<string, number>;
  /** Writes that failed, by what rejected them. */
  readonly byWriteFailure: ReadonlyMap<string, number>;
  readonly openStreams: () => number;
}

/** Counts from zero. Their number is bounded by operations, statuses and rules. */
export function newRequestCounts(): RequestCounts {
  const byOperation = new Map<string | null, Map<number, Timed>>();
  const byRule = new Map<string, number>();
  const byControlStatus = new Map<number, number>();
  const byRelayResult = new Map([
    ["sent", 0],
    ["failed", 0],
  ]);
  const byWriteFailure = new Map([
    ["disk", 0],
    ["limit", 0],
  ]);
  const streams = new Set<symbol>();
  return {
    request({ operationId, status, durationMs, rules }) {
      let byStatus = byOperation.get(operationId);
      if (byStatus === undefined) byOperation.set(operationId, (byStatus = new Map()));
      let timed = byStatus.get(status);
      if (timed === undefined) byStatus.set(status, (timed = { count: 0, seconds: 0 }));
      timed.count += 1;
      timed.seconds += durationMs / 1_000;
      const [decisive] = rules;
      if (status >= 400 && decisive !== undefined) add(byRule, decisive.id);
    },
    control: (status) => add(byControlStatus, status),
    relayed: (result) => add(byRelayResult, result),
    writeFailed: (by) => add(byWriteFailure, by),
    streamOpened() {
      const stream = Symbol("stream");
      streams.add(stream);
      return () => void streams.delete(stream);
    },
    byOperation,
    byRule,
    byControlStatus,
    byRelayResult,
    byWriteFailure,
    openStreams: () => streams.size,
  };
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
