import type { FieldType } from "./list-query.ts";

/**
 * The fields that a list can be ordered and filtered by, per resource (interface 4.3). `unsupported`
 * stands for a field that the resource has and whose type has no order: an object or an array.
 */
const record = {
  id: "string",
  createdAt: "timestamp",
  updatedAt: "timestamp",
  deletedAt: "timestamp",
} as const;

export const listFields = {
  leads: {
    ...record,
    convertedAt: "timestamp",
    email: "string",
    firstName: "string",
    lastName: "string",
    resourceType: "string",
    resourceId: "string",
    referredByReferralCodeId: "string",
    phone: "unsupported",
    clientData: "unsupported",
    plan_ids: "unsupported",
  },
  plans: { ...record, name: "string", type: "string", status: "plan-status", amount: "number" },
  clientProfiles: {
    ...record,
    email: "string",
    firstName: "string",
    lastName: "string",
    phone: "unsupported",
    clientData: "unsupported",
  },
  firms: { ...record, name: "string", firmType: "string" },
  firmMembers: {
    ...record,
    firmId: "string",
    firmType: "string",
    email: "string",
    firstName: "string",
    lastName: "string",
    isOwner: "boolean",
  },
  referralCodes: { ...record, firmId: "string" },
} as const satisfies Record<string, Readonly<Record<string, FieldType | "unsupported">>>;

/** The resources that have a list, by the name their path uses (interface 4.2). */
export type ListedResource = keyof typeof listFields;
