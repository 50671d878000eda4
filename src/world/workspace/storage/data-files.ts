/**
 * The files of a data folder. Each is written under a temporary name, synced and renamed, so a file under its own
 * name is complete, even after a power cut. Only their owner can access them.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
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

import { lockFile } from "../../store/folder-lock.ts";

/** The options that create a file for its owner only. */
export const ownerOnly = { mode: 0o600 };

const extension = ".sqlite";
const snapshots = ".snapshots";
/** Suffixes of the files that SQLite and the store keep next to a database. */
const sideFiles = ["-open", "-wal", "-shm", "-journal"];
const unfinished = /\.(?:sqlite|json)\.next(?:-\w+)?$/;

export function fileIn(folder: string, name: string): string {
  return join(folder, `${name}${extension}`);
}

export function snapshotsIn(folder: string, name: string): string {
  return join(folder, `${name}${snapshots}`);
}

/** The sorted names of the complete files. */
export function namesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .toSorted();
}

/** The file of the keys that a workspace had before. */
export function formerKeysFile(folder: string, name: string): string {
  return join(folder, `${name}.former-keys.json`);
}

/** What lies next to the database of a workspace and belongs to it. */
const besides = [snapshotsIn, formerKeysFile];

/**
 * Gives a closed workspace the name `wanted`, or the first one with a number that is free, and returns it. The database
 * goes last: when the process is killed before, the next start finds it under its former name and does the rest.
 */
export function renameWorkspace(folder: string, from: string, wanted: string): string {
  const log = logsOf(fileIn(folder, from)).find((file) => existsSync(file));
  if (log !== undefined) {
    throw new Error(
      `The workspace file ${fileIn(folder, from)} cannot be renamed: its log ${log} was not merged into it. Make room on the disk, and start again.`,
    );
  }
  const to = freeNameIn(folder, from, wanted);
  for (const pathIn of besides) {
    if (existsSync(pathIn(folder, from))) renameSync(pathIn(folder, from), pathIn(folder, to));
  }
  syncFolder(folder);
  renameSync(fileIn(folder, from), fileIn(folder, to));
  syncFolder(folder);
  return to;
}

/** The first name that replaces no file. */
function freeNameIn(folder: string, from: string, wanted: string): string {
  const replaces = (name: string): boolean =>
    [fileIn, ...besides].some((pathIn) =>
      [from, name].every((one) => existsSync(pathIn(folder, one))),
    );
  let name = wanted;
  for (let number = 2; replaces(name); number += 1) name = `${wanted}-${number}`;
  return name;
}

/** The files in which SQLite keeps what is not yet in a database, or no longer. */
function logsOf(file: string): readonly string[] {
  return ["-wal", "-journal"].map((suffix) => file + suffix);
}

/** Creates the data folder if missing. Throws an error that names the folder and the reason. */
export function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw unusableFolder(folder, error);
  }
}

/** The error for an invalid workspace file, with its cause. */
export function unusableFile(file: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`The workspace file ${file} cannot be opened: ${reason}.`, { cause: error });
}

/** The error for a data folder that cannot be created, read or changed. */
export function unusableFolder(folder: string, cause: unknown): Error {
  const code = cause instanceof Error && "code" in cause ? cause.code : "";
  const isFile = code === "EEXIST" || code === "ENOTDIR";
  const said = cause instanceof Error ? cause.message : String(cause);
  const reason = isFile ? "a file is in its place. Name a folder with --data" : said;
  return new Error(`The data folder ${folder} cannot be opened: ${reason}.`, { cause });
}

/** Creates a folder that survives a power cut. */
export function makeFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined)
    syncFolder(dirname(folder));
}

/**
 * Removes unfinished files of a killed process from `folder` and its snapshots. Makes files private that an earlier
 * version left readable.
 */
export function cleanUpFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    const file = join(folder, name);
    if (unfinished.test(name)) rmSync(file, { force: true, recursive: true });
    else if (entry.isFile() && (name.includes(extension) || name === lockFile)) makePrivate(file);
    else if (entry.isDirectory() && name.endsWith(snapshots)) {
      makePrivate(file);
      cleanUpFolder(file);
    }
  }
}

/** Prepares `file` under a temporary name, and removes that on failure. */
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

/** Replaces `file` by its prepared version. */
export function putInPlace(file: string): void {
  for (const suffix of sideFiles) rmSync(`${file}${suffix}`, { force: true });
  renameSync(nextOf(file), file);
}

/** Replaces `file` by a file with `content`, which survives a power cut. */
export function writeInPlace(file: string, content: Uint8Array): void {
  prepareFile(file, (next) => {
    writeFileSync(next, content, ownerOnly);
    sync(next, "r+");
  });
  putInPlace(file);
  syncFolder(dirname(file));
}

/** Removes a database and the files next to it. */
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

/** Leaves a writable file of another user unchanged. */
function makePrivate(file: string): void {
  const { mode, uid } = statSync(file);
  const looseBits = 0o077;
  if ((mode & looseBits) === 0 || uid !== process.getuid?.()) return;
  chmodSync(file, mode & ~looseBits);
}
