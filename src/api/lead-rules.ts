/** Which rules the body of a Lead meets: where it is refused, and where it passes by a choice. */
import { octetsOf } from "../domain/email-address.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { isJsonObject } from "../domain/json.ts";
import { requestedPlans } from "../domain/lead.ts";
import type { FieldError } from "../http/api-error.ts";
import type { RuleId } from "../rules/catalogue.ts";
import type { RuleTrace } from "../rules/trace.ts";
import type { LeadWriteMode } from "./lead-schema.ts";
import { hasControlCharacters, isEmailBy } from "./lead-schema.ts";

/** The rule by which the value at `path` of `body` is refused, where its schema names none. */
export function ruleOfPath(
  body: JsonObject,
  path: FieldError["path"],
  code: FieldError["code"],
): RuleId {
  if (isOptionalNull(body, path)) return "lead.optional-null";
  const [field, ...rest] = path;
  switch (String(field)) {
    case "email":
      return isDisputed(body["email"]) ? "lead.email.syntax" : "lead.email.format";
    case "phone":
      if (typeof body["phone"] === "string") return "lead.phone.string";
      if (code === "UNSUPPORTED") return "lead.phone.further-keys";
      return code === "REQUIRED" && rest.length === 0 ? "lead.required" : "lead.phone.shape";
    case "clientData":
      return ruleOfClientData(rest, code);
    case "referredByReferralCodeId":
      return "lead.referral-code";
    default:
      return code === "REQUIRED" ? "lead.required" : "lead.fields";
  }
}

/** Whether `path` leads to `null` in a field that can be left out. */
function isOptionalNull(body: JsonObject, [field, key, ...deeper]: FieldError["path"]): boolean {
  const { phone, clientData } = body;
  if (field === "phone") return key === undefined && phone === null;
  if (field !== "clientData" || deeper.length > 0) return false;
  if (key === undefined) return clientData === null;
  return isJsonObject(clientData) && clientData[key] === null;
}

function ruleOfClientData([field, , leaf]: FieldError["path"], code: FieldError["code"]): RuleId {
  switch (field) {
    case "prefix":
    case "citizenship":
    case "maritalStatus":
      return code === "INVALID" ? "client-data.values" : "client-data.fields";
    case "dateOfBirth":
      return "client-data.date-of-birth";
    case "Plans":
      return leaf === "type" ? "plan.type" : "client-data.fields";
    case undefined:
    case "isFirstTimeHomeBuyer":
    case "notes":
      return "client-data.fields";
    default:
      return "client-data.enrichment";
  }
}

/** Cites the choices that a body passed by, and that would have been judged otherwise under an alternative. */
export function citeChoices(trace: RuleTrace, body: JsonObject, mode: LeadWriteMode): void {
  citeEmail(trace, body["email"]);
  const { firstName = null, lastName = null, phone = null, clientData } = body;
  const lacksOne = firstName === null || lastName === null || phone === null;
  if (mode === "create" && lacksOne) trace.cite("lead.required");
  if (isOdd(firstName) || isOdd(lastName)) trace.cite("lead.text.characters");
  if (isBlank(firstName) || isBlank(lastName) || isBlank(phoneNumber(phone))) {
    trace.cite("lead.required.empty");
  }
  if (typeof phone === "string") trace.cite("lead.phone.string");
  if (body["phone"] === null || clientData === null) trace.cite("lead.optional-null");
  if (isJsonObject(clientData)) citeClientData(trace, clientData);
}

function citeEmail(trace: RuleTrace, email: Json | undefined): void {
  if (isDisputed(email)) trace.cite("lead.email.syntax");
  if (typeof email === "string" && octetsOf(email) > 254) trace.cite("lead.email.length");
}

/** Whether a text is an email address under one choice and none under the other (rule lead.email.syntax). */
function isDisputed(email: Json | undefined): boolean {
  return (
    typeof email === "string" && isEmailBy("html", email) !== isEmailBy("rfc-5321-and-6531", email)
  );
}

function citeClientData(trace: RuleTrace, clientData: JsonObject): void {
  trace.apply("client-data.fields");
  let [hasNull, hasUndocumented] = [false, false];
  for (const field in clientData) {
    hasNull ||= clientData[field] === null;
    hasUndocumented ||= !documentedClientData.has(field);
  }
  if (hasNull) trace.cite("lead.optional-null");
  if ("prefix" in clientData || "citizenship" in clientData || "maritalStatus" in clientData) {
    trace.cite("client-data.values");
  }
  if (requestedPlans(clientData).length > 0) trace.cite("plan.type");
  else if ("Plans" in clientData) trace.cite("client-data.plans.empty");
  if (hasUndocumented) trace.cite("client-data.enrichment");
}

const documentedClientData: ReadonlySet<string> = new Set([
  "prefix",
  "citizenship",
  "dateOfBirth",
  "maritalStatus",
  "isFirstTimeHomeBuyer",
  "notes",
  "Plans",
]);

function phoneNumber(phone: Json): Json {
  return isJsonObject(phone) ? (phone["number"] ?? null) : phone;
}

function isOdd(value: Json): boolean {
  return typeof value === "string" && hasControlCharacters(value);
}

function isBlank(value: Json): boolean {
  return typeof value === "string" && value.trim() === "";
}
