/**
 * Group commit. Committing to a file takes longer than inserting a Lead, and consecutive commits write mostly
 * the same pages. So all work of one turn of the event loop runs in savepoints of one transaction, which is
 * committed at the end of the turn. Results are reported after the commit.
 */

import { setImmediate } from "../../base/values/native-timers.ts";
import type { Db } from "./statement.ts";

export interface GroupCommit {
  /**
   * Runs `work` now, and resolves with its result once the commit is in the file, right after `onCommitted`.
   * It also rejects with an error of `work` only then, because the error may depend on other work of the
   * group. If the commit fails, all work of the group is rolled back and rejected with the error.
   */
  readonly groupCommit: <Result>(work: () => Result, onCommitted: () => void) => Promise<Result>;
  /** Commits the open group now, unless called by work of the group. */
  readonly commit: () => void;
}

/** Group commits on `db`; `transaction` rolls a single work back when it throws. */
export function newGroupCommit(
  db: Db,
  transaction: <Result>(work: () => Result) => Result,
): GroupCommit {
  const shared = sharedTransaction(db);
  let isWorking = false;
  const commit = (): void => {
    if (!isWorking) shared.commit();
  };
  const savepoint = <Result>(work: () => Result): Result => {
    isWorking = true;
    try {
      return transaction(work);
    } finally {
      isWorking = false;
    }
  };
  return {
    commit,
    groupCommit(work, onCommitted) {
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof work>>();
      shared.begin(commit);
      try {
        const result = savepoint(work);
        shared.onEnd(() => {
          onCommitted();
          resolve(result);
        }, reject);
      } catch (refusal) {
        shared.onEnd(() => reject(refusal), reject);
        // A disk error has rolled back everything that was open.
        if (!db.sqlite.inTransaction) shared.lose(refusal);
      }
      return promise;
    },
  };
}

/** Is notified how the transaction of its work ended: committed, or lost for a reason. */
interface Listener {
  readonly onCommitted: () => void;
  readonly onLost: (reason: unknown) => void;
}

/** The open transaction of a group, if any. */
function sharedTransaction({ sqlite, statements, changes, explained }: Db) {
  let listeners: Listener[] | null = null;
  const ended = (): readonly Listener[] => {
    const before = listeners ?? [];
    listeners = null;
    return before;
  };
  const lose = (reason: unknown): void => {
    if (sqlite.inTransaction) sqlite.exec("rollback");
    changes.rolledBack();
    for (const { onLost } of ended()) onLost(reason);
  };
  return {
    lose,
    begin(onTurnEnd: () => void): void {
      if (listeners !== null) return;
      statements.rows("begin").run();
      listeners = [];
      setImmediate(onTurnEnd);
    },
    onEnd: (onCommitted: Listener["onCommitted"], onLost: Listener["onLost"]) =>
      void listeners?.push({ onCommitted, onLost }),
    commit(): void {
      if (listeners === null) return;
      try {
        statements.rows("commit").run();
      } catch (error) {
        lose(explained(error));
        return;
      }
      for (const listener of ended()) notifyCommitted(listener);
    },
  };
}

/** Reports an error of a listener only to its own caller. */
function notifyCommitted({ onCommitted, onLost }: Listener): void {
  try {
    onCommitted();
  } catch (error) {
    onLost(error);
  }
}
