/**
 * The files of a data folder. One is written under another name, synced by SQLite or here, and then renamed: a file that
 * stands under its own name is whole, also after a power cut. They are their owner's alone.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { lockFile } from "../store/folder-lock.ts";

/** How a file is made that is its owner's alone. */
export const privately = { mode: 0o600 };

const extension = ".sqlite";
const snapshots = ".snapshots";
/** What SQLite and the store keep next to a database. */
const sideFiles = ["-open", "-wal", "-shm", "-journal"];
const unfinished = /\.(?:sqlite|json)\.next(?:-\w+)?$/;

/** The file of that name in `folder`. */
export function fileIn(folder: string, name: string): string {
  return join(folder, `${name}${extension}`);
}

/** The folder of the snapshots of the workspace of that name. */
export function snapshotsIn(folder: string, name: string): string {
  return join(folder, `${name}${snapshots}`);
}

/** The names of the files that are whole, in their order. */
export function namesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .toSorted();
}

/** Makes the data folder where it is not there; an error names it and says why that is not possible. */
export function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw unusableFolder(folder, error);
  }
}

/** The error for a data folder that the system refuses to make, read or change. */
export function unusableFolder(folder: string, cause: unknown): Error {
  const code = cause instanceof Error && "code" in cause ? cause.code : "";
  const isFile = code === "EEXIST" || code === "ENOTDIR";
  const said = cause instanceof Error ? cause.message : String(cause);
  const reason = isFile ? "a file is in its place. Name a folder with --data" : said;
  return new Error(`The data folder ${folder} cannot be used: ${reason}.`, { cause });
}

/** Makes a folder, which is there after a power cut too. */
export function makeFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined)
    syncFolder(dirname(folder));
}

/** Removes what a killed process left unfinished in `folder` and its snapshots, and makes private what an earlier version left readable. */
export function tidyFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    const file = join(folder, name);
    if (unfinished.test(name)) rmSync(file, { force: true, recursive: true });
    else if (entry.isFile() && (name.includes(extension) || name === lockFile)) makePrivate(file);
    else if (entry.isDirectory() && name.endsWith(snapshots)) {
      makePrivate(file);
      tidyFolder(file);
    }
  }
}

/** Makes what is to become `file` under another name, and leaves nothing of it when that fails. */
export function prepareFile(file: string, make: (next: string) => void): void {
  const next = nextOf(file);
  removeFile(next);
  try {
    make(next);
  } catch (error) {
    removeFile(next);
    throw error;
  }
}

/** Puts what was prepared in the place of `file`. */
export function putInPlace(file: string): void {
  for (const suffix of sideFiles) rmSync(`${file}${suffix}`, { force: true });
  renameSync(nextOf(file), file);
}

/** Puts a file that holds `content` in the place of `file`, where it still is after a power cut. */
export function writeInPlace(file: string, content: Uint8Array): void {
  prepareFile(file, (next) => {
    writeFileSync(next, content, privately);
    sync(next, "r+");
  });
  putInPlace(file);
  syncFolder(dirname(file));
}

/** Removes a database and what is kept next to it. */
export function removeFile(file: string): void {
  for (const suffix of ["", ...sideFiles]) rmSync(`${file}${suffix}`, { force: true });
}

function nextOf(file: string): string {
  return `${file}.next`;
}

/** Windows cannot sync a folder. */
function syncFolder(folder: string): void {
  if (process.platform !== "win32") sync(folder, "r");
}

function sync(file: string, flags: "r" | "r+"): void {
  const descriptor = openSync(file, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A file of another user's that this one may write stays as it is. */
function makePrivate(file: string): void {
  const { mode, uid } = statSync(file);
  const looseBits = 0o077;
  if ((mode & looseBits) === 0 || uid !== process.getuid?.()) return;
  chmodSync(file, mode & ~looseBits);
}
