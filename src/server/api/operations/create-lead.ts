import type { Json } from "../../../base/values/json.ts";
import { realtyFirmType } from "../../../domain/model/firm.ts";
import type { Lead } from "../../../domain/model/lead.ts";
import { newLead } from "../../../domain/model/lead.ts";
import { leadParentTypes } from "../../../domain/records/lead.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import { ApiError, leadNotCreated } from "../../../network/http/api-error.ts";
import type { Refusals } from "../../../network/http/operation.ts";
import * as schemas from "../answers/schemas.ts";
import { leadAnswer } from "../answers/wire.ts";
import { jsonBody } from "../bodies/json-body.ts";
import type { LeadParent } from "../bodies/lead-body.ts";
import { readLead, leadRefusals } from "../bodies/lead-body.ts";
import { documentedBody, documentedBodyWithParent } from "../bodies/lead-schema.ts";
import { OutreachParameters } from "../queries/query-schemas.ts";
import { outreachQuery } from "../queries/query.ts";
import type { ApiAnswer, ApiCall, ApiOperation } from "../routes/call.ts";
import {
  isInEnvironment,
  isOwnClient,
  isOwnFirm,
  isOwnMember,
  parentFirm,
  parentFirmMember,
  parentRefusals,
} from "./access.ts";
import { refuseTakenEmail } from "./lead-unique.ts";
import { sendWelcome } from "./welcome.ts";

const shared = {
  subject: "leads",
  does: "create",
  method: "POST",
  query: OutreachParameters,
  status: 201,
  answer: schemas.single(schemas.Lead),
  permission: "leads:create",
} as const;

const parentInBodyRule = "lead.create.parent-in-body";

const refusals = {
  ...parentRefusals,
  409: ["lead.unique", "lead.unique.deleted", "lead.email.case", "lead.in-use"],
  422: ["lead.required", ...leadRefusals, "query.repeated", "query.unknown"],
} as const satisfies Refusals;

/** The rules that every created Lead shows. */
const shownRules = [
  "lead.fields",
  "lead.id.shape",
  "lead.timestamps",
  "lead.timestamps.form",
] as const;

/** POST `/firms/{firmId}/leads`: a Lead for a Firm (interface 1.7, 1.8, 4.1). */
export const postLeadForFirm: ApiOperation = {
  ...shared,
  id: "post-leads-for-firm",
  summary: "Create a Lead for a Firm",
  clause: "4.1",
  standing: "documented",
  path: "/firms/{firmId}/leads",
  body: (assumptions) => documentedBody("create", assumptions),
  refusals,
  rules: ["lead.create.firm", ...shownRules],
  run(call) {
    const firm = parentFirm(call, call.params["firmId"] ?? "");
    const { id } = firm;
    return createLead(call, { resourceType: "Firm", resourceId: id, firmId: id });
  },
};

/** POST `/firmMembers/{firmMemberId}/leads`: a Lead for a member of the key's Firm (interface 1.8, 4.1). */
export const postLeadForFirmMember: ApiOperation = {
  ...shared,
  id: "post-leads-for-firm-member",
  summary: "Create a Lead for a member of a Firm",
  clause: "4.1",
  standing: "documented",
  path: "/firmMembers/{firmMemberId}/leads",
  body: (assumptions) => documentedBody("create", assumptions),
  refusals: { ...refusals, 403: ["lead.create.firm-member", ...refusals[403]] },
  rules: ["lead.create.firm-member", ...shownRules],
  run(call) {
    const member = parentFirmMember(call, call.params["firmMemberId"] ?? "");
    refuseByFirmType(call, member.firmId);
    const { id, firmId } = member;
    return createLead(call, { resourceType: "FirmMember", resourceId: id, firmId });
  },
};

/** POST `/leads`: a Lead whose parent is in the body, where the workspace chose so (rule lead.create.parent-in-body). */
export const postLead: ApiOperation = {
  ...shared,
  id: "post-leads",
  summary: "Create a Lead for the parent in the body",
  clause: "4.2",
  standing: "assumed",
  path: "/leads",
  body: documentedBodyWithParent,
  offeredBy: "lead.list-all",
  offeredUnder: parentInBodyRule,
  refusals: {
    403: [parentInBodyRule, "auth.permissions", "lead.create.firm-member"],
    409: refusals[409],
    422: [parentInBodyRule, ...refusals[422].filter((one) => one !== "lead.parent-fields")],
  },
  rules: [parentInBodyRule, ...shownRules],
  run(call) {
    if (call.trace.choice(parentInBodyRule) === "403") {
      throw new ApiError({
        status: 403,
        rules: [parentInBodyRule, "auth.permissions"],
        reason:
          "A Lead is created below its parent: POST /firms/{id}/leads or /firmMembers/{id}/leads.",
      });
    }
    const { parent, errors } = parentInBody(call);
    if (parent.resourceType === "FirmMember" && errors.length === 0) {
      refuseByFirmType(call, parent.firmId);
    }
    return createLead(call, parent, errors);
  },
};

function refuseByFirmType(call: ApiCall, firmId: string): void {
  if (call.trace.choice("lead.create.firm-member") === "any-member") return;
  if (call.store.firms.find(firmId)?.firmType === realtyFirmType) return;
  throw new ApiError({
    status: 403,
    rules: ["lead.create.firm-member"],
    reason: `Only members of a Firm of type ${realtyFirmType} can own Leads in this workspace.`,
  });
}

function createLead(
  call: ApiCall,
  parent: LeadParent,
  parentErrors: readonly FieldError[] | null = null,
): ApiAnswer {
  const { disableClientOutreach } = outreachQuery(call);
  const fields = readLead(call, parent, null, parentErrors);
  const { email } = fields;
  if (email === undefined) throw new Error("A Lead without an email passed validation.");
  call.refuseUsedKey();
  refuseTakenEmail(call, parent, email, leadNotCreated);
  refuseRegistered(call, email);
  const { store, workspace, key, now } = call;
  const identity = { now, environment: key.environment, ...parent };
  const make = (id: string): Lead => newLead({ ...identity, id }, { ...fields, email });
  const lead = workspace.createRecord("lead", store.leads, make, [workspace.creation()]);
  workspace.emit("lead.created", { id: lead.id });
  call.trace.apply("staff.assigned");
  workspace.emit("staff.assigned", { leadId: lead.id });
  if (disableClientOutreach) call.trace.apply("mail.opt-out");
  else sendWelcome(call, lead);
  return leadAnswer(call, 201, lead);
}

/** Whether a registered client's email can be submitted again is a choice (rule lead.in-use). */
function refuseRegistered(call: ApiCall, email: string): void {
  const comparison = call.trace.choice("lead.email.case");
  const clients = call.store.clientProfiles.withEmail(email, comparison);
  if (!clients.some((client) => isInEnvironment(call, client))) return;
  if (call.trace.choice("lead.in-use") === "allowed") return;
  throw new ApiError({
    status: 409,
    message: leadNotCreated,
    rules: ["lead.in-use"],
    reason: "A client has registered with this email.",
    fields: [
      {
        path: ["email"],
        code: "IN_USE",
        message: "This email belongs to a registered client",
        rule: "lead.in-use",
      },
    ],
  });
}

const isOwn = { Firm: isOwnFirm, FirmMember: isOwnMember, ClientProfile: isOwnClient } as const;

/**
 * The parent that the body names, and what is wrong with it; with errors, the parent stands for none (rule
 * lead.create.parent-in-body).
 */
function parentInBody(call: ApiCall): {
  readonly parent: LeadParent;
  readonly errors: readonly FieldError[];
} {
  const { resourceType: type, resourceId: id } = jsonBody(call);
  const { firmId } = call.key;
  const resourceType = leadParentTypes.find((one) => one === type);
  const errors: FieldError[] = [];
  if (resourceType === undefined) {
    errors.push(wrong("resourceType", type, `Expected ${leadParentTypes.join(", ")}`));
  }
  if (typeof id !== "string") errors.push(wrong("resourceId", id, "Expected the id of the parent"));
  else if (resourceType !== undefined && !isOwn[resourceType](call, id)) {
    errors.push(
      fieldError("resourceId", "NOT_FOUND", `The key can access no such ${resourceType}`),
    );
  }
  const resourceId = typeof id === "string" ? id : firmId;
  return { parent: { resourceType: resourceType ?? "Firm", resourceId, firmId }, errors };
}

function wrong(field: string, value: Json | undefined, message: string): FieldError {
  if (value === undefined) return fieldError(field, "REQUIRED", "This field is required");
  return fieldError(field, typeof value === "string" ? "INVALID" : "INCORRECT_TYPE", message);
}

function fieldError(field: string, code: FieldError["code"], message: string): FieldError {
  return { path: [field], code, message, rule: "lead.create.parent-in-body" };
}
