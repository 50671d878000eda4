/** The shape of a bundle. The console checks bundles by a smaller copy of it, and a test compares the two. */
import * as z from "zod/mini";

import { verdicts } from "../model.ts";
import { families } from "../variations/variation.ts";

/** The format of a bundle; every other is rejected. */
export const bundleFormat = "lead-sandbox-bundle/1";

/** The latest start of a run, in epoch milliseconds; its calls follow within three years. */
const startMax = Date.UTC(9_996, 0, 1);
const sentAtMsMax = 1e11;
/** The longest time of a timer. */
const timeoutMsMax = 2 ** 31 - 1;

/** The subject is a hash unless data is kept. It matches calls about the same person and reveals nothing else. */
const BundledCallId = z.strictObject({
  workspace: z.string(),
  operation: z.string(),
  subject: z.nullable(z.string()),
  ordinal: z.int(),
});

const BundledCall = z.strictObject({
  plane: z.enum(["api", "control"]),
  method: z.string(),
  /** Path and query. */
  path: z.string(),
  body: z.nullable(z.string()),
  sentAtMs: z.number().check(z.gte(0), z.lte(sentAtMsMax)),
  /** The workspace and the key in it; null for a call of the control API. */
  workspaceId: z.nullable(z.string()),
  apiKeyId: z.nullable(z.string()),
  operation: z.nullable(z.string()),
  status: z.nullable(z.int()),
  /** The variation that changed the call, or null. */
  variation: z.nullable(z.string()),
  /** Whether the sandbox carried out the call. */
  carriedOut: z.boolean(),
});
export type BundledCall = z.infer<typeof BundledCall>;

/** The name of a built-in fixture, never a path. */
const fixtureName = z
  .string()
  .check(z.regex(/^[a-z0-9-]{1,64}$/, "Expected the name of a built-in fixture, or a world"));

/** No program takes a word with the character 0. */
const word = z.string().check(z.regex(/^[^\0]*$/, "Expected text without the character 0"));

export const BundleContent = z.strictObject({
  format: z.literal(bundleFormat),
  version: z.string(),
  command: z.array(word).check(z.minLength(1)),
  /** The start time of the clocks, in epoch milliseconds. */
  startsAt: z.number().check(z.gte(0), z.lte(startMax)),
  settings: z.strictObject({
    seed: z.int(),
    fixture: z.union([fixtureName, z.record(z.string(), z.unknown())]),
    quota: z.optional(z.nullable(z.int())),
    assumptions: z.record(z.string(), z.string()),
    https: z.boolean(),
    /** Whether the sandbox adopted the key and the ids of the client; it does again in a replay. */
    adopt: z.exactOptional(z.literal(true)),
    rerun: z.boolean(),
    /** The result files of the run. A replay shows this and never uses it. */
    results: z.nullable(z.string()),
    timeoutMs: z.nullable(z.number().check(z.gte(1), z.lte(timeoutMsMax))),
    /** The names of the client's variables. A replay uses only the usual ones. */
    env: z.nullable(z.string()),
  }),
  /** The variation of the run; null for a plain run. */
  variation: z.nullable(
    z.strictObject({
      family: z.enum(families),
      variation: z.string(),
      workspace: z.nullable(z.string()),
      call: z.nullable(BundledCallId),
      operation: z.exactOptional(z.string()),
      choices: z.nullable(z.record(z.string(), z.string())),
    }),
  ),
  sentence: z.string(),
  /** The salt of subject hashes; null if data was kept. */
  salt: z.nullable(z.string()),
  /** Null for a plain run. */
  verdict: z.nullable(z.enum(verdicts)),
  exitCode: z.int(),
  records: z.array(z.record(z.string(), z.unknown())),
  calls: z.array(BundledCall),
});
export type BundleContent = z.infer<typeof BundleContent>;
