/** The shape of a bundle, which the command and the console check alike. Zod would be an eighth of the page. */
import * as v from "valibot";

import { bundleFormat } from "../../bundle/format.ts";
import { verdicts } from "../model.ts";
import { families } from "../variations/variation.ts";

/** The latest start of a run, in epoch milliseconds; its calls follow within three years. */
// oxlint-disable-next-line no-restricted-globals -- the console reads this file, and a browser has no node:timers
const startMax = Date.UTC(9_996, 0, 1);
const sentAtMsMax = 1e11;
/** The longest time of a timer. */
const timeoutMsMax = 2 ** 31 - 1;

/** More Leads than a trial adds would only cost time. */
const moreLeadsMax = 1_000;

const integer = v.pipe(v.number(), v.safeInteger());

function numberIn(least: number, most: number) {
  return v.pipe(v.number(), v.minValue(least), v.maxValue(most));
}

/** The subject is a hash unless data is kept. It matches calls about the same person and reveals nothing else. */
const BundledCallId = v.strictObject({
  workspace: v.string(),
  operation: v.string(),
  subject: v.nullable(v.string()),
  ordinal: integer,
});

const BundledCall = v.strictObject({
  plane: v.picklist(["api", "control"]),
  method: v.string(),
  /** Path and query. */
  path: v.string(),
  body: v.nullable(v.string()),
  sentAtMs: numberIn(0, sentAtMsMax),
  /** The workspace and the key in it; null for a call of the control API. */
  workspaceId: v.nullable(v.string()),
  apiKeyId: v.nullable(v.string()),
  operation: v.nullable(v.string()),
  status: v.nullable(integer),
  /** The variation that changed the call, or null. */
  variation: v.nullable(v.string()),
  /** Whether the sandbox carried out the call. */
  carriedOut: v.boolean(),
});
export type BundledCall = v.InferOutput<typeof BundledCall>;

/** The name of a built-in fixture, never a path. */
const fixtureName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]{1,64}$/, "Expected the name of a built-in fixture, or a world"),
);

/** No program takes a word with the character 0. */
const word = v.pipe(v.string(), v.regex(/^[^\0]*$/, "Expected text without the character 0"));

/** Announced changes, as items of a list, so that a replay needs no document. */
const BundledAnnounced = v.strictObject({
  changes: v.array(v.record(v.string(), v.unknown())),
  choices: v.strictObject({
    unknownField: v.picklist(["refused", "dropped"]),
    limit: v.picklist(["refused", "clamped"]),
    offset: v.picklist(["refused", "clamped"]),
  }),
  moreLeads: v.pipe(integer, v.minValue(0), v.maxValue(moreLeadsMax)),
  refusal: v.nullable(v.picklist([409, 422])),
});

export const BundleContent = v.strictObject({
  format: v.literal(bundleFormat),
  version: v.string(),
  command: v.pipe(v.array(word), v.minLength(1)),
  /** The start time of the clocks, in epoch milliseconds. */
  startsAt: numberIn(0, startMax),
  settings: v.strictObject({
    seed: integer,
    fixture: v.union([fixtureName, v.record(v.string(), v.unknown())]),
    quota: v.optional(v.nullable(integer)),
    assumptions: v.record(v.string(), v.string()),
    https: v.boolean(),
    /** Whether the sandbox adopted the key and the ids of the client; it does again in a replay. */
    adopt: v.exactOptional(v.literal(true)),
    /** Whether unchanged runs differ; then only records that are the same in two of them are compared. */
    nondeterministic: v.exactOptional(v.literal(true)),
    rerun: v.boolean(),
    /** The result files of the run. A replay shows this and never uses it. */
    results: v.nullable(v.string()),
    timeoutMs: v.nullable(numberIn(1, timeoutMsMax)),
    /** The names of the client's variables. A replay uses only the usual ones. */
    env: v.nullable(v.string()),
  }),
  /** The variation of the run; null for a plain run. */
  variation: v.nullable(
    v.strictObject({
      family: v.picklist(families),
      variation: v.string(),
      workspace: v.nullable(v.string()),
      call: v.nullable(BundledCallId),
      operation: v.exactOptional(v.string()),
      choices: v.nullable(v.record(v.string(), v.string())),
      announced: v.exactOptional(BundledAnnounced),
    }),
  ),
  sentence: v.string(),
  /** The salt of subject hashes; null if data was kept. */
  salt: v.nullable(v.string()),
  /** Null for a plain run. */
  verdict: v.nullable(v.picklist(verdicts)),
  exitCode: integer,
  records: v.array(v.record(v.string(), v.unknown())),
  calls: v.array(BundledCall),
});
export type BundleContent = v.InferOutput<typeof BundleContent>;
