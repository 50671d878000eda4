/** Which choices the body of a Lead passes by. */
import { octetsOf } from "../domain/email-address.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { isJsonObject } from "../domain/json.ts";
import { requestedPlans } from "../domain/lead.ts";
import type { RuleTrace } from "../rules/trace.ts";
import type { LeadWriteMode } from "./written-fields.ts";
import { hasControlCharacters, isDisputed } from "./written-fields.ts";

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
