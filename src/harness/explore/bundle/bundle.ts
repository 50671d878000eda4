/**
 * A bundle: one file that repeats a run on another machine. It holds the variation, the client's calls and the
 * verdict.
 */
import * as v from "valibot";
import * as z from "zod";

import { assumptionRefusal } from "../../../domain/rules/trace.ts";
import { World } from "../../../world/workspace/fixtures/world.ts";
import type { BundleFile } from "../../bundle/bundle-file.ts";
import {
  BundleError,
  firstProblems,
  invalidBundle,
  refuseDamaged,
} from "../../bundle/bundle-file.ts";
import { isKnownVariation } from "../variations/catalogue.ts";
import { BundleContent } from "./bundle-content.ts";

/** The bundle in a file. Throws `BundleError` if it is invalid, edited or not supported by this version. */
export function trialBundle(bundle: BundleFile): BundleContent {
  const { success, output, issues } = v.safeParse(BundleContent, bundle.content);
  if (!success) throw invalidBundle(bundle, issues, v.summarize);
  refuseDamaged(bundle);
  const unknown = unknownIn(output);
  if (unknown === null) return output;
  throw new BundleError(
    `${bundle.file} cannot be replayed: lead-sandbox ${output.version} wrote it. ${unknown}`,
  );
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
    : `Its world is not valid: ${firstProblems(error.issues, (issues) => z.prettifyError(new z.ZodError([...issues])))}`;
}
