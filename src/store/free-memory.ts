/**
 * Returns the memory of closed databases to the operating system. V8 collects garbage only when it needs room, and glibc
 * keeps what SQLite has freed as long as anything in use lies behind it: without this, a process stays as large as it ever was.
 */
import { clearTimeout, setImmediate, setTimeout } from "node:timers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import Database from "better-sqlite3";

/** Closed databases that are worth the effort, which takes about a tenth of a second: they leave some 70 MB behind. */
const closedMin = 200;

/** How long nothing more is closed before the memory is returned. */
const quietMs = 500;

/** Answers the function to call for each database that was closed for good. */
export function newMemoryReturn(): () => void {
  let closed = 0;
  let timer: NodeJS.Timeout | undefined;
  const giveBack = (): void => {
    closed = 0;
    collectGarbage();
    // What the collected objects held outside of V8 is freed after this turn.
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
  // Contexts that a host makes later are not to have it.
  setFlagsFromString("--no-expose-gc");
  if (typeof collect === "function") Reflect.apply(collect, undefined, []);
}

/** Calls `malloc_trim` of glibc. Node has no way to it, but SQLite calls any function of a library as an extension. */
function trimHeap(): void {
  const sqlite = new Database(":memory:");
  try {
    loadFunction(sqlite, "libc.so.6", "malloc_trim");
  } catch {
    // It is no extension, so its result is taken for an error; elsewhere than with glibc there is nothing to trim.
  } finally {
    sqlite.close();
  }
}

/** The types of `loadExtension` leave its second argument out. */
function loadFunction(sqlite: Database.Database, library: string, name: string): void {
  const load: unknown = Reflect.get(sqlite, "loadExtension");
  if (typeof load === "function") Reflect.apply(load, sqlite, [library, name]);
}
