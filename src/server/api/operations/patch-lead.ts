import type { Lead } from "../../../domain/model/lead.ts";
import { leadState, patchLead as patched } from "../../../domain/model/lead.ts";
import { ApiError } from "../../../network/http/api-error.ts";
import * as schemas from "../answers/schemas.ts";
import { leadAnswer } from "../answers/wire.ts";
import { readLead, leadRefusals } from "../bodies/lead-body.ts";
import { documentedBody } from "../bodies/lead-schema.ts";
import { ScopeParameters } from "../queries/query-schemas.ts";
import { scopeQuery } from "../queries/query.ts";
import type { ApiCall, ApiOperation } from "../routes/call.ts";
import { softDeleted } from "../routes/call.ts";
import { accessRefusals, ownLead } from "./access.ts";
import { refuseDeletedWithMember } from "./deleted-member.ts";
import { refuseTakenEmail } from "./lead-unique.ts";
import { sendWelcome } from "./welcome.ts";

const leadNotUpdated = "Failed to update the Lead";

/** PATCH `/leads/{leadId}`: changes the fields that were sent (interface 3, 4.1). */
export const patchLead: ApiOperation = {
  id: "patch-Lead",
  summary: "Change a Lead",
  clause: "4.1",
  standing: "documented",
  subject: "leads",
  does: "change",
  method: "PATCH",
  path: "/leads/{leadId}",
  query: ScopeParameters,
  body: (assumptions) => documentedBody("update", assumptions),
  status: 200,
  answer: schemas.single(schemas.Lead),
  permission: "leads:update",
  rules: ["lead.patch", "lead.fields"],
  noContentUnder: "lead.patch.answer",
  refusals: {
    ...accessRefusals,
    404: [...accessRefusals[404], "lead.patch.not-active"],
    409: ["lead.patch.not-active", "lead.patch.unique", "lead.email.case"],
    422: ["lead.patch.checks", ...leadRefusals, "scope.unknown", "query.repeated", "query.unknown"],
  },
  run(call) {
    const lead = patchable(call, ownLead(call, call.params["leadId"] ?? ""));
    scopeQuery(call);
    const changes = readLead(call, lead, lead);
    refuseNotActive(call, lead);
    if (changes.email !== undefined && changes.email !== lead.email) {
      refuseTakenEmail(call, lead, changes.email, leadNotUpdated, lead.id);
    }
    const merges = "phone" in changes || "clientData" in changes;
    const merge = merges && call.trace.choice("lead.patch.merge") === "merged";
    const changed = patched(lead, changes, { now: call.now, merge });
    call.store.leads.update(changed);
    call.workspace.emit("lead.updated", { id: lead.id, state: leadState(lead) });
    if (leadState(lead) !== "Active") call.trace.apply("lead.patch.no-profile-effect");
    else if (changed.email !== lead.email) welcomeAtNewEmail(call, changed);
    return call.trace.choice("lead.patch.answer") === "204"
      ? { status: 204, body: null }
      : leadAnswer(call, 200, changed);
  },
};

/**
 * The Lead to change. The scope decides whether a Lead that is not Active is accessible, unless the workspace
 * chose otherwise (rule lead.patch.not-active).
 */
function patchable(call: ApiCall, lead: Lead): Lead {
  const state = leadState(lead);
  const withDeleted = call.query.get("scope") === "withDeleted";
  refuseDeletedWithMember(call, lead, withDeleted, "by-scope");
  if (state === "Active") return lead;
  const choice = call.trace.choice("lead.patch.not-active");
  if (choice === "404" && !withDeleted) throw softDeleted("Lead", state);
  return lead;
}

function welcomeAtNewEmail(call: ApiCall, lead: Lead): void {
  if (call.trace.choice("mail.welcome.changed-email") === "sent") sendWelcome(call, lead);
}

function refuseNotActive(call: ApiCall, lead: Lead): void {
  const state = leadState(lead);
  if (state === "Active" || call.trace.choice("lead.patch.not-active") !== "409") return;
  throw new ApiError({
    status: 409,
    message: leadNotUpdated,
    rules: ["lead.patch.not-active"],
    reason: `The Lead is ${state}.`,
    fields: [
      {
        path: ["deletedAt"],
        code: "INVALID",
        message: `The Lead is ${state}`,
        rule: "lead.patch.not-active",
      },
    ],
  });
}
