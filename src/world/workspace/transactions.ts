import type { Json } from "../../base/values/json.ts";
import type { EventLog, EventType, WorkspaceEvent } from "./logs/events.ts";
import type { State } from "./state.ts";
import type { Limited } from "./storage/size-limits.ts";
import type { Clock } from "./time/clock.ts";

export type NewEvent = Omit<WorkspaceEvent, "cursor">;

export interface Transactions {
  /**
   * Runs `work` in one transaction with a single time `at`, or as part of the open one. Its events are kept only if
   * it succeeds. Throws `OverLimitError` if the database is too large at its end.
   */
  readonly transaction: <Result>(work: () => Result, at?: number) => Result;
  /**
   * The same as part of a group commit if the store is a file: the result is reported after the commit. Work that
   * removes something is not limited.
   */
  readonly shared: <Result>(
    work: () => Result,
    at: number,
    how?: { readonly removes: boolean },
  ) => Result | Promise<Result>;
  /** The same, rolled back; returns the result and the events. */
  readonly dryRun: <Result>(work: () => Result, at: number) => DryRunResult<Result>;
  readonly emit: (type: EventType, data: Readonly<Record<string, Json>>) => void;
  /** Runs `work`; each event in it carries `requestId`. */
  readonly causedBy: <Result>(requestId: string, work: () => Result) => Result;
}

export interface DryRunResult<Result> {
  readonly result: Result;
  readonly events: readonly NewEvent[];
}

interface Parts {
  readonly state: State;
  readonly clock: Clock;
  readonly events: EventLog;
  readonly limited: Limited;
}

/** The transactions of one workspace: a failed request leaves no row, mail or event (interface 1.5; rule http.atomic). */
export function newTransactions({ state, clock, events, limited }: Parts): Transactions {
  let pending: NewEvent[] | null = null;
  const cause = newCause();
  const collecting = <Result>(emitted: NewEvent[], work: () => Result, at: number): Result => {
    pending = emitted;
    try {
      return clock.during(at, work);
    } finally {
      pending = null;
    }
  };
  const report = (emitted: readonly NewEvent[]): void => {
    for (const event of emitted) events.append(event);
  };
  const alone = <Result>(work: () => Result, at: number): Result => {
    const emitted: NewEvent[] = [];
    const result = collecting(emitted, () => state.store().transaction(work), at);
    report(emitted);
    return result;
  };
  const transaction = <Result>(work: () => Result, at = clock.now()): Result =>
    pending === null ? alone(limited(work), at) : work();
  return {
    transaction,
    shared(work, at, { removes } = { removes: false }) {
      const { groupCommit } = state.store();
      const whole = removes ? work : limited(work);
      if (groupCommit === null) return alone(whole, at);
      const emitted: NewEvent[] = [];
      return groupCommit(
        () => collecting(emitted, whole, at),
        () => report(emitted),
      );
    },
    dryRun(work, at) {
      const emitted: NewEvent[] = [];
      return { result: collecting(emitted, () => rolledBack(state, work), at), events: emitted };
    },
    emit(type, data) {
      const event = { at: clock.now(), type, data: cause.withRequestId(data) };
      if (pending === null) events.append(event);
      else pending.push(event);
    },
    causedBy: cause.during,
  };
}

/** The request that causes the current events; none at first. */
function newCause(): {
  readonly during: Transactions["causedBy"];
  readonly withRequestId: (data: NewEvent["data"]) => NewEvent["data"];
} {
  let requestId: string | null = null;
  return {
    during(id, work) {
      requestId = id;
      try {
        return work();
      } finally {
        requestId = null;
      }
    },
    withRequestId: (data) => (requestId === null ? data : { ...data, requestId }),
  };
}

/** Carries the result out of a transaction that is rolled back. */
class RolledBack extends Error {}

function rolledBack<Result>(state: State, work: () => Result): Result {
  let done: { readonly result: Result } | undefined;
  try {
    state.store().transaction(() => {
      done = { result: work() };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  if (done === undefined) throw new Error("The transaction of a dry run did not run its work.");
  return done.result;
}
