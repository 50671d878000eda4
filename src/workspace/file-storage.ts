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

import type { Store } from "../store/store.ts";
import { openStore } from "../store/store.ts";
import { checkedMemory, writeMemory } from "./memory.ts";
import type { Snapshots, Storage } from "./storage.ts";
import { refill } from "./storage.ts";

const extension = ".sqlite";
const sideFiles = ["-wal", "-shm"];

/** Keeps each workspace in a file of its own in `folder`, its snapshots in a folder beside it; all are made when missing. */
export function fileStorage(folder: string): Storage {
  mkdirSync(folder, { recursive: true });
  const fileOf = (id: string): string => join(folder, `${id}${extension}`);
  const snapshotsOf = (id: string): string => join(folder, `${id}.snapshots`);
  return {
    known: () => namesIn(folder),
    open: (id) => opened(fileOf(id)),
    make(id, fixture, finish) {
      if (existsSync(fileOf(id)))
        throw new Error(`The workspace file ${fileOf(id)} is there already.`);
      try {
        return refill(openStore({ kind: "file", file: fileOf(id) }), fixture.world, finish);
      } catch (error) {
        removeFile(fileOf(id));
        throw error;
      }
    },
    remake: (store, fixture, finish) => refill(store, fixture.world, finish),
    rewind: (store, fixture, finish) => refill(store, fixture.world, finish),
    restore(id, store, image) {
      const file = fileOf(id);
      const next = `${file}.next`;
      removeFile(next);
      try {
        writeFileSync(next, image);
        opened(next).close();
      } catch (error) {
        removeFile(next);
        throw error;
      }
      store.close();
      for (const suffix of sideFiles) rmSync(`${file}${suffix}`, { force: true });
      renameSync(next, file);
      return opened(file);
    },
    remove(id) {
      removeFile(fileOf(id));
      rmSync(snapshotsOf(id), { recursive: true, force: true });
    },
    snapshots: (id) => folderOfSnapshots(snapshotsOf(id)),
  };
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
      writeFileSync(`${fileOf(name)}.next`, image);
      renameSync(`${fileOf(name)}.next`, fileOf(name));
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

/** A file that is SQLite's and of our version, and still no workspace, is an error that names it. */
function opened(file: string): Store {
  const store = openStore({ kind: "file", file });
  try {
    // What an earlier version left out is written now, so that it is read as it stands from here on.
    writeMemory(store, checkedMemory(store));
    return store;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    store.close();
    throw new Error(`The workspace file ${file} cannot be used: ${reason}.`, { cause: error });
  }
}
