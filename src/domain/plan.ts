/** A Plan is a mortgage that a client seeks; Firms that own it may read it and get mail on it (interface 2.3). */

/** The deal purposes the reference lists (interface 2.3; rule plan.type). */
export const planTypes = ["Buying", "Renewal", "Refinancing", "Switch"] as const;

/** The vocabulary of the provider's hosted tools, the alternative of rule plan.type. */
export const planTypesOfHostedTools = ["Buying", "Switching", "Refinancing"] as const;

/** The life of a Plan in order; `Closed` is the way out for one that fell through (rule plan.status). */
export const planStatuses = [
  "New",
  "Profiles Completed",
  "Ready for Pre-approval",
  "Pre-approved",
  "Application in Progress",
  "Lender Approved",
  "Ready to Fund",
  "Completed",
  "Closed",
] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** The moves that realtors and partners are told of by name in the reference (rule plan.change-mail). */
export const planMilestones: readonly PlanStatus[] = ["Pre-approved", "Ready to Fund", "Completed"];

/** Times are epoch milliseconds; `leadId` is null for a Plan the client opened after registering. */
export interface Plan {
  readonly id: string;
  readonly clientProfileId: string;
  readonly leadId: string | null;
  readonly name: string | null;
  readonly type: string;
  readonly status: PlanStatus;
  readonly amount: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

/**
 * Whether a Plan may go from one status to another (rule plan.transitions): `forward` allows any later
 * status, and `Closed` from all but `Completed`; `any` allows every move. Staying put is never a move.
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
