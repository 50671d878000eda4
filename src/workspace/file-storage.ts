import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

import { lazily } from "../domain/lazily.ts";
import { lockFolder } from "../store/folder-lock.ts";
import type { Store } from "../store/store.ts";
import { openStore } from "../store/store.ts";
import type { Beginning } from "./beginning.ts";
import {
  fileIn,
  makeFolder,
  namesIn,
  prepareFile,
  putInPlace,
  removeFile,
  snapshotsIn,
  tidyFolder,
} from "./data-files.ts";
import type { Fixture } from "./fixtures.ts";
import type { HeldStore } from "./held-store.ts";
import { directoryIn, promisedStore, readStore } from "./held-store.ts";
import { completeMemory } from "./memory.ts";
import type { Snapshots, Storage } from "./storage.ts";
import { refill } from "./storage.ts";

const privately = { mode: 0o600 };

/**
 * Keeps each workspace in a file of its own in `folder`, its snapshots in a folder beside it; all are made when missing.
 * The folder is locked until `close`.
 */
export function fileStorage(folder: string): Storage {
  makeFolder(folder);
  const lock = lockFolder(folder);
  tidyFolder(folder);
  const fileOf = (id: string): string => fileIn(folder, id);
  const snapshotsOf = (id: string): string => snapshotsIn(folder, id);
  return {
    known: () => namesIn(folder),
    open: (id) => found(fileOf(id)),
    make(id, fixture, beginning) {
      const file = fileOf(id);
      if (existsSync(file)) throw new Error(`The workspace file ${file} is there already.`);
      // What a stopped removal of its namesake left.
      rmSync(snapshotsOf(id), { recursive: true, force: true });
      prepareFile(file, (next) => fill(next, fixture, beginning));
      putInPlace(file);
      try {
        opened(file).close();
      } catch (error) {
        removeFile(file);
        throw error;
      }
      return promisedStore(
        beginning,
        () => fixture.world,
        () => opened(file),
      );
    },
    remake: (workspace, fixture, beginning) =>
      refill(workspace.store(), fixture.wholeWorld(), beginning),
    rewind: (workspace, fixture, beginning) =>
      refill(workspace.store(), fixture.wholeWorld(), beginning),
    restore(workspace, image) {
      const file = fileOf(workspace.id);
      const store = workspace.store();
      prepareFile(file, (next) => {
        writeFileSync(next, image, privately);
        opened(next).close();
      });
      // A log that is left could belong to neither file.
      store.settle();
      store.close();
      putInPlace(file);
      return readStore(opened(file));
    },
    remove(id) {
      removeFile(fileOf(id));
      rmSync(snapshotsOf(id), { recursive: true, force: true });
    },
    snapshots: (id) => folderOfSnapshots(snapshotsOf(id)),
    close: lock.release,
  };
}

function fill(file: string, fixture: Fixture, beginning: Beginning): void {
  const store = openStore({ kind: "file", file });
  try {
    refill(store, fixture.wholeWorld(), beginning);
    // Closing passes over what of the log does not fit into the file.
    store.settle();
  } finally {
    store.close();
  }
}

function folderOfSnapshots(folder: string): Snapshots {
  const fileOf = (name: string): string => fileIn(folder, name);
  return {
    list: () =>
      existsSync(folder)
        ? namesIn(folder).map((name) => ({ name, bytes: statSync(fileOf(name)).size }))
        : [],
    read: (name) => (existsSync(fileOf(name)) ? readFileSync(fileOf(name)) : null),
    write(name, image) {
      makeFolder(folder);
      prepareFile(fileOf(name), (next) => writeFileSync(next, image, privately));
      putInPlace(fileOf(name));
    },
    remove(name) {
      const known = existsSync(fileOf(name));
      rmSync(fileOf(name), { force: true });
      return known;
    },
  };
}

/** The workspace in a file that an earlier run kept: opened at its first use, but where mail waits to be sent on. */
function found(file: string): HeldStore {
  const { beginning, hasMail } = seenIn(file, (store) => ({
    beginning: readStore(store),
    hasMail: store.outbox.nextDue() !== null || store.outbox.interrupted().length > 0,
  }));
  const directory = lazily(() => seenIn(file, directoryIn));
  const held = promisedStore(beginning, directory, () => opened(file));
  if (hasMail) held.store();
  return held;
}

/** What `read` finds in a file that is not open. */
function seenIn<Seen>(file: string, read: (store: Store) => Seen): Seen {
  const store = opened(file, { isLookedInto: true });
  try {
    return read(store);
  } catch (error) {
    throw unusable(file, error);
  } finally {
    store.close();
  }
}

/** A file that is SQLite's and of our version, and still has not what a workspace needs at hand, is an error that names it. */
function opened(file: string, how: { readonly isLookedInto?: true } = {}): Store {
  const store = openStore({ kind: "file", file, ...how });
  try {
    completeMemory(store);
    store.apiKeys.all();
    return store;
  } catch (error) {
    store.close();
    throw unusable(file, error);
  }
}

function unusable(file: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`The workspace file ${file} cannot be used: ${reason}.`, { cause: error });
}
