import { createHash } from "node:crypto";

import { callKey } from "../identity.ts";
import type { PlannedVariation, Verdict } from "../model.ts";

/** The id of a finding, such as `f-3b1c95d0a2e4`: the same in every run of the same client. */
export function findingId(
  { family, variation, workspace, call, operation }: PlannedVariation,
  verdict: Verdict,
): string {
  const place = call === null ? (operation ?? null) : callKey(call);
  const text = JSON.stringify([family, variation, workspace, place, verdict]);
  return `f-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}
