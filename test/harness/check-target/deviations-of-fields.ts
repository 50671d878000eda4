/** A deviation for each part of the rules about the phone, and about fields that a client need not send. */
import type { Change, Deviation } from "./deviating.ts";
import {
  answers,
  isNull,
  isNumber,
  isText,
  refuses,
  shows,
  takes,
  valueAt,
  withAt,
} from "./deviating.ts";

/** The service stores a field that only it should set. */
function stores(name: string): Change {
  return answers(
    ({ body }, { status }) => status < 300 && body?.[name] !== undefined,
    (body, sent) => withAt(body, `data.${name}`, sent.body?.[name]),
  );
}

export const deviationsOfFields: readonly Deviation[] = [
  { part: "lead.phone.shape#type", does: "takes a number", change: takes("phone", isNumber) },
  { part: "lead.phone.shape#number", does: "drops the phone", change: shows("phone", null) },
  {
    part: "lead.phone.shape#extension",
    does: "drops the extension",
    change: shows("phone.extension", undefined),
  },
  {
    part: "lead.phone.shape#number-type",
    does: "takes a numeric number",
    change: takes("phone.number", isNumber, "7"),
  },
  {
    part: "lead.phone.shape#extension-type",
    does: "takes a numeric extension",
    change: takes("phone.extension", isNumber),
  },
  {
    part: "lead.phone.shape#number-required",
    does: "takes an extension alone",
    change: {
      sent: ({ body }) =>
        valueAt(body ?? {}, "phone.extension") !== undefined &&
        valueAt(body ?? {}, "phone.number") === undefined &&
        body !== null
          ? { body: { ...body, phone: null } }
          : null,
    },
  },
  {
    part: "lead.phone.string#accepted",
    does: "refuses it as INVALID",
    change: refuses("phone", isText),
  },
  { part: "lead.phone.string#stored", does: "drops it", change: shows("phone", null) },
  {
    part: "lead.parent-fields#resource-type",
    does: "takes any resourceType",
    change: takes("resourceType", (value) => value !== "Firm"),
  },
  {
    part: "lead.parent-fields#resource-id",
    does: "takes any resourceId",
    change: takes("resourceId", (value) => value === "n0Such00"),
  },
  {
    part: "lead.parent-fields#parent",
    does: "refuses even the parent",
    change: refuses("resourceId", (value) => value !== "n0Such00"),
  },
  { part: "lead.read-only-fields#id", does: "stores it", change: stores("id") },
  { part: "lead.read-only-fields#created-at", does: "stores it", change: stores("createdAt") },
  { part: "lead.read-only-fields#updated-at", does: "refuses it", change: refuses("updatedAt") },
  { part: "lead.read-only-fields#deleted-at", does: "stores it", change: stores("deletedAt") },
  { part: "lead.read-only-fields#converted-at", does: "stores it", change: stores("convertedAt") },
  { part: "lead.read-only-fields#plan-ids", does: "stores it", change: stores("plan_ids") },
  {
    part: "lead.referral-code#null",
    does: "refuses it",
    change: refuses("referredByReferralCodeId", isNull),
  },
  {
    part: "lead.referral-code#type",
    does: "takes a number",
    change: takes("referredByReferralCodeId", isNumber),
  },
  {
    part: "lead.referral-code#string",
    does: "refuses it",
    change: refuses("referredByReferralCodeId", (value) => isText(value) && value !== "n0Such00"),
  },
  {
    part: "lead.referral-code.unknown#unknown",
    does: "takes any id",
    change: takes("referredByReferralCodeId", (value) => value === "n0Such00"),
  },
];
