import type { Json, JsonObject } from "../domain/json.ts";
import { isJsonObject } from "../domain/json.ts";
import type { Lead, LeadFields } from "../domain/lead.ts";
import { hasPhoneNumber } from "../domain/lead.ts";
import type { FieldError } from "../http/api-error.ts";
import { unprocessable } from "../http/api-error.ts";
import { fieldProblems } from "../http/field-errors.ts";
import type { RuleId } from "../rules/catalogue.ts";
import type { ApiCall } from "./call.ts";
import { leadNames } from "./documented-names.ts";
import { jsonBody } from "./json-body.ts";
import { citeChoices, ruleOfPath } from "./lead-rules.ts";
import type { LeadSchemas } from "./lead-schema.ts";
import { nearMissesIn } from "./near-misses.ts";

/** The parent that a Lead is or will be owned by. */
export type LeadParent = Pick<Lead, "resourceType" | "resourceId" | "firmId">;

/** Fields that the client may send; those of the parent only say again what is so. */
const writableFields: ReadonlySet<string> = new Set([
  "email",
  "firstName",
  "lastName",
  "phone",
  "clientData",
  "referredByReferralCodeId",
]);
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
  "lead.email.syntax",
  "lead.email.length",
  "lead.phone.shape",
  "lead.phone.further-keys",
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
 * (interface 2.1, 2.2, 7; rule error.all-fields). `before` is the Lead that it changes, null when it makes one.
 */
export function leadFields(
  call: ApiCall,
  schemas: LeadSchemas,
  parent: LeadParent,
  before: Lead | null,
): Partial<LeadFields> {
  const mode = before === null ? "create" : "update";
  const body = jsonBody(call);
  for (const { sent, documented } of nearMissesIn(body, leadNames)) call.hint(sent, documented);
  const checked = schemas.of(mode, call.trace.assumptions).safeParse(body);
  const errors = checked.success ? [] : schemaErrors(checked.error, body);
  refuseOtherKeys(call, body, parent, errors);
  refuseReferralCode(call, body, parent.firmId, errors);
  if (before !== null) refusePhoneWithoutNumber(call, body, before, errors);
  if (errors.length > 0) throw unprocessable(errors);
  citeChoices(call.trace, body, mode);
  return sentFields(call, body);
}

function schemaErrors(error: Parameters<typeof fieldProblems>[0], body: JsonObject): FieldError[] {
  return fieldProblems(error, body).map(({ path, code, message, rule }) => ({
    path,
    code,
    message,
    rule: rule ?? ruleOfPath(body, path, code),
  }));
}

/** Adds to `errors` the keys that a client may not send. */
function refuseOtherKeys(
  call: ApiCall,
  body: JsonObject,
  parent: LeadParent,
  errors: FieldError[],
): void {
  const { trace } = call;
  for (const key in body) {
    if (writableFields.has(key)) continue;
    const value = body[key];
    if (isOneOf(parentFields, key)) {
      if (trace.choice("lead.parent-fields") === "ignored" || value === parent[key]) continue;
      const code = typeof value === "string" ? "INVALID" : "INCORRECT_TYPE";
      errors.push(fieldError(key, code, "Expected the owner of the Lead", "lead.parent-fields"));
    } else if (readOnlyFields.has(key)) {
      if (trace.choice("lead.read-only-fields") === "ignored") continue;
      const message = "This field is set by the service";
      errors.push(fieldError(key, "UNSUPPORTED", message, "lead.read-only-fields"));
    } else if (trace.choice("lead.unknown-field") === "unsupported") {
      const message = "A Lead has no such field";
      errors.push(fieldError(key, "UNSUPPORTED", message, "lead.unknown-field"));
    }
  }
}

/** Adds to `errors` a referral code that is not the Firm's. */
function refuseReferralCode(
  call: ApiCall,
  body: JsonObject,
  firmId: string,
  errors: FieldError[],
): void {
  const id = body["referredByReferralCodeId"];
  if (typeof id !== "string") return;
  const code = call.store.referralCodes.find(id);
  if (code !== null && code.firmId === firmId && code.deletedAt === null) return;
  const message = "The Firm has no such referral code";
  const rule = "lead.referral-code";
  errors.push(fieldError("referredByReferralCodeId", "NOT_FOUND", message, rule));
}

/** Adds to `errors` a phone that has no number, neither sent nor stored (rule lead.patch.merge). */
function refusePhoneWithoutNumber(
  call: ApiCall,
  { phone = null }: JsonObject,
  before: Lead,
  errors: FieldError[],
): void {
  if (!isJsonObject(phone) || Object.hasOwn(phone, "number")) return;
  // Where the phone is replaced, the schema has refused it.
  if (call.trace.choice("lead.patch.merge") === "replaced" || hasPhoneNumber(before)) return;
  const [code, message] = ["REQUIRED", "This field is required"] as const;
  errors.push({ path: ["phone", "number"], code, message, rule: "lead.phone.shape" });
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
  const { email, firstName, lastName, phone, clientData, referredByReferralCodeId } = body;
  const sent: { -readonly [Name in keyof LeadFields]?: LeadFields[Name] } = {};
  if (typeof email === "string") sent.email = email;
  if (firstName !== undefined) sent.firstName = sentText(firstName);
  if (lastName !== undefined) sent.lastName = sentText(lastName);
  if (referredByReferralCodeId !== undefined) {
    sent.referredByReferralCodeId = sentText(referredByReferralCodeId);
  }
  if (phone !== undefined) sent.phone = sentPhone(call, phone);
  if (clientData !== undefined) sent.clientData = isJsonObject(clientData) ? clientData : null;
  return sent;
}

/** The store holds well-formed text alone; the answer must not show another. */
function sentText(value: Json): string | null {
  return typeof value === "string" ? value.toWellFormed() : null;
}

function sentPhone(call: ApiCall, phone: Json): Json {
  if (isJsonObject(phone)) return withoutFurtherKeys(call, phone);
  if (typeof phone !== "string") return phone;
  return call.trace.choice("lead.phone.string") === "number-object" ? { number: phone } : phone;
}

function withoutFurtherKeys({ trace }: ApiCall, phone: JsonObject): JsonObject {
  if (Object.keys(phone).every((key) => phoneKeys.has(key))) return phone;
  if (trace.choice("lead.phone.further-keys") === "kept") return phone;
  return Object.fromEntries(Object.entries(phone).filter(([key]) => phoneKeys.has(key)));
}

const phoneKeys: ReadonlySet<string> = new Set(["number", "extension"]);

function isOneOf<Name extends string>(names: readonly Name[], text: string): text is Name {
  return names.some((name) => name === text);
}
