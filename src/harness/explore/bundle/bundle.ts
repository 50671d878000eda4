/**
 * A bundle: one file that repeats a run on another machine. It holds the variation, the client's calls and the
 * verdict.
 */
import { createHash } from "node:crypto";

import * as v from "valibot";
import * as z from "zod";

import { visible } from "../../../base/texts/visible.ts";
import { assumptionRefusal } from "../../../domain/rules/trace.ts";
import { World } from "../../../world/workspace/fixtures/world.ts";
import { isKnownVariation } from "../variations/catalogue.ts";
import { BundleContent, bundleFormat } from "./bundle-content.ts";

export { BundleContent } from "./bundle-content.ts";

/** An invalid bundle. The message names the file and the error; text of the file cannot drive a terminal. */
export class BundleError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(visible(message), options);
  }
}

/** Further problems of a bundle are not shown. */
const problemsMax = 10;

/** Serializes a bundle with a checksum, which detects damage. Anyone can compute it, so it proves no origin. */
export function textOfBundle(content: BundleContent): string {
  return `${JSON.stringify({ sha256: checksum(content), ...content }, null, 2)}\n`;
}

/**
 * Parses `text`, the content of `file`. Throws `BundleError` if it is invalid, edited or not supported by this
 * version.
 */
export function readBundle(text: string, file: string): BundleContent {
  const { sha256, ...content } = objectIn(text, file);
  const { format } = content;
  if (format !== bundleFormat) {
    throw new BundleError(
      `${file} has the format ${JSON.stringify(format)}. Expected ${bundleFormat}: replay it with the version of lead-sandbox that wrote it.`,
    );
  }
  const parsed = v.safeParse(BundleContent, content);
  if (!parsed.success) {
    const problems = shortened(parsed.issues, v.summarize);
    throw new BundleError(`${file} is not a valid bundle: ${problems}`);
  }
  if (sha256 !== checksum(content)) {
    throw new BundleError(`${file} was changed after it was written: its checksum does not match.`);
  }
  const unknown = unknownIn(parsed.output);
  if (unknown !== null) {
    throw new BundleError(
      `${file} cannot be replayed: lead-sandbox ${parsed.output.version} wrote it. ${unknown}`,
    );
  }
  return parsed.output;
}

/** Names what this version does not support in a bundle of another version; null if it supports everything. */
function unknownIn({
  variation,
  settings: { assumptions, fixture },
}: BundleContent): string | null {
  if (variation !== null && !isKnownVariation(variation)) {
    return `This version does not have its variation "${variation.family} ${variation.variation}".`;
  }
  if ((variation?.family === "next") !== (variation?.announced !== undefined)) {
    return "Announced changes belong to the family next, and to no other.";
  }
  const chosen = Object.entries({ ...assumptions, ...variation?.choices });
  const refusals = chosen.map(([rule, choice]) => assumptionRefusal(rule, choice));
  const refusal = refusals.find((one) => one !== null);
  if (refusal !== undefined) return refusal;
  if (typeof fixture === "string") return null;
  const { error } = World().safeParse(fixture);
  return error === undefined
    ? null
    : `Its world is not valid: ${shortened(error.issues, (issues) => z.prettifyError(new z.ZodError([...issues])))}`;
}

/** The first problems as text, and how many more there are. */
function shortened<Issue>(
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
