import type { Fields } from "./field.ts";
import { environment, person, record } from "./shared-fields.ts";

export const leadStates = ["Active", "Converted", "Archived"] as const;

/** The parents that own Leads (interface 1.8); the third is published, without a path (rule lead.create.parent-in-body). */
export const leadParentTypes = ["Firm", "FirmMember", "ClientProfile"] as const;

/** A mortgage seeker that a partner submitted (interface 2.1). */
export const leadFields = {
  ...record,
  environment: { ...environment, setBy: "creation" },
  ...person,
  state: { kind: "text", setBy: "derived", oneOf: leadStates, notIn: ["wire", "world"] },
  firmId: { kind: "id", setBy: "parent", notIn: ["wire", "world"] },
  /** The Firm of a Lead whose parent does not name it, in fixtures. */
  firmOfClient: {
    kind: "id",
    setBy: "derived",
    as: "firmId",
    nullable: true,
    leftOut: true,
    notIn: ["wire", "control"],
  },
  resourceType: { kind: "text", setBy: "parent", oneOf: leadParentTypes },
  resourceId: { kind: "id", setBy: "parent" },
  referredByReferralCodeId: { kind: "id", setBy: "client", nullable: true },
  convertedAt: { kind: "moment", setBy: "service", nullable: true },
  planIds: { kind: "strings", setBy: "service", nullable: true, as: "plan_ids", leftOut: true },
  clientProfileId: { kind: "id", setBy: "service", nullable: true, notIn: ["wire"] },
} as const satisfies Fields;
