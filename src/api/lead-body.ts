import type { Json, JsonObject } from "../domain/json.ts";
import { isJsonObject } from "../domain/json.ts";
import type { Lead, LeadFields } from "../domain/lead.ts";
import type { FieldError } from "../http/api-error.ts";
import { unprocessable } from "../http/api-error.ts";
import { fieldProblems } from "../http/field-errors.ts";
import type { RuleId } from "../rules/catalogue.ts";
import type { ApiCall } from "./call.ts";
import { jsonBody } from "./json-body.ts";
import { citeChoices, ruleOfPath } from "./lead-rules.ts";
import type { LeadSchemas, LeadWriteMode } from "./lead-schema.ts";

/** The parent that a Lead is or will be owned by. */
export type LeadParent = Pick<Lead, "resourceType" | "resourceId" | "firmId">;

/** Fields that the client may send; those of the parent only say again what is so. */
const writableFields = [
  "email",
  "firstName",
  "lastName",
  "phone",
  "clientData",
  "referredByReferralCodeId",
] as const;
const parentFields = ["resourceType", "resourceId"] as const;
const readOnlyFields: ReadonlySet<string> = new Set([
  "id",
  "createdAt",
  "updatedAt",
  "deletedAt",
  "convertedAt",
  "plan_ids",
]);

/** The rules that the body of a Lead can be refused by, whether it makes a Lead or changes one. */
export const leadRefusals = [
  "lead.fields",
  "lead.required.empty",
  "lead.text.characters",
  "lead.optional-null",
  "lead.email.format",
  "lead.phone.shape",
  "lead.phone.string",
  "lead.parent-fields",
  "lead.read-only-fields",
  "lead.unknown-field",
  "lead.referral-code",
  "client-data.fields",
  "client-data.enrichment",
  "client-data.values",
  "client-data.date-of-birth",
  "client-data.plans.empty",
  "plan.type",
] as const satisfies readonly RuleId[];

/**
 * The fields of a Lead that the body of `call` sends, or a 422 that names every field that is wrong
 * (interface 2.1, 2.2, 7; rule error.all-fields).
 */
export function leadFields(
  call: ApiCall,
  schemas: LeadSchemas,
  mode: LeadWriteMode,
  parent: LeadParent,
): Partial<LeadFields> {
  const body = jsonBody(call);
  const checked = schemas.of(mode, call.workspace.assumptions()).safeParse(body);
  const problems = checked.success ? [] : fieldProblems(checked.error, body);
  const errors: FieldError[] = [
    ...problems.map(({ path, code, message, rule }) => ({
      path,
      code,
      message,
      rule: rule ?? ruleOfPath(body, path, code),
    })),
    ...otherKeyErrors(call, body, parent),
    ...referralCodeErrors(call, body, parent.firmId),
  ];
  if (errors.length > 0) throw unprocessable(errors);
  citeChoices(call.trace, body, mode);
  return sentFields(call, body);
}

function* otherKeyErrors(
  call: ApiCall,
  body: JsonObject,
  parent: LeadParent,
): Generator<FieldError> {
  const { trace } = call;
  for (const [key, value] of Object.entries(body)) {
    if (isOneOf(writableFields, key)) continue;
    if (isOneOf(parentFields, key)) {
      if (trace.choice("lead.parent-fields") === "ignored" || value === parent[key]) continue;
      const code = typeof value === "string" ? "INVALID" : "INCORRECT_TYPE";
      yield fieldError(key, code, "Expected the owner of the Lead", "lead.parent-fields");
    } else if (readOnlyFields.has(key)) {
      if (trace.choice("lead.read-only-fields") === "ignored") continue;
      yield fieldError(
        key,
        "UNSUPPORTED",
        "This field is set by the service",
        "lead.read-only-fields",
      );
    } else if (trace.choice("lead.unknown-field") === "unsupported") {
      yield fieldError(key, "UNSUPPORTED", "A Lead has no such field", "lead.unknown-field");
    }
  }
}

function* referralCodeErrors(
  call: ApiCall,
  body: JsonObject,
  firmId: string,
): Generator<FieldError> {
  const id = body["referredByReferralCodeId"];
  if (typeof id !== "string") return;
  const code = call.store.referralCodes.find(id);
  if (code !== null && code.firmId === firmId && code.deletedAt === null) return;
  yield fieldError(
    "referredByReferralCodeId",
    "NOT_FOUND",
    "The Firm has no such referral code",
    "lead.referral-code",
  );
}

function fieldError(
  field: string,
  code: FieldError["code"],
  message: string,
  rule: RuleId,
): FieldError {
  return { path: [field], code, message, rule };
}

/** What was sent, as sent: the schema let it through and changes nothing in it. */
function sentFields(call: ApiCall, body: JsonObject): Partial<LeadFields> {
  const { email, clientData } = body;
  return {
    ...(typeof email === "string" ? { email } : {}),
    ...sentText(body, "firstName"),
    ...sentText(body, "lastName"),
    ...sentText(body, "referredByReferralCodeId"),
    ...("phone" in body ? { phone: sentPhone(call, body["phone"] ?? null) } : {}),
    ...("clientData" in body ? { clientData: isJsonObject(clientData) ? clientData : null } : {}),
  };
}

function sentText(
  body: JsonObject,
  field: "firstName" | "lastName" | "referredByReferralCodeId",
): Partial<LeadFields> {
  if (!Object.hasOwn(body, field)) return {};
  const value = body[field];
  // The store holds well-formed text alone; the answer must not show another.
  return { [field]: typeof value === "string" ? value.toWellFormed() : null };
}

function sentPhone(call: ApiCall, phone: Json): Json {
  if (typeof phone !== "string") return phone;
  return call.trace.choice("lead.phone.string") === "number-object" ? { number: phone } : phone;
}

function isOneOf<Name extends string>(names: readonly Name[], text: string): text is Name {
  return names.some((name) => name === text);
}
