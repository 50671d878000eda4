import type { Json } from "../../../base/values/json.ts";
import { leadParentTypes } from "../../../domain/records/lead.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import { jsonBody } from "../bodies/json-body.ts";
import type { LeadParent } from "../bodies/lead-body.ts";
import type { ApiCall } from "../routes/call.ts";
import { isOwnClient, isOwnFirm, isOwnMember } from "./access.ts";

const isOwn = { Firm: isOwnFirm, FirmMember: isOwnMember, ClientProfile: isOwnClient } as const;

/**
 * The parent that the body names, and what is wrong with it; with errors, the parent stands for none (rule
 * lead.create.parent-in-body).
 */
export function parentInBody(call: ApiCall): {
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
