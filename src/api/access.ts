import type { Firm, FirmMember } from "../domain/firm.ts";
import type { Lead } from "../domain/lead.ts";
import { leadState } from "../domain/lead.ts";
import { ApiError } from "../http/api-error.ts";
import type { ApiCall } from "./call.ts";
import { notFound, softDeleted } from "./call.ts";

/** The parent Firm that a path names, if the key acts for it (interface 7; rule auth.foreign-record). */
export function parentFirm(call: ApiCall, id: string): Firm {
  const firm = call.store.firms.find(id);
  return own(call, "Firm", firm, firm?.id);
}

/** The parent FirmMember that a path names, if it is of the key's Firm. */
export function parentFirmMember(call: ApiCall, id: string): FirmMember {
  const member = call.store.firmMembers.find(id);
  return own(call, "FirmMember", member, member?.firmId);
}

/** The Lead of that id, if the key reaches it, in any state. */
export function ownLead(call: ApiCall, id: string): Lead {
  const lead = call.store.leads.find(id);
  if (lead === null || lead.firmId !== call.key.firmId) throw notFound("Lead");
  return lead;
}

/** The same, without a Lead that the scope leaves out (interface 2.6; rule scope.default). */
export function visibleLead(
  call: ApiCall,
  id: string,
  withDeleted: boolean,
  reach: "by-scope" | "not" = "by-scope",
): Lead {
  const lead = ownLead(call, id);
  const state = leadState(lead);
  if (state !== "Active" && !withDeleted) throw softDeleted("Lead", state, reach);
  return lead;
}

function own<Parent extends { readonly deletedAt: number | null }>(
  call: ApiCall,
  what: string,
  parent: Parent | null,
  firmId: string | undefined,
): Parent {
  if (parent !== null && firmId === call.key.firmId) {
    if (parent.deletedAt !== null) throw softDeleted(what, "deleted", "not");
    return parent;
  }
  const foreign = call.trace.choice("auth.foreign-record");
  if (parent === null || foreign === "404") throw notFound(what);
  throw new ApiError({
    status: 403,
    rules: ["auth.foreign-record"],
    reason: `The ${what} in the path belongs to another Firm than the key.`,
  });
}
