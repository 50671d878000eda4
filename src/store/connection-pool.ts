/**
 * Connections to databases in memory whose workspaces are gone, rolled back to the image that they began with. Opening one
 * and preparing its statements takes a third of what a short-lived workspace costs.
 */
import Database from "better-sqlite3";

import { StatementCache } from "./statement-cache.ts";

/** A database that began as a clone of `image`. */
export interface PooledConnection {
  readonly image: Buffer;
  readonly sqlite: Database.Database;
  readonly statements: StatementCache;
}

export interface ConnectionPool {
  /** A connection to a clone of `image`, which is of our version; the next mark is that of the image. */
  readonly take: (image: Buffer) => PooledConnection;
  /** Rolls back everything since the mark, which must be that of the image, and keeps the connection or closes it. */
  readonly give: (connection: PooledConnection) => void;
  /** Closes those that wait. */
  readonly close: () => void;
}

/** As many as a run of parallel tests drops at once. */
const connectionsMax = 16;

/** SQLite keeps the memory that a database has grown to. */
const bytesMax = 1024 * 1024;

/** A pool of at most sixteen connections, each of at most 1 MiB. */
export function newConnectionPool(): ConnectionPool {
  let waiting: PooledConnection[] = [];
  return {
    take(image) {
      const last = waiting.findLastIndex((connection) => connection.image === image);
      const [found] = last === -1 ? [] : waiting.splice(last, 1);
      return found ?? cloneOf(image);
    },
    give(connection) {
      if (!isReusable(connection)) return void connection.sqlite.close();
      connection.sqlite.exec("rollback to mark");
      waiting.push(connection);
      // The oldest goes: its fixture may be gone.
      if (waiting.length > connectionsMax) waiting.shift()?.sqlite.close();
    },
    close() {
      for (const { sqlite } of waiting) sqlite.close();
      waiting = [];
    },
  };
}

function cloneOf(image: Buffer): PooledConnection {
  const sqlite = new Database(image);
  // As for every database in memory (`openMemory`).
  sqlite.pragma("temp_store = memory");
  return { image, sqlite, statements: new StatementCache(sqlite) };
}

/** Where the head of a SQLite file counts the pages that are free. */
const freePagesAt = 36;

/**
 * Whether a rollback to the mark leaves nothing of what was written: SQLite does not restore the pages that were free at the
 * mark, whose bytes would show in a later snapshot.
 */
function isReusable({ image, sqlite, statements }: PooledConnection): boolean {
  if (!sqlite.inTransaction || image.readUInt32BE(freePagesAt) > 0) return false;
  const pages = Number(statements.column("pragma page_count").get());
  const pageSize = Number(statements.column("pragma page_size").get());
  return pages * pageSize <= bytesMax;
}
