/**
 * A Plan is a mortgage that a client seeks. Firms that own it may read it and get mail about it (interface
 * 2.3).
 */

import type { RecordOf } from "../records/field.ts";
import type { planFields } from "../records/plan.ts";
import { planStatuses } from "../records/plan.ts";
import { realtyFirmType } from "./firm.ts";

/** The deal purposes the reference lists (interface 2.3; rule plan.type). */
export const planTypes = ["Buying", "Renewal", "Refinancing", "Switch"] as const;

/** The vocabulary of the provider's hosted tools, the alternative of rule plan.type. */
export const planTypesOfHostedTools = ["Buying", "Switching", "Refinancing"] as const;

export { planStatuses };
export type PlanStatus = (typeof planStatuses)[number];

/** How the emulated API spells a status (rule plan.status.spelling). */
export function spelledStatus(status: PlanStatus, spelling: "as-listed" | "upper-snake"): string {
  return spelling === "as-listed" ? status : status.toUpperCase().replaceAll(/[ -]/g, "_");
}

/** The statuses that the reference lists as mailed to realtors and to partners (rule plan.change-mail). */
const realtorMilestones: ReadonlySet<PlanStatus> = new Set(["Pre-approved", "Ready to Fund"]);
const partnerMilestones: ReadonlySet<PlanStatus> = new Set(["Completed"]);

/** Whether a Firm of that type gets mail when its Plan moves to `status` (rule plan.change-mail). */
export function isPlanMoveMailed(
  status: PlanStatus,
  firmType: string,
  choice: "by-role" | "every-change" | "milestones",
): boolean {
  if (choice === "every-change") return true;
  const atRealtors = realtorMilestones.has(status);
  const atPartners = partnerMilestones.has(status);
  if (choice === "milestones") return atRealtors || atPartners;
  return firmType === realtyFirmType ? atRealtors : atPartners;
}

/** Times are epoch milliseconds; `leadId` is null for a Plan the client opened after registering. */
export interface Plan extends RecordOf<typeof planFields> {}

/**
 * Whether a Plan may move between two statuses (rule plan.transitions). `forward` allows any later status,
 * and `Closed` from any status except `Completed`; `any` allows every move. Keeping the status is not a move.
 */
export function planMayMove(
  from: PlanStatus,
  to: PlanStatus,
  transitions: "forward" | "any",
): boolean {
  if (from === to) return false;
  if (transitions === "any") return true;
  if (from === "Closed" || from === "Completed") return false;
  return to === "Closed" || planStatuses.indexOf(to) > planStatuses.indexOf(from);
}
