import { createHash } from "node:crypto";

import { callKey } from "../identity.ts";
import type { PlannedVariation, Verdict } from "../model.ts";
import type { Finding } from "./shape.ts";

/** The id of a finding, such as `f-3b1c95d0a2e4`: the same in every run of the same client. */
export function findingId(
  { family, variation, workspace, call, operation }: PlannedVariation,
  verdict: Verdict,
): string {
  const place = call === null ? (operation ?? null) : callKey(call);
  return `f-${hashOf([family, variation, workspace, place, verdict])}`;
}

/** The ids by which `--accept` names a finding, the most exact first: its own, that of its announced change, its group's. */
export function acceptableIds({
  id,
  group,
  variation,
}: Pick<Finding, "id" | "group"> & {
  readonly variation: Pick<Finding["variation"], "id" | "family">;
}): readonly string[] {
  const change = variation.family === "next" ? [variation.id.replace(/^next:/, "")] : [];
  return [id, ...change, group];
}

export type GroupKey = Pick<Finding, "verdict"> & {
  readonly variation: Pick<Finding["variation"], "id" | "family" | "operation">;
  readonly call: { readonly operation: string } | null;
};

/** The operation that a finding is about; null for a variation of the whole run. */
export function operationOf({
  variation,
  call,
}: Pick<GroupKey, "variation" | "call">): string | null {
  return call?.operation ?? variation.operation ?? null;
}

/**
 * The id of a finding's group, such as `g-3b1c95d0a2e4`. A group has one family, verdict and operation. Without an
 * operation it has one variation instead, because two assumptions or changes are not one bug.
 */
export function groupId(finding: GroupKey): string {
  const { variation, verdict } = finding;
  const operation = variation.family === "next" ? null : operationOf(finding);
  const place = operation === null ? [null, variation.id] : [operation];
  return `g-${hashOf([variation.family, verdict, ...place])}`;
}

function hashOf(parts: readonly (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
}
