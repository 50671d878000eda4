/**
 * The files of a recording whose bodies stand outside of it, in `_file`: in a zip, as Playwright writes it, or next to the
 * recording. No other file is read.
 */
import { closeSync, openSync, readFileSync, readSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, sep } from "node:path";

import { unzipSync } from "fflate";

import type { HarBody } from "./decode-body.ts";
import { bodyBytesMax } from "./decode-body.ts";
import type { HarEntry } from "./har-entry.ts";
import { HarError } from "./har-error.ts";

/** Reads an attached file by its name in the recording; null where it is missing, elsewhere or too large. */
export type Attachments = (name: string) => Uint8Array | null;

const mebibyte = 1_024 * 1_024;
/** A larger zip must be unpacked first, because it is read as a whole. */
const zipBytesMax = 256 * mebibyte;
/** So must one with a larger recording. */
const zippedHarBytesMax = 512 * mebibyte;
const unpackIt = "Unpack it and give the .har file in it.";

/** Whether a file begins as a zip does. Bytes of a pipe are left to its reader. */
export function isZip(file: string): boolean {
  if (!statSync(file).isFile()) return false;
  const start = Buffer.alloc(4);
  const opened = openSync(file, "r");
  try {
    readSync(opened, start, 0, 4, 0);
  } finally {
    closeSync(opened);
  }
  return start.equals(zipStart);
}

const zipStart = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** The recording in a zip, with its attached files. Throws `HarError` for a zip without exactly one recording. */
export function zippedHar(file: string): {
  readonly har: Uint8Array;
  readonly attachments: Attachments;
} {
  if (statSync(file).size > zipBytesMax) {
    throw new HarError(`is a zip of more than ${zipBytesMax / mebibyte} MiB. ${unpackIt}`);
  }
  const zip = new Uint8Array(readFileSync(file));
  const sizes = sizesIn(zip);
  const hars = [...sizes].filter(([name]) => /(?:^|\/)[^/]+\.har$/i.test(name));
  const [[name, size] = ["", 0], ...others] = hars;
  if (name === "") throw new HarError("is a zip without a .har file. Give the recording itself.");
  if (others.length > 0) {
    throw new HarError(`is a zip with ${hars.length} .har files. Unpack it and give each of them.`);
  }
  const har = size > zippedHarBytesMax ? null : unzipped(zip, name);
  if (har === null) throw new HarError(`has a recording that cannot be unpacked. ${unpackIt}`);
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  return {
    har,
    attachments(attached) {
      const entry = folder + attached;
      const bytes = sizes.get(entry);
      return bytes === undefined || bytes > bodyBytesMax ? null : unzipped(zip, entry);
    },
  };
}

/** The sizes of the files in a zip by name. The zip announces them, and unpacking reads no more. */
function sizesIn(zip: Uint8Array): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  try {
    unzipSync(zip, {
      filter({ name, originalSize }) {
        sizes.set(name, originalSize);
        return false;
      },
    });
  } catch {
    throw new HarError("begins as a zip and is none, or is cut off. Export the recording again.");
  }
  return sizes;
}

function unzipped(zip: Uint8Array, name: string): Uint8Array | null {
  try {
    return unzipSync(zip, { filter: (one) => one.name === name })[name] ?? null;
  } catch {
    return null;
  }
}

/** The files in the folder of a recording and below it. A link that leads out of the folder is not followed. */
export function filesBeside(recording: string): Attachments {
  return (name) => {
    if (name === "" || isAbsolute(name)) return null;
    try {
      const folder = realpathSync(dirname(recording));
      const file = realpathSync(join(folder, name));
      const { size, isFile } = describe(file);
      if (!file.startsWith(folder + sep) || !isFile || size > bodyBytesMax) return null;
      return new Uint8Array(readFileSync(file));
    } catch {
      return null;
    }
  };
}

/** A device or a pipe is not a body. */
function describe(file: string): { readonly size: number; readonly isFile: boolean } {
  const found = statSync(file);
  return { size: found.size, isFile: found.isFile() };
}

/** The entry with the bodies that it names as files. */
export function withAttached(entry: HarEntry, attachments: Attachments): HarEntry {
  const { requestBody, responseBody } = entry;
  if (requestBody.file === undefined && responseBody.file === undefined) return entry;
  return {
    ...entry,
    requestBody: attachedBody(requestBody, attachments),
    responseBody: attachedBody(responseBody, attachments),
  };
}

/** A body in Base64, because its bytes may still be compressed. */
function attachedBody(body: HarBody, attachments: Attachments): HarBody {
  const { file, ...rest } = body;
  if (file === undefined) return body;
  const bytes = attachments(file);
  if (bytes === null) return rest;
  return { ...rest, text: Buffer.from(bytes).toString("base64"), encoding: "base64" };
}
