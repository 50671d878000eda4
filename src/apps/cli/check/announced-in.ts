import { readRegularFile } from "../../../base/texts/text-file.ts";
import type { JsonObject } from "../../../base/values/json.ts";
import { objectOrEmpty } from "../../../base/values/json.ts";
import type { Change } from "../../../harness/next/findings.ts";
import type { NextInterface, TextFile } from "../../../harness/next/next-interface.ts";
import { readNextInterface } from "../../../harness/next/next-interface.ts";
import { parseJsonOrYaml } from "../../../harness/next/openapi-document.ts";
import { nextDocument } from "../../../harness/next/write/next-document.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { documentOf } from "../explore/bundles.ts";
import { UsageError } from "../usage-error.ts";

/**
 * The interface that the file `next` announces; `from` is the file of the provider's present document, by default the
 * sandbox's own. Throws `NextFileError` and `UsageError` for invalid files.
 */
export async function announcedIn(next: string, from?: string): Promise<NextInterface> {
  return announcedBy(await textFile(next), from === undefined ? null : await textFile(from));
}

/** The same for files that were read before. */
export async function announcedBy(next: TextFile, from: TextFile | null): Promise<NextInterface> {
  return readNextInterface(await ownDocument(), next, from);
}

/** The present document and the next one; a list is written into the present one. Throws as `announcedIn` does. */
export async function announcedDocuments(
  nextName: string,
  fromName?: string,
): Promise<AnnouncedDocuments> {
  const [own, next] = [await ownDocument(), await textFile(nextName)];
  const from = fromName === undefined ? null : await textFile(fromName);
  const announced = readNextInterface(own, next, from);
  const present = from === null ? own : documentIn(from);
  const { document, unwritten } =
    announced.version === null
      ? nextDocument(present, announced)
      : { document: documentIn(next), unwritten: [] };
  return { announced, present, next: document, unwritten };
}

/** The interface in two documents. */
export interface AnnouncedDocuments {
  readonly announced: NextInterface;
  readonly present: JsonObject;
  readonly next: JsonObject;
  /** Changes that the next document has no place for. */
  readonly unwritten: readonly Change[];
}

function documentIn({ name, text }: TextFile): JsonObject {
  return objectOrEmpty(parseJsonOrYaml(text, name));
}

async function ownDocument(): Promise<JsonObject> {
  const sandbox = openSandbox({ ...readConfig({}), data: null });
  try {
    return await documentOf(sandbox);
  } finally {
    sandbox.close();
  }
}

async function textFile(name: string): Promise<TextFile> {
  try {
    return { name, text: await readRegularFile(name) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${name} cannot be read: ${reason}. Give the path of an OpenAPI document or a list.`,
    );
  }
}
