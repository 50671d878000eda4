/** The only way to read a text file from outside: fixtures, settings, pacts, reports, bundles, ledgers, results. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

import { decodeText } from "../values/decode-text.ts";

/** The text of a file in UTF-8 or UTF-16, without a byte order mark. Throws `EncodingError` for anything else. */
export async function readTextFile(file: string | FileHandle): Promise<string> {
  return decodeText(await readFile(file));
}

/** As `readTextFile`, at once. */
export function readTextFileSync(file: string): string {
  return decodeText(readFileSync(file));
}
