import { rmSync } from "node:fs";

import { newChanges } from "./changes.ts";
import { bytesIn, readVersionAt, rollbackJournal, writeVersionAt } from "./database-size.ts";
import { explainedFor } from "./disk-errors.ts";
import type { GroupCommit } from "./group-commit.ts";
import { newGroupCommit } from "./group-commit.ts";
import type { Location } from "./open-database.ts";
import { markOf, openFile, openMemory } from "./open-database.ts";
import { StatementCache } from "./statement-cache.ts";
import type { Db } from "./statement.ts";

/** A connection to one workspace's database. */
export interface Connection {
  readonly db: Db;
  /** Runs `work` in one transaction, nested if one is open, and rolls back when it throws. */
  readonly transaction: <Result>(work: () => Result) => Result;
  /** Null for a database in memory. */
  readonly groupCommit: GroupCommit["groupCommit"] | null;
  readonly commit: GroupCommit["commit"];
  /**
   * Sets the mark that `rollBackToMark` returns to; in memory only. A pooled connection is already at the
   * mark of its image.
   */
  readonly mark: () => void;
  /**
   * Rolls back to the mark; false without one. On the first call, `initialize` writes the rows that every
   * rollback keeps, and the mark moves behind them. The connection cannot be pooled after that.
   */
  readonly rollBackToMark: (initialize?: () => void) => boolean;
  /** Deletes every row of every table. */
  readonly empty: () => void;
  /** Copies every row of the serialised database `image` into this empty one. */
  readonly copyRows: (image: Buffer) => void;
  /** The whole database as a file's bytes. Releases the mark, because the image would lack all later writes. */
  readonly serialize: () => Buffer;
  /** The bytes that the database uses, including those of an open transaction. */
  readonly bytes: () => number;
  /** Checkpoints the write-ahead log into the file. */
  readonly settle: () => void;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** Thrown by a call that waited while its workspace was dropped, or while the server stops. */
export class WorkspaceClosed extends Error {
  constructor() {
    super("The workspace is closed.");
  }
}

/** Opens a database and migrates it. Throws an error that names the file if it is not ours or is newer. */
export function openDatabase(location: Location): Connection {
  const isFile = location.kind === "file";
  const { sqlite, statements, close } = openConnection(location);
  const explained = isFile ? explainedFor(location.file) : (error: unknown) => error;
  let groups: Pick<Connection, "groupCommit" | "commit"> = noGroups;
  let isOpen = true;
  let isAtImage = true;
  const ready = (): void => {
    if (!isOpen) throw new WorkspaceClosed();
    groups.commit();
  };
  const db = { sqlite, statements, changes: newChanges(), explained, ready };
  const { changes } = db;
  const transaction = newTransaction(db);
  if (isFile) groups = newGroupCommit(db, transaction);
  return {
    db,
    transaction,
    ...groups,
    ...newMark(db, () => {
      isAtImage = false;
    }),
    empty() {
      ready();
      const tables = sqlite.prepare("select name from sqlite_master where type = 'table'").pluck();
      for (const table of tables.all()) sqlite.exec(`delete from "${String(table)}"`);
      changes.rolledBack();
    },
    serialize() {
      ready();
      if (sqlite.inTransaction) sqlite.exec("release mark");
      isAtImage = false;
      return standalone(sqlite.serialize());
    },
    copyRows: (image) => copyRows(db, image),
    bytes: () => bytesIn(db),
    settle() {
      ready();
      sqlite.pragma("wal_checkpoint(truncate)");
    },
    isOpen: () => isOpen,
    close() {
      if (!isOpen) return;
      ready();
      isOpen = false;
      close(isAtImage);
    },
  };
}

function openConnection(location: Location) {
  if (location.kind === "pooled") {
    const { pool, image } = location;
    const connection = pool.take(image);
    const give = (isAtImage: boolean): void =>
      isAtImage ? pool.give(connection) : void connection.sqlite.close();
    return { ...connection, close: give };
  }
  const isFile = location.kind === "file";
  const sqlite = isFile ? openFile(location) : openMemory(location);
  const close = (): void => {
    // Removed before the log: the mark says that a log exists.
    if (isFile) rmSync(markOf(location.file), { force: true });
    sqlite.close();
  };
  return { sqlite, statements: new StatementCache(sqlite), close };
}

function newMark(
  { sqlite, changes, ready }: Db,
  onMoved: () => void,
): Pick<Connection, "mark" | "rollBackToMark"> {
  let isMoved = false;
  return {
    mark() {
      ready();
      if (!sqlite.inTransaction) sqlite.exec("savepoint mark");
    },
    rollBackToMark(initialize) {
      ready();
      if (!sqlite.inTransaction) return false;
      sqlite.exec("rollback to mark");
      changes.rolledBack();
      if (initialize !== undefined && !isMoved) {
        initialize();
        sqlite.exec("release mark; savepoint mark");
        isMoved = true;
        onMoved();
      }
      return true;
    },
  };
}

/** A database in memory has no slow commit. */
const noGroups = { groupCommit: null, commit: () => {} };

/** The image of a file in WAL mode refers to a log, so its bytes alone could not be opened. */
function standalone(image: Buffer): Buffer {
  image.fill(rollbackJournal, writeVersionAt, readVersionAt + 1);
  return image;
}

/** A savepoint is a transaction on its own, or a part of the open one that can be rolled back. */
function newTransaction({
  sqlite,
  statements,
  changes,
  explained,
  ready,
}: Db): Connection["transaction"] {
  return (work) => {
    ready();
    const before = changes.version();
    statements.rows("savepoint work").run();
    try {
      const result = work();
      statements.rows("release work").run();
      return result;
    } catch (error) {
      if (sqlite.inTransaction) {
        if (changes.version() !== before) changes.rolledBack();
        sqlite.exec("rollback to work; release work");
      } else {
        // A disk error has already rolled everything back.
        changes.rolledBack();
      }
      throw explained(error);
    }
  };
}

/** Copies every row of the serialised database `image` into the empty one of `db`. */
function copyRows({ sqlite, changes, ready }: Db, image: Buffer): void {
  ready();
  const source = openMemory({ kind: "memory", image });
  try {
    const tables = source.prepare("select name from sqlite_master where type = 'table'").pluck();
    for (const table of tables.all()) {
      const rows = source.prepare<[], unknown[]>(`select * from "${String(table)}"`).raw();
      const places = rows.columns().map(() => "?");
      const insert = sqlite.prepare(`insert into "${String(table)}" values (${places.join(", ")})`);
      for (const row of rows.iterate()) insert.run(row);
    }
  } finally {
    source.close();
  }
  changes.rolledBack();
}
