import { readTextFile } from "../../../base/texts/text-file.ts";
import { EncodingError } from "../../../base/values/decode-text.ts";
import type { NextInterface, TextFile } from "../../../harness/next/next-interface.ts";
import { readNextInterface } from "../../../harness/next/next-interface.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { documentOf } from "../explore/bundles.ts";
import { UsageError } from "../usage-error.ts";

/**
 * The interface that the file `next` announces; `from` is the file of the provider's present document, by default the
 * sandbox's own. Throws `NextFileError` and `UsageError` for invalid files.
 */
export async function announcedIn(next: string, from: string | null): Promise<NextInterface> {
  return announcedBy(await textFile(next), from === null ? null : await textFile(from));
}

/** The same for files that were read before. */
export async function announcedBy(next: TextFile, from: TextFile | null): Promise<NextInterface> {
  const sandbox = openSandbox({ ...readConfig({}), data: null });
  try {
    return readNextInterface(await documentOf(sandbox), next, from);
  } finally {
    sandbox.close();
  }
}

async function textFile(name: string): Promise<TextFile> {
  try {
    return { name, text: await readTextFile(name) };
  } catch (error) {
    if (error instanceof EncodingError) {
      throw new UsageError(`${name} cannot be read: ${error.message}.`);
    }
    throw new UsageError(`${name} cannot be read. Give the path of an OpenAPI document or a list.`);
  }
}
