import { counted } from "../../../base/values/counted.ts";
import { changeListText } from "../../../harness/next/change-list.ts";
import type { NextInterface } from "../../../harness/next/next-interface.ts";
import { changeReport } from "../../../harness/next/report.ts";
import type { ChangesOptions } from "../options/check.ts";
import { jsonText, printReport } from "../output/findings-output.ts";
import { announcedIn } from "./announced-in.ts";

/** Prints the changes that the file `next` announces. Throws `NextFileError` and `UsageError` for invalid files. */
export async function printChanges(next: string, { from, json }: ChangesOptions): Promise<void> {
  const found = await announcedIn(next, from);
  printReport(json ? jsonText(changeReport(found)) : changeListText(found), process.stdout);
  if (!json) printReport(summary(found));
}

function summary({ changes, unknownOperations }: NextInterface): string {
  const left =
    unknownOperations === 0
      ? ""
      : `; ${counted(unknownOperations, "operation")} that the sandbox lacks left out`;
  return `${changes.length === 0 ? "no change" : counted(changes.length, "change")}${left}\n`;
}
