/** Files that a command reads at its start and replaces, so that a later one goes on. */
import { rename, writeFile } from "node:fs/promises";

import { readTextFile } from "../../../base/texts/text-file.ts";
import { visible } from "../../../base/texts/visible.ts";
import { UsageError } from "../usage-error.ts";

/** A larger file is not read. */
const bytesMax = 1_048_576;

/** The text of a file; null if it does not exist. Throws `UsageError` for one that cannot be read. */
export async function keptText(file: string): Promise<string | null> {
  try {
    const text = await readTextFile(file);
    if (text.length <= bytesMax) return text;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT") return null;
    throw new UsageError(visible(`${file} cannot be read: ${reasonOfError(error)}`));
  }
  throw new UsageError(visible(`${file} is larger than 1 MiB, so it is not a file of answers.`));
}

/** Replaces a file as a whole, so that an interruption leaves the old one or the new one. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.${process.pid}.new`;
  try {
    await writeFile(next, text);
    await rename(next, file);
  } catch (error) {
    throw new UsageError(visible(`${file} cannot be written: ${reasonOfError(error)}`));
  }
}

/** The JSON in `text`, the content of `file`. Throws `UsageError`. */
export function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(visible(`${file} is not JSON: ${reasonOfError(error)}`));
  }
}

/** What an error says, for a message about a file. */
export function reasonOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
