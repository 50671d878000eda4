import { leadState } from "../../../domain/model/lead.ts";
import { ApiError } from "../../../network/http/api-error.ts";
import type { LeadParent } from "../bodies/lead-body.ts";
import type { ApiCall } from "../routes/call.ts";
import { isInEnvironment } from "./access.ts";

/** The field message that the reference shows (rule lead.unique). */
export const notUnique = "Failed to pass unique index constraint";

/**
 * Throws 409 when another Lead of `parent` in the key's environment has `email` (interface 2.1, 7; rules
 * lead.unique, lead.unique.deleted, env.data). `except` is the id of the Lead to change.
 */
export function refuseTakenEmail(
  call: ApiCall,
  parent: LeadParent,
  email: string,
  message: string,
  except?: string,
): void {
  const { store, trace } = call;
  const holders = store.leads
    .holdersOfEmail(parent, email, trace.choice("lead.email.case"))
    .filter((lead) => lead.id !== except && isInEnvironment(call, lead));
  const active = holders.some((lead) => leadState(lead) === "Active");
  if (!active && (holders.length === 0 || trace.choice("lead.unique.deleted") === "freed")) return;
  const rule = except === undefined ? "lead.unique" : "lead.patch.unique";
  throw new ApiError({
    status: 409,
    message,
    rules: [rule],
    reason: `The ${parent.resourceType} has a Lead with this email already${active ? "" : ", which is soft-deleted"}.`,
    fields: ["resourceId", "resourceType", "email"].map((field) => ({
      path: [field],
      code: "NOT_UNIQUE",
      message: notUnique,
      rule,
    })),
  });
}
