import type { Fields } from "./field.ts";
import { environment, record } from "./shared-fields.ts";

/** The statuses of a Plan in order; `Closed` ends one that fell through (rule plan.status). */
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

/** A mortgage that a client seeks (interface 2.3). */
export const planFields = {
  ...record,
  environment: { ...environment, setBy: "service" },
  clientProfileId: { kind: "id", setBy: "parent", notIn: ["wire"] },
  leadId: { kind: "id", setBy: "parent", nullable: true, notIn: ["wire"] },
  name: { kind: "text", setBy: "platform", nullable: true },
  type: { kind: "text", setBy: "platform" },
  status: { kind: "status", setBy: "platform", oneOf: planStatuses },
  amount: { kind: "number", setBy: "platform", nullable: true },
  owners: { kind: "strings", setBy: "derived", notIn: ["wire"] },
} as const satisfies Fields;
