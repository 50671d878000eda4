import type { Json } from "../../base/values/json.ts";
import type { Cause, LeadMoment } from "../../domain/model/cause.ts";
import { newCurrentCause } from "./current-cause.ts";
import { leadMoment, newMoment } from "./lead-moments.ts";
import type { CallNumbers } from "./logs/call-numbers.ts";
import type { EventLog, EventType, WorkspaceEvent } from "./logs/events.ts";
import type { State } from "./state.ts";
import type { Limited } from "./storage/size-limits.ts";
import type { Clock } from "./time/clock.ts";

export type NewEvent = Omit<WorkspaceEvent, "cursor">;

type OnEvents = (events: readonly NewEvent[]) => void;

export interface Transactions {
  /**
   * Runs `work` in one transaction with a single time `at`, or as part of the open one. Its events are kept only if
   * it succeeds. Throws `OverLimitError` if the database is too large at its end.
   */
  readonly transaction: <Result>(work: () => Result, at?: number) => Result;
  /**
   * The same as part of a group commit if the store is a file: the result is reported after the commit, and before it
   * the events of the work. Work that removes something is not limited.
   */
  readonly shared: <Result>(
    work: () => Result,
    at: number,
    how?: {
      readonly removes: boolean;
      readonly onEvents?: OnEvents;
    },
  ) => Result | Promise<Result>;
  /** The same, rolled back; returns the result and the events. */
  readonly dryRun: <Result>(work: () => Result, at: number) => DryRunResult<Result>;
  /** Emits an event, and keeps it with its Lead if it is a moment in the life of one. */
  readonly emit: (type: EventType, data: Readonly<Record<string, Json>>) => NewEvent;
  /** Runs `work`: its events name this cause, and its mail and the moments of its Leads keep it. */
  readonly causedBy: <Result>(cause: Cause, work: () => Result) => Result;
  /** The cause of what a new call of the control API changes. */
  readonly controlCause: (operation: string) => Cause;
  /** The cause of what happens now; null if it is not known. */
  readonly cause: () => Cause | null;
  /** The moment at which a Lead is created now. */
  readonly creation: () => LeadMoment;
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
  readonly calls: CallNumbers;
}

/** The transactions of one workspace: a failed request leaves no row, mail or event (interface 1.5; rule http.atomic). */
export function newTransactions({ state, clock, events, limited, calls }: Parts): Transactions {
  const cause = newCurrentCause(calls, clock);
  const collector = newCollector(clock, events);
  const alone = <Result>(work: () => Result, at: number, onEvents: OnEvents = ignored): Result => {
    const emitted: NewEvent[] = [];
    const result = collector.collecting(emitted, () => state.store().transaction(work), at);
    collector.report(emitted);
    onEvents(emitted);
    return result;
  };
  const transaction = <Result>(work: () => Result, at = clock.now()): Result =>
    collector.isCollecting() ? work() : alone(limited(work), at);
  return {
    transaction,
    shared(work, at, { removes, onEvents = ignored } = { removes: false }) {
      const { groupCommit } = state.store();
      const whole = removes ? work : limited(work);
      if (groupCommit === null) return alone(whole, at, onEvents);
      const emitted: NewEvent[] = [];
      const collected = () => collector.collecting(emitted, whole, at);
      return groupCommit(collected, () => {
        collector.report(emitted);
        onEvents(emitted);
      });
    },
    dryRun(work, at) {
      const emitted: NewEvent[] = [];
      // The call that asks for a dry run causes nothing.
      const rehearse = () => collector.collecting(emitted, () => rolledBack(state, work), at);
      return { result: cause.during(null, rehearse), events: emitted };
    },
    emit(type, data) {
      const event = { at: clock.now(), type, data: cause.marked(data) };
      const found = leadMoment(event, cause.current());
      if (found !== null) state.store().leads.addMoment(found.leadId, found.moment);
      collector.take(event);
      return event;
    },
    causedBy: cause.during,
    controlCause: cause.ofCall,
    cause: cause.current,
    creation: () => newMoment("created", clock.now(), cause.current()),
  };
}

function ignored(): void {}

/** Collects the events of a transaction, because they are reported only if it succeeds. */
function newCollector(clock: Clock, events: EventLog) {
  let pending: NewEvent[] | null = null;
  return {
    collecting<Result>(emitted: NewEvent[], work: () => Result, at: number): Result {
      pending = emitted;
      try {
        return clock.during(at, work);
      } finally {
        pending = null;
      }
    },
    isCollecting: () => pending !== null,
    report(emitted: readonly NewEvent[]): void {
      for (const event of emitted) events.append(event);
    },
    /** Takes an event: now, or with those of the open transaction. */
    take(event: NewEvent): void {
      if (pending === null) events.append(event);
      else pending.push(event);
    },
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
