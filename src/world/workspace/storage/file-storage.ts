import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { bytesInImage } from "../../store/database-size.ts";
import { lockFolder } from "../../store/folder-lock.ts";
import type { OpenFiles } from "../../store/open-files.ts";
import { newOpenFiles } from "../../store/open-files.ts";
import type { Store } from "../../store/store.ts";
import { openStore } from "../../store/store.ts";
import type { Fixture } from "../fixtures/fixtures.ts";
import type { InitialState } from "../registry/initial-state.ts";
import { writeInitialState } from "../registry/initial-state.ts";
import { completeWorkspaceSettings } from "../workspace-settings.ts";
import {
  fileIn,
  formerKeysFile,
  makeDataFolder,
  namesIn,
  ownerOnly,
  prepareFile,
  putInPlace,
  removeFile,
  renameWorkspace,
  snapshotsIn,
  cleanUpFolder,
  unusableFile,
  unusableFolder,
} from "./data-files.ts";
import { formerKeysIn } from "./former-keys-files.ts";
import type { HeldStore } from "./held-store.ts";
import { directoryIn, readStore, storeInFile } from "./held-store.ts";
import type { SizeLimits } from "./size-limits.ts";
import { snapshotFilesIn } from "./snapshot-files.ts";
import type { Storage } from "./storage.ts";
import { refill, refillFrom } from "./storage.ts";

/**
 * Stores each workspace in a file in `folder`, and its snapshots in a folder next to it; missing ones are created.
 * Locks the folder until `close`. The snapshots count for `sizes`.
 */
export function fileStorage(folder: string, sizes?: SizeLimits): Storage {
  const lock = lockedFolder(folder);
  const snapshots = snapshotFilesIn(folder, sizes);
  const files = newOpenFiles(opened, storesMax());
  const fileOf = (id: string): string => fileIn(folder, id);
  const begunAgain: Storage["rewind"] = ({ id, store }, fixture, initial) => {
    refillFrom(store(), fixture, initial);
    return inUse(files, fileOf(id), initial);
  };
  return {
    known: () => namesIn(folder),
    isTaken: (id) => existsSync(fileOf(id)),
    open: (id) => storeFoundIn(files, fileOf(id)),
    make(id, fixture, initial) {
      const file = fileOf(id);
      // Removes remains of an earlier workspace with this name.
      removeBeside(folder, id);
      files.withRoom(() => makeFile(file, fixture, initial));
      const bytes = bytesInImage(fixture.image());
      return storeInFile(files, file, initial, { directory: () => fixture.world, bytes });
    },
    remake: begunAgain,
    rewind: begunAgain,
    replace({ id, store }, world, initial) {
      refill(store(), world, initial);
      return inUse(files, fileOf(id), initial);
    },
    restore: ({ id, store }, image, complete) =>
      replaced(files, fileOf(id), store(), filled(image, complete)),
    adopt(id, image, complete) {
      removeBeside(folder, id);
      files.withRoom(() => prepareFile(fileOf(id), filled(image, complete)));
      putInPlace(fileOf(id));
      return inUse(files, fileOf(id), null);
    },
    remove(id) {
      files.close(fileOf(id));
      removeFile(fileOf(id));
      removeBeside(folder, id);
      snapshots.recount(id);
    },
    setAside(id) {
      const other = renameWorkspace(folder, id, `${id}-newer`);
      snapshots.recount(id, other);
      return other;
    },
    snapshots: snapshots.of,
    formerKeys: formerKeysIn(folder),
    close: lock.release,
  };
}

/** Creates the data folder if missing, locks it and removes unfinished files. */
function lockedFolder(folder: string): ReturnType<typeof lockFolder> {
  makeDataFolder(folder);
  const lock = lockFolder(folder);
  try {
    cleanUpFolder(folder);
  } catch (error) {
    lock.release();
    throw unusableFolder(folder, error);
  }
  return lock;
}

/** Removes the files of a workspace other than its database. */
function removeBeside(folder: string, id: string): void {
  rmSync(snapshotsIn(folder, id), { recursive: true, force: true });
  rmSync(formerKeysFile(folder, id), { force: true });
}

/** Maximum number of open stores. Each takes two files, and half of the process's limit stays free for connections. */
function storesMax(): number {
  return Math.min(Math.max(Math.floor(openFilesMax() / 4), 8), 500);
}

/** The default on Linux; other systems allow at least as many. */
function openFilesMax(): number {
  try {
    const [, max] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return Number(max ?? 1_024);
  } catch {
    return 1_024;
  }
}

/** The store in `file` with the content that `make` writes; `store` is the one of before. */
function replaced(
  files: OpenFiles,
  file: string,
  store: Store,
  make: (next: string) => void,
): HeldStore {
  files.withRoom(() => prepareFile(file, make));
  // A leftover log could belong to neither file.
  store.settle();
  files.close(file);
  putInPlace(file);
  return inUse(files, file, null);
}

/** An open store with its initial state, or with the state it holds. */
function inUse(files: OpenFiles, file: string, initial: InitialState | null): HeldStore {
  const store = files.use(file, () => {});
  const held = storeInFile(files, file, initial ?? readStore(store), {
    directory: () => directoryIn(held.store()),
    bytes: store.bytes(),
  });
  held.store();
  return held;
}

function makeFile(file: string, fixture: Fixture, initial: InitialState): void {
  prepareFile(file, (next) => fill(next, fixture, initial));
  putInPlace(file);
  try {
    opened(file).close();
  } catch (error) {
    removeFile(file);
    throw error;
  }
}

function fill(file: string, fixture: Fixture, initial: InitialState): void {
  writeFileSync(file, fixture.image(), ownerOnly);
  change(file, (store) => writeInitialState(store, initial), openStore({ kind: "file", file }));
}

/** What writes a file with an image, and lets `complete` change it. */
function filled(image: Buffer, complete: (store: Store) => void): (file: string) => void {
  return (file) => {
    writeFileSync(file, image, ownerOnly);
    change(file, complete);
  };
}

/** Changes a file that no workspace uses yet. */
function change(file: string, work: (store: Store) => void, store = opened(file)): void {
  try {
    store.transaction(() => work(store));
    // Closing ignores the part of the log that does not fit into the file.
    store.settle();
  } finally {
    store.close();
  }
}

/** A workspace in a file of an earlier run: opened on first use, or now if mail waits to be relayed. */
function storeFoundIn(files: OpenFiles, file: string): HeldStore {
  const { initial, directory, bytes, hasMail } = seenIn(file);
  const held = storeInFile(files, file, initial, { directory: () => directory, bytes });
  if (hasMail) held.store();
  return held;
}

/** What is known of the workspace in a file before it is used. */
function seenIn(file: string) {
  const store = opened(file, { isLookedInto: true });
  try {
    return {
      initial: readStore(store),
      directory: directoryIn(store),
      bytes: store.bytes(),
      hasMail: store.outbox.nextDue() !== null || store.outbox.interrupted().length > 0,
    };
  } catch (error) {
    throw unusableFile(file, error);
  } finally {
    store.close();
  }
}

/**
 * Checks what a workspace needs in memory. Throws an error that names the file when its SQLite database has the right
 * version but lacks that.
 */
function opened(file: string, how: { readonly isLookedInto?: true } = {}): Store {
  const store = openStore({ kind: "file", file, ...how });
  try {
    completeWorkspaceSettings(store);
    store.apiKeys.all();
    return store;
  } catch (error) {
    store.close();
    throw unusableFile(file, error);
  }
}
