/**
 * Works that go into the file together: to write a commit takes longer than to insert a Lead, and the next one writes most
 * of its pages again. So those that are run in one turn of the event loop are savepoints of one transaction, which is
 * committed at the end of that turn, and nobody hears of a result before.
 */
import { setImmediate } from "node:timers";

import { lazily } from "../domain/lazily.ts";
import type { Db } from "./statement.ts";

export interface Together {
  /**
   * Runs `work` now; what it comes to is told when it is in the file, right after `onKept`. What is refused may rest on
   * what others wrote, and is told then too. When the commit fails, nothing of them is left and all are told why.
   */
  readonly together: <Result>(work: () => Result, onKept: () => void) => Promise<Result>;
  /** Commits what is open now; whoever reads, or writes something of his own, does so first. */
  readonly commit: () => void;
}

/** Works on `db`, each of them taken back by `transaction` when it throws. */
export function newTogether(db: Db, transaction: <Result>(work: () => Result) => Result): Together {
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
    together(work, onKept) {
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof work>>();
      shared.begin(commit);
      try {
        const result = savepoint(work);
        shared.onEnd(() => {
          onKept();
          resolve(result);
        }, reject);
      } catch (refusal) {
        shared.onEnd(() => reject(refusal), reject);
        // An error of the disk has taken back all that was open.
        if (!db.sqlite.inTransaction) shared.lose(refusal);
      }
      return promise;
    },
  };
}

/** The end of a transaction as one of its works hears of it: kept, or lost for a reason. */
interface Hearing {
  readonly onKept: () => void;
  readonly onLost: (reason: unknown) => void;
}

/** The transaction that is open, where one is. */
function sharedTransaction({ sqlite, changes, explained }: Db) {
  const statements = lazily(() => ({
    begin: sqlite.prepare("begin"),
    commit: sqlite.prepare("commit"),
  }));
  let hearings: Hearing[] | null = null;
  const ended = (): readonly Hearing[] => {
    const before = hearings ?? [];
    hearings = null;
    return before;
  };
  const lose = (reason: unknown): void => {
    if (sqlite.inTransaction) sqlite.exec("rollback");
    changes.takenBack();
    for (const { onLost } of ended()) onLost(reason);
  };
  return {
    lose,
    begin(onTurnEnd: () => void): void {
      if (hearings !== null) return;
      statements().begin.run();
      hearings = [];
      setImmediate(onTurnEnd);
    },
    onEnd: (onKept: Hearing["onKept"], onLost: Hearing["onLost"]) =>
      void hearings?.push({ onKept, onLost }),
    commit(): void {
      if (hearings === null) return;
      try {
        statements().commit.run();
      } catch (error) {
        lose(explained(error));
        return;
      }
      for (const hearing of ended()) tellKept(hearing);
    },
  };
}

/** What a listener throws is told to whoever did the work: the others have theirs to hear of. */
function tellKept({ onKept, onLost }: Hearing): void {
  try {
    onKept();
  } catch (error) {
    onLost(error);
  }
}
