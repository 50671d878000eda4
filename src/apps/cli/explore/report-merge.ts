import { copyFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

import { readRegularFile } from "../../../base/texts/text-file.ts";
import { casesOf } from "../../../harness/explore/report/cases.ts";
import type { ReportPart } from "../../../harness/explore/report/merge.ts";
import { mergedReport } from "../../../harness/explore/report/merge.ts";
import type { Finding } from "../../../harness/explore/report/shape.ts";
import { textOfReport } from "../../../harness/explore/report/text.ts";
import type { MergeOptions } from "../options/explore.ts";
import { annotate, failedCases, printJson, printReport } from "../output/findings-output.ts";
import { parsedReport } from "../output/report-file.ts";
import { prepareFolder } from "../output/report-files.ts";
import { UsageError } from "../usage-error.ts";
import { exploreExitCode } from "./exit-code.ts";
import { withDocument, writeReports } from "./files.ts";

/** Merges the reports in `folders`. Returns the exit code of a single exploration of all of it. */
export async function mergeReports(
  folders: readonly string[],
  { out, json, partial, minExplored }: MergeOptions,
): Promise<number> {
  const [first, ...others] = await Promise.all(folders.map(readPart));
  if (first === undefined) throw new UsageError("Missing folders of the reports.");
  if (out !== undefined && folders.some((folder) => resolve(folder) === resolve(out))) {
    throw new UsageError(`Invalid --out: ${out} is the folder of a part. Use another folder.`);
  }
  const merged = mergedReport([first, ...others], { partial, minExplored });
  await prepareFolder(out);
  const report =
    out === undefined ? merged : { ...merged, findings: await withCopies(merged.findings, out) };
  if (json) printJson(withDocument(report));
  else printReport(textOfReport(report, out ?? null), process.stdout);
  annotate(failedCases(casesOf(report)));
  await writeReports(report, out);
  return exploreExitCode(report);
}

/** The report in a folder, with its bundles named from the working directory. */
async function readPart(folder: string): Promise<ReportPart> {
  const file = join(folder, "report.json");
  const report = parsedReport(await mergedReportText(folder, file), file);
  const missing: string[] = [];
  const findings = await Promise.all(
    report.findings.map(async (finding) => {
      if (finding.bundle === null) return finding;
      // A manipulated report must not name files elsewhere.
      const bundle = join(folder, basename(finding.bundle));
      if (await isFileWithin(folder, bundle)) return { ...finding, bundle };
      missing.push(`The bundle ${bundle} is missing.`);
      return { ...finding, bundle: null };
    }),
  );
  const notes = [...report.notes, ...missing];
  return { name: folder, report: { ...report, findings, notes } };
}

/** Whether that is a file of the folder itself, not a symbolic link out of it. Throws what `realpath` of the folder does. */
async function isFileWithin(folder: string, file: string): Promise<boolean> {
  const real = await realpath(file).catch(() => null);
  if (real === null || dirname(real) !== (await realpath(folder))) return false;
  return (await stat(real)).isFile();
}

async function mergedReportText(folder: string, file: string): Promise<string> {
  try {
    const text = await readRegularFile(file);
    if (await isFileWithin(folder, file)) return text;
    throw new Error(`${file} is a symbolic link out of the folder`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${folder} has no readable report: ${reason}. Expected a folder that explore --out wrote.`,
    );
  }
}

/** Copies the bundle of each finding to `out`; duplicate names get a number. */
async function withCopies(findings: readonly Finding[], out: string): Promise<readonly Finding[]> {
  const taken = new Set<string>();
  const copies = findings.map(async (finding) => {
    const { bundle } = finding;
    if (bundle === null) return finding;
    const name = freeName(basename(bundle), taken);
    taken.add(name);
    await copyFile(bundle, join(out, name));
    return { ...finding, bundle: name };
  });
  return Promise.all(copies);
}

function freeName(name: string, taken: ReadonlySet<string>, number = 1): string {
  const wanted = number === 1 ? name : `${number}-${name}`;
  return taken.has(wanted) ? freeName(name, taken, number + 1) : wanted;
}
