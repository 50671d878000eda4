/** The file of a bundle, of a trial or of a history: its format, its checksum, and what is wrong with it. */
import { createHash } from "node:crypto";

import * as z from "zod";

import { visible } from "../../base/texts/visible.ts";
import { bundleFormat } from "./format.ts";

/** An invalid bundle. The message names the file and the error; text of the file cannot drive a terminal. */
export class BundleError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(visible(message), options);
  }
}

/** A file in the format of bundles. Its content is not checked yet. */
export interface BundleFile {
  /** The name, for messages. */
  readonly file: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** The checksum of the content, as the file says. */
  readonly sha256: unknown;
}

/** Further problems of a bundle are not shown. */
const problemsMax = 10;

/** Serializes a bundle with a checksum, which detects damage. Anyone can compute it, so it proves no origin. */
export function textOfBundle(content: object): string {
  return `${JSON.stringify({ sha256: checksum(content), ...content }, null, 2)}\n`;
}

/** Opens `text`, the content of `file`. Throws `BundleError` if it is not an object in the format of bundles. */
export function openBundle(text: string, file: string): BundleFile {
  const { sha256, ...content } = objectIn(text, file);
  const { format } = content;
  if (format === bundleFormat) return { file, content, sha256 };
  throw new BundleError(
    `${file} has the format ${JSON.stringify(format)}. Expected ${bundleFormat}: replay it with the version of lead-sandbox that wrote it.`,
  );
}

/** Refuses a bundle whose content has not the shape of its kind. */
export function invalidBundle<Issue>(
  { file }: BundleFile,
  issues: readonly Issue[],
  textOf: (issues: [Issue, ...Issue[]]) => string,
): BundleError {
  return new BundleError(`${file} is not a valid bundle: ${firstProblems(issues, textOf)}`);
}

/** Throws `BundleError` for content that was changed after it was written. */
export function refuseDamaged({ file, content, sha256 }: BundleFile): void {
  if (sha256 === checksum(content)) return;
  throw new BundleError(`${file} was changed after it was written: its checksum does not match.`);
}

/** The first problems as text, and how many more there are. */
export function firstProblems<Issue>(
  issues: readonly Issue[],
  textOf: (issues: [Issue, ...Issue[]]) => string,
): string {
  const [first, ...rest] = issues;
  if (first === undefined) return "";
  const shown = textOf([first, ...rest.slice(0, problemsMax - 1)]);
  const left = issues.length - problemsMax;
  return left > 0 ? `${shown}\n… and ${left} more` : shown;
}

function objectIn(text: string, file: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (error) {
    throw new BundleError(`${file} is not a JSON object. It may be truncated.`, { cause: error });
  }
}

function checksum(content: object): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
