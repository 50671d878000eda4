/**
 * A bundle: one file that repeats a run on another machine. It holds the variation, the client's calls and the
 * verdict.
 */
import { createHash } from "node:crypto";

import * as z from "zod";

import { assumptionRefusal } from "../rules/trace.ts";
import { World } from "../workspace/world.ts";
import { verdicts } from "./model.ts";
import { isKnownVariation } from "./variations/catalogue.ts";
import { families } from "./variations/variation.ts";

/** The format of a bundle; `readBundle` rejects every other. */
export const bundleFormat = "lead-sandbox-bundle/1";

/** The subject is a hash unless data is kept. It matches calls about the same person and reveals nothing else. */
const BundledCallId = z.strictObject({
  workspace: z.string(),
  operation: z.string(),
  subject: z.string().nullable(),
  ordinal: z.int(),
});

const BundledCall = z.strictObject({
  plane: z.enum(["api", "control"]),
  method: z.string(),
  /** Path and query. */
  path: z.string(),
  body: z.string().nullable(),
  sentAtMs: z.number(),
  /** The workspace and the key in it; null for a call of the control API. */
  workspaceId: z.string().nullable(),
  apiKeyId: z.string().nullable(),
  operation: z.string().nullable(),
  status: z.int().nullable(),
  /** The variation that changed the call, or null. */
  variation: z.string().nullable(),
  /** Whether the sandbox carried out the call. */
  carriedOut: z.boolean(),
});
export type BundledCall = z.infer<typeof BundledCall>;

export const BundleContent = z.strictObject({
  format: z.literal(bundleFormat),
  version: z.string(),
  command: z.array(z.string()).min(1),
  /** The start time of the clocks, in epoch milliseconds. */
  startsAt: z.number(),
  settings: z.strictObject({
    seed: z.int(),
    /** The name of a built-in fixture, or a world. */
    fixture: z.union([z.string(), z.record(z.string(), z.unknown())]),
    quota: z.int().nullable().optional(),
    assumptions: z.record(z.string(), z.string()),
    https: z.boolean(),
    rerun: z.boolean(),
    results: z.string().nullable(),
    timeoutMs: z.number().nullable(),
    env: z.string().nullable(),
  }),
  /** The variation of the run; null for a plain run. */
  variation: z
    .strictObject({
      family: z.enum(families),
      variation: z.string(),
      workspace: z.string().nullable(),
      call: BundledCallId.nullable(),
      choices: z.record(z.string(), z.string()).nullable(),
    })
    .nullable(),
  sentence: z.string(),
  /** The salt of subject hashes; null if data was kept. */
  salt: z.string().nullable(),
  /** Null for a plain run. */
  verdict: z.enum(verdicts).nullable(),
  exitCode: z.int(),
  records: z.array(z.record(z.string(), z.unknown())),
  calls: z.array(BundledCall),
});
export type BundleContent = z.infer<typeof BundleContent>;

/** An invalid bundle; the message names the file and the error. */
export class BundleError extends Error {}

/** Serializes a bundle with a checksum that detects edits and truncation. */
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
  const parsed = BundleContent.safeParse(content);
  if (!parsed.success) {
    throw new BundleError(`${file} is not a valid bundle: ${z.prettifyError(parsed.error)}`);
  }
  if (sha256 !== checksum(content)) {
    throw new BundleError(`${file} was changed after it was written: its checksum does not match.`);
  }
  const unknown = unknownIn(parsed.data);
  if (unknown !== null) {
    throw new BundleError(
      `${file} cannot be replayed: lead-sandbox ${parsed.data.version} wrote it. ${unknown}`,
    );
  }
  return parsed.data;
}

/** Names what this version does not support in a bundle of another version; null if it supports everything. */
function unknownIn({
  variation,
  settings: { assumptions, fixture },
}: BundleContent): string | null {
  if (variation !== null && !isKnownVariation(variation)) {
    return `This version does not have its variation "${variation.family} ${variation.variation}".`;
  }
  const chosen = Object.entries({ ...assumptions, ...variation?.choices });
  const refusals = chosen.map(([rule, choice]) => assumptionRefusal(rule, choice));
  const refusal = refusals.find((one) => one !== null);
  if (refusal !== undefined) return refusal;
  if (typeof fixture === "string") return null;
  const { error } = World().safeParse(fixture);
  return error === undefined ? null : `Its world is not valid: ${z.prettifyError(error)}`;
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
