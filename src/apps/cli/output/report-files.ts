import { access, appendFile, constants, mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { Document, Page } from "../../../harness/report/document.ts";
import { htmlOf } from "../../../harness/report/html.ts";
import { markdownOf } from "../../../harness/report/markdown.ts";
import { UsageError } from "../usage-error.ts";
import { jsonText } from "./findings-output.ts";
import { reasonOfError } from "./kept-file.ts";

/** Creates the folder of `--out` before the work, so that a bad folder fails early. */
export async function prepareFolder(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`--out ${folder} cannot be written: ${reasonOfError(error)}`);
  }
}

/**
 * Writes the report of a command to `folder` as JSON, and its document as Markdown and as a page; the Markdown also to
 * the job summary. `others` are further files by name; `page` is the document with its details, if it has any.
 */
export async function writeDocumented(
  command: string,
  report: { readonly document: Document },
  folder: string | undefined,
  others: Readonly<Record<string, string>>,
  page: Page = report.document,
): Promise<void> {
  const markdown = markdownOf(report.document);
  await appendJobSummary(markdown);
  if (folder === undefined) return;
  const files = {
    "report.json": jsonText(report),
    "report.md": markdown,
    "report.html": await htmlOf(page, command),
    ...others,
  };
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)),
  );
}

/** Appends `markdown` to the job summary of GitHub Actions. A failure says nothing about a client, so it is a warning. */
export async function appendJobSummary(
  markdown: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<void> {
  const file = environment["GITHUB_STEP_SUMMARY"] ?? "";
  if (file === "") return;
  try {
    await appendFile(file, markdown);
  } catch (error) {
    process.stderr.write(
      `lead-sandbox: GITHUB_STEP_SUMMARY cannot be written: ${reasonOfError(error)}\n`,
    );
  }
}

/** Throws for a file that cannot be written, before the work that it reports on. */
export async function refuseUnwritable(option: string, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const isThere = await stat(file).catch(() => null);
  if (isThere?.isDirectory() === true) throw new UsageError(`${option} ${file}: it is a folder.`);
  try {
    await access(isThere === null ? dirname(file) : file, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${option} ${file} cannot be written: ${reasonOfError(error)}`);
  }
}
