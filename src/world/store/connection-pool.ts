/**
 * A pool of in-memory databases whose workspaces are gone, each rolled back to its image. Opening a database
 * and preparing its statements takes a third of the time of a short-lived workspace.
 */
import Database from "better-sqlite3";

import { freePagesAt } from "./database-size.ts";
import { StatementCache } from "./statement-cache.ts";

/** A database that started as a clone of `image`. */
export interface PooledConnection {
  readonly image: Buffer;
  readonly sqlite: Database.Database;
  readonly statements: StatementCache;
}

export interface ConnectionPool {
  /** A connection to a clone of `image`, which has the current version. Its next mark is that of the image. */
  readonly take: (image: Buffer) => PooledConnection;
  /** Rolls back to the mark, which must be the image's, and pools or closes the connection. */
  readonly give: (connection: PooledConnection) => void;
  /** Closes the pooled connections. */
  readonly close: () => void;
}

/** As many as parallel tests drop at once. */
const connectionsMax = 16;

/** SQLite keeps the memory of a database at its largest size. */
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
      // Drops the oldest: its fixture may be gone.
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

/**
 * Whether a rollback to the mark leaves no trace of earlier writes. SQLite does not restore pages that were
 * free at the mark, and their bytes would show in a later snapshot.
 */
function isReusable({ image, sqlite, statements }: PooledConnection): boolean {
  if (!sqlite.inTransaction || image.readUInt32BE(freePagesAt) > 0) return false;
  const pages = Number(statements.column("pragma page_count").get());
  const pageSize = Number(statements.column("pragma page_size").get());
  return pages * pageSize <= bytesMax;
}
