import { clientProfileFields } from "../records/client-profile.ts";
import type { Fields, Kind } from "../records/field.ts";
import { firmMemberFields } from "../records/firm-member.ts";
import { firmFields } from "../records/firm.ts";
import { shapeOf } from "../records/forms.ts";
import { leadFields } from "../records/lead.ts";
import { planFields } from "../records/plan.ts";
import { referralCodeFields } from "../records/referral-code.ts";
import type { FieldType } from "./list-query.ts";

const typeOfKind: Readonly<Record<Kind, FieldType | "unsupported">> = {
  id: "string",
  text: "string",
  status: "plan-status",
  moment: "timestamp",
  json: "unsupported",
  object: "unsupported",
  strings: "unsupported",
  flag: "boolean",
  number: "number",
};

/**
 * The fields that a list can be ordered and filtered by, per resource (interface 4.3). `unsupported` marks a
 * field whose type has no order: an object or an array.
 */
export const listFields = {
  leads: typesOf(leadFields),
  plans: typesOf(planFields),
  clientProfiles: typesOf(clientProfileFields),
  firms: typesOf(firmFields),
  firmMembers: typesOf(firmMemberFields),
  referralCodes: typesOf(referralCodeFields),
} as const;

/** The resources that have a list, by the name in their path (interface 4.2). */
export type ListedResource = keyof typeof listFields;

/** The types of the fields that the wire shows: the id, the times, then the others. */
function typesOf(fields: Fields): Readonly<Record<string, FieldType | "unsupported">> {
  const types = Object.entries(shapeOf(fields, "wire", ({ kind }) => typeOfKind[kind]));
  return Object.fromEntries(types.toSorted((one, other) => rankOf(one) - rankOf(other)));
}

function rankOf([name, type]: readonly [string, string]): number {
  if (name === "id") return 0;
  return type === "timestamp" ? 1 : 2;
}
