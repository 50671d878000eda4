import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { lazily } from "../domain/lazily.ts";
import { lockFolder } from "../store/folder-lock.ts";
import type { Store } from "../store/store.ts";
import { openStore } from "../store/store.ts";
import type { Beginning } from "./beginning.ts";
import type { Fixture } from "./fixtures.ts";
import type { HeldStore } from "./held-store.ts";
import { directoryIn, promisedStore, readStore } from "./held-store.ts";
import { completeMemory } from "./memory.ts";
import type { Snapshots, Storage } from "./storage.ts";
import { refill } from "./storage.ts";

const extension = ".sqlite";
const sideFiles = ["-open", "-wal", "-shm"];

/**
 * Keeps each workspace in a file of its own in `folder`, its snapshots in a folder beside it; all are made when missing.
 * A file is made and filled under another name and then renamed: one that stands under its own name is whole, whenever
 * the process ends. The folder is locked until `close`.
 */
export function fileStorage(folder: string): Storage {
  mkdirSync(folder, { recursive: true });
  const lock = lockFolder(folder);
  const fileOf = (id: string): string => join(folder, `${id}${extension}`);
  const snapshotsOf = (id: string): string => join(folder, `${id}.snapshots`);
  return {
    known: () => namesIn(folder),
    open: (id) => found(fileOf(id)),
    make(id, fixture, beginning) {
      const file = fileOf(id);
      if (existsSync(file)) throw new Error(`The workspace file ${file} is there already.`);
      // What a stopped removal of its namesake left.
      rmSync(snapshotsOf(id), { recursive: true, force: true });
      prepared(file, (next) => fill(next, fixture, beginning));
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
      prepared(file, (next) => {
        writeFileSync(next, image);
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

/** Makes what is to become `file` under another name, and leaves nothing of it when that fails. */
function prepared(file: string, make: (next: string) => void): void {
  const next = nextOf(file);
  removeFile(next);
  try {
    make(next);
  } catch (error) {
    removeFile(next);
    throw error;
  }
}

function putInPlace(file: string): void {
  for (const suffix of sideFiles) rmSync(`${file}${suffix}`, { force: true });
  renameSync(nextOf(file), file);
}

function nextOf(file: string): string {
  return `${file}.next`;
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

/** Removes a database and what SQLite keeps beside it. */
function removeFile(file: string): void {
  for (const suffix of ["", ...sideFiles]) rmSync(`${file}${suffix}`, { force: true });
}

function folderOfSnapshots(folder: string): Snapshots {
  const fileOf = (name: string): string => join(folder, `${name}${extension}`);
  return {
    list: () =>
      existsSync(folder)
        ? namesIn(folder).map((name) => ({ name, bytes: statSync(fileOf(name)).size }))
        : [],
    read: (name) => (existsSync(fileOf(name)) ? readFileSync(fileOf(name)) : null),
    write(name, image) {
      mkdirSync(folder, { recursive: true });
      prepared(fileOf(name), (next) => writeFileSync(next, image));
      putInPlace(fileOf(name));
    },
    remove(name) {
      const known = existsSync(fileOf(name));
      rmSync(fileOf(name), { force: true });
      return known;
    },
  };
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .toSorted();
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
