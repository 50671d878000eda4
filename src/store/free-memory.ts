/**
 * Returns the memory of closed databases to the operating system. V8 collects garbage only when it needs
 * room, and glibc keeps freed memory below any block in use. Without this, a process keeps its largest size.
 */
import { clearTimeout, setImmediate, setTimeout } from "node:timers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import Database from "better-sqlite3";

/** Closed databases that justify the effort: it takes about 0.1 s, and they leave some 70 MB. */
const closedMin = 200;

/** How long no database must close before the memory is returned. */
const quietMs = 500;

/** Returns the function to call for each database that is closed for good. */
export function newMemoryReturn(): () => void {
  let closed = 0;
  let timer: NodeJS.Timeout | undefined;
  const giveBack = (): void => {
    closed = 0;
    collectGarbage();
    // Memory that the collected objects held outside V8 is freed after this turn.
    setImmediate(trimHeap);
  };
  return () => {
    closed += 1;
    if (closed < closedMin) return;
    clearTimeout(timer);
    timer = setTimeout(giveBack, quietMs);
    timer.unref();
  };
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  // Contexts created later must not see `gc`.
  setFlagsFromString("--no-expose-gc");
  // An ordinary collection keeps the size of the heap.
  const thorough = { type: "major", flavor: "last-resort" };
  if (typeof collect === "function") Reflect.apply(collect, undefined, [thorough]);
}

/**
 * Calls `malloc_trim` of glibc. Node cannot call it, but SQLite calls any function of a library as an
 * extension.
 */
function trimHeap(): void {
  const sqlite = new Database(":memory:");
  try {
    loadFunction(sqlite, "libc.so.6", "malloc_trim");
  } catch {
    // It is not an extension, so SQLite reports its result as an error. Without glibc, there is nothing to
    // trim.
  } finally {
    sqlite.close();
  }
}

/** The types of `loadExtension` lack its second argument. */
function loadFunction(sqlite: Database.Database, library: string, name: string): void {
  const load: unknown = Reflect.get(sqlite, "loadExtension");
  if (typeof load === "function") Reflect.apply(load, sqlite, [library, name]);
}
