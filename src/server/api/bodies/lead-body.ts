import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import type { Lead, LeadFields } from "../../../domain/model/lead.ts";
import { hasPhoneNumber } from "../../../domain/model/lead.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { ruleIds } from "../../../domain/rules/catalogue.ts";
import type { RuleTrace } from "../../../domain/rules/trace.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import { unprocessable } from "../../../network/http/api-error.ts";
import { fieldProblems } from "../../../network/http/field-errors.ts";
import type { ApiCall } from "../routes/call.ts";
import { withChangedNumbers } from "./changed-numbers.ts";
import { leadNames } from "./documented-names.ts";
import { jsonBody } from "./json-body.ts";
import { clientFields, leadSchemas, readOnlyFields, requiredFields } from "./lead-schema.ts";
import { misspelling, nearMissesIn } from "./near-misses.ts";
import { writtenFields } from "./written-fields.ts";

/** The current or future owner of a Lead. */
export type LeadParent = Pick<Lead, "resourceType" | "resourceId" | "firmId">;

const writable: ReadonlySet<string> = new Set(clientFields);
const readOnly: ReadonlySet<string> = new Set(readOnlyFields);

/** The fields of the parent are accepted, but only if they match it. */
const parentFields = ["resourceType", "resourceId"] as const;

const refusals: ReadonlySet<RuleId> = new Set([
  ...clientFields.flatMap((name) => writtenFields[name].refusals),
  "lead.optional-null",
  "lead.parent-fields",
  "lead.read-only-fields",
  "lead.unknown-field",
  "error.order",
]);

/** The rules that can reject the body of a Lead, for a create and an update, in the order of the catalogue. */
export const leadRefusals: readonly RuleId[] = ruleIds.filter((id) => refusals.has(id));

/**
 * The Lead fields in the body of `call`. Throws a 422 that names every invalid field (interface 2.1, 2.2, 7;
 * rule error.all-fields). `before` is the Lead to change, null for a create. `parentErrors` holds what is wrong with a
 * parent that the body names instead of the path.
 */
export function readLead(
  call: ApiCall,
  parent: LeadParent,
  before: Lead | null,
  parentErrors: readonly FieldError[] | null = null,
): Partial<LeadFields> {
  const mode = before === null ? "create" : "update";
  const { assumptions } = call.trace;
  const body = jsonBody(call);
  for (const { sent, documented } of nearMissesIn(body, leadNames))
    call.hint(misspelling(sent, documented));
  const checked = leadSchemas[mode](assumptions).safeParse(body);
  const errors = withChangedNumbers(call, checked.success ? [] : schemaErrors(checked.error, body));
  errors.push(...(parentErrors ?? []));
  if (parentErrors === null && mode === "create") refuseMissingParent(call, body, errors);
  refuseOtherKeys(call, body, parentErrors === null ? parent : null, errors);
  const isUnknownCode = hasUnknownCode(call, body, parent.firmId);
  if (isUnknownCode) refuseUnknownCode(call, errors);
  if (before !== null) refusePhoneWithoutNumber(call, body, before, errors);
  if (errors.length > 0) {
    // Another Lead may have the email, which is not looked up.
    call.trace.apply("error.order");
    if (before !== null) call.trace.apply("lead.patch.checks");
    throw unprocessable(errors);
  }
  for (const { rule, name, when } of citations) {
    if (when(body[name], mode, assumptions)) call.trace.cite(rule);
  }
  const sent = sentFields(call, body);
  return isUnknownCode ? { ...sent, referredByReferralCodeId: null } : sent;
}

/** Which rules a body cites, by its fields. A rule of several fields is cited at the first of them. */
const citations = [
  ...new Set(clientFields.flatMap((name) => writtenFields[name].cites ?? [])),
].flatMap((citation) =>
  clientFields
    .filter((name) => writtenFields[name].cites?.includes(citation))
    .map((name) => ({ ...citation, name })),
);

function schemaErrors(error: Parameters<typeof fieldProblems>[0], body: JsonObject): FieldError[] {
  return fieldProblems(error, body).map(({ path, code, message, rule }) => {
    const [field, ...within] = path;
    const written = clientFields.find((name) => name === field);
    if (written === undefined) throw new Error(`The schema of a Lead has no field ${field}.`);
    const refusedBy = () => writtenFields[written].refusedBy(body[written], { path: within, code });
    return { path, code, message, rule: rule ?? refusedBy() };
  });
}

/** Adds the fields of the parent that a create lacks to `errors` (rule lead.required). */
function refuseMissingParent({ trace }: ApiCall, body: JsonObject, errors: FieldError[]): void {
  const rule = "lead.required";
  const required = requiredFields[chosenFor(rule, trace.assumptions)];
  for (const field of parentFields.filter((name) => required.includes(name))) {
    trace.cite(rule);
    if (body[field] !== undefined) continue;
    errors.push(fieldError(field, "REQUIRED", "This field is required", rule));
  }
}

/** Adds the keys that a client may not send to `errors`. */
function refuseOtherKeys(
  call: ApiCall,
  body: JsonObject,
  parent: LeadParent | null,
  errors: FieldError[],
): void {
  const { trace } = call;
  for (const key in body) {
    if (writable.has(key)) continue;
    const value = body[key];
    if (isOneOf(parentFields, key)) {
      if (parent === null) continue;
      if (trace.choice("lead.parent-fields") === "ignored" || value === parent[key]) continue;
      const code = typeof value === "string" ? "INVALID" : "INCORRECT_TYPE";
      errors.push(fieldError(key, code, "Expected the owner of the Lead", "lead.parent-fields"));
    } else if (readOnly.has(key)) {
      if (trace.choice("lead.read-only-fields") === "ignored") continue;
      const message = "This field is set by the service";
      errors.push(fieldError(key, "UNSUPPORTED", message, "lead.read-only-fields"));
    } else if (trace.choice("lead.unknown-field") === "unsupported") {
      const message = "A Lead has no such field";
      errors.push(fieldError(key, "UNSUPPORTED", message, "lead.unknown-field"));
    }
  }
}

/** Whether the body has a referral code that is not the Firm's. */
function hasUnknownCode(call: ApiCall, body: JsonObject, firmId: string): boolean {
  const id = body["referredByReferralCodeId"];
  if (typeof id !== "string") return false;
  const code = call.store.referralCodes.find(id);
  return code === null || code.firmId !== firmId || code.deletedAt !== null;
}

/** Adds such a code to `errors`, unless the workspace chose otherwise. */
function refuseUnknownCode({ trace }: ApiCall, errors: FieldError[]): void {
  const rule = "lead.referral-code.unknown";
  if (trace.choice(rule) === "ignored") return;
  const message = "The Firm has no such referral code";
  errors.push(fieldError("referredByReferralCodeId", "NOT_FOUND", message, rule));
}

/** Adds a phone without a number, neither sent nor stored, to `errors` (rule lead.patch.merge). */
function refusePhoneWithoutNumber(
  call: ApiCall,
  { phone = null }: JsonObject,
  before: Lead,
  errors: FieldError[],
): void {
  if (!isJsonObject(phone) || Object.hasOwn(phone, "number")) return;
  // Where a PATCH replaces the phone, the schema has already rejected it.
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

/** The fields as sent: the schema validates but does not transform. */
function sentFields({ trace }: ApiCall, body: JsonObject): Partial<LeadFields> {
  const sent: SentFields = {};
  for (const name of clientFields) store(sent, name, body[name], trace);
  return sent;
}

type SentFields = { -readonly [Name in keyof LeadFields]?: LeadFields[Name] };

function store<Name extends keyof LeadFields>(
  sent: Pick<SentFields, Name>,
  name: Name,
  value: Json | undefined,
  trace: RuleTrace,
): void {
  if (value !== undefined) sent[name] = writtenFields[name].stored(value, trace);
}

function isOneOf<Name extends string>(names: readonly Name[], text: string): text is Name {
  return names.some((name) => name === text);
}
