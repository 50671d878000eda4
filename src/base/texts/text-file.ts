/** The only way to read a text file from outside: fixtures, settings, pacts, reports, bundles, ledgers, results. */
import { readFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

import { decodeText } from "../values/decode-text.ts";

/** The text of a file in UTF-8 or UTF-16, without a byte order mark. Throws `EncodingError` for anything else. */
export async function readTextFile(file: string | FileHandle): Promise<string> {
  return decodeText(await readFile(file));
}

/** A larger file is not read. */
const bytesMax = 64 * 1_024 * 1_024;

/** The text of a regular file of at most 64 MiB: a pipe may never end. Throws an error that says why there is none. */
export async function readRegularFile(file: string): Promise<string> {
  const found = await stat(file);
  if (!found.isFile()) throw new Error(`${file} is not a file`);
  if (found.size > bytesMax) {
    throw new Error(`${file} has ${found.size} bytes; the limit is 64 MiB`);
  }
  return readTextFile(file);
}

/** As `readTextFile`, at once. */
export function readTextFileSync(file: string): string {
  return decodeText(readFileSync(file));
}
