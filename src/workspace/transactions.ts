import type { Json } from "../domain/json.ts";
import type { Clock } from "./clock.ts";
import type { EventLog, EventType, WorkspaceEvent } from "./events.ts";
import type { State } from "./state.ts";

export interface Transactions {
  /** Runs `work` in one transaction that happens `at` one moment; events emitted in it are kept only if it succeeds. */
  readonly transaction: <Result>(work: () => Result, at?: number) => Result;
  readonly emit: (type: EventType, data: Readonly<Record<string, Json>>) => void;
}

/** The transactions of one workspace: a request that fails leaves no row, no mail and no event (interface 1.5; rule http.atomic). */
export function newTransactions(state: State, clock: Clock, events: EventLog): Transactions {
  let pending: Omit<WorkspaceEvent, "cursor">[] | null = null;
  return {
    transaction(work, at = clock.now()) {
      if (pending !== null) return state.store().transaction(work);
      const emitted: Omit<WorkspaceEvent, "cursor">[] = [];
      pending = emitted;
      try {
        const result = clock.during(at, () => state.store().transaction(work));
        pending = null;
        for (const event of emitted) events.append(event);
        return result;
      } finally {
        pending = null;
      }
    },
    emit(type, data) {
      const event = { at: clock.now(), type, data };
      if (pending === null) events.append(event);
      else pending.push(event);
    },
  };
}
