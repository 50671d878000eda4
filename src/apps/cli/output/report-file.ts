/** Reads files that claim to be a report of explore. Anyone may have written them. */
import * as z from "zod";

import { readRegularFile } from "../../../base/texts/text-file.ts";
import { visible } from "../../../base/texts/visible.ts";
import { Report, reportFormat } from "../../../harness/explore/report/shape.ts";
import { UsageError } from "../usage-error.ts";
import { jsonIn, reasonOfError } from "./kept-file.ts";

/** Further problems of a report are not shown. */
const problemsMax = 10;

/** The report in `text`, the content of `file`. Throws `UsageError`; text of the file cannot drive a terminal. */
export function parsedReport(text: string, file: string): Report {
  const { data, error } = Report.safeParse(jsonIn(text, file));
  if (error === undefined) return data;
  const left = error.issues.length - problemsMax;
  const shown = z.prettifyError(new z.ZodError(error.issues.slice(0, problemsMax)));
  throw new UsageError(
    visible(
      `${file} is not a report of the format ${reportFormat}:\n${shown}${left > 0 ? `\n… and ${left} more` : ""}`,
    ),
  );
}

/** The ids of the groups in the report of `--baseline`; none without it. */
export async function knownGroupsIn(file: string | undefined): Promise<ReadonlySet<string>> {
  if (file === undefined) return new Set();
  try {
    const { groups } = parsedReport(await readRegularFile(file), file);
    return new Set(groups.map(({ id }) => id));
  } catch (error) {
    throw new UsageError(
      visible(
        `Invalid --baseline: ${reasonOfError(error)}. Expected the report.json of an earlier run.`,
      ),
    );
  }
}
