import * as z from "zod";

import { readTextFile } from "../../../base/texts/text-file.ts";
import { counted } from "../../../base/values/counted.ts";
import { EncodingError } from "../../../base/values/decode-text.ts";
import { changeListText } from "../../../harness/next/change-list.ts";
import type { NextInterface, TextFile } from "../../../harness/next/next-interface.ts";
import { readNextInterface } from "../../../harness/next/next-interface.ts";
import { changeReport } from "../../../harness/next/report.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { documentOf } from "../explore/bundles.ts";
import { jsonText, printReport } from "../output/findings-output.ts";
import { UsageError } from "../usage-error.ts";

const Options = z.looseObject({
  from: z.string().nullable().default(null),
  json: z.boolean().default(false),
});

/** Prints the changes that the file `next` announces. Throws `NextFileError` and `UsageError` for invalid files. */
export async function printChanges(
  next: string,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { from, json } = Options.parse(given);
  const [nextFile, fromFile] = [await textFile(next), from === null ? null : await textFile(from)];
  const sandbox = openSandbox({ ...readConfig({}), data: null });
  try {
    const found = readNextInterface(await documentOf(sandbox), nextFile, fromFile);
    printReport(json ? jsonText(changeReport(found)) : changeListText(found), process.stdout);
    if (!json) printReport(summary(found));
  } finally {
    sandbox.close();
  }
}

function summary({ changes, unknownOperations }: NextInterface): string {
  const left =
    unknownOperations === 0
      ? ""
      : `; ${counted(unknownOperations, "operation")} that the sandbox lacks left out`;
  return `${changes.length === 0 ? "no change" : counted(changes.length, "change")}${left}\n`;
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
