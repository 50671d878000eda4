import * as z from "zod";

import { isEmailAddress, octetsOf } from "../domain/email-address.ts";
import { lazy } from "../domain/lazy.ts";
import { showing } from "../http/field-errors.ts";
import type { Choice } from "../rules/catalogue.ts";
import { ruleOf } from "../rules/catalogue.ts";
import type { Assumptions } from "../rules/trace.ts";
import { chosenFor } from "../rules/trace.ts";
import type { ClientDataChoices } from "./client-data-schema.ts";
import { clientDataSchema } from "./client-data-schema.ts";

/** Whether a body makes a Lead, and so must hold the required fields, or changes one. */
export type LeadWriteMode = "create" | "update";

interface LeadChoices extends ClientDataChoices {
  readonly required: Choice<"lead.required">;
  readonly empty: Choice<"lead.required.empty">;
  readonly characters: Choice<"lead.text.characters">;
  readonly phoneString: Choice<"lead.phone.string">;
  readonly emailSyntax: Choice<"lead.email.syntax">;
  readonly emailLength: Choice<"lead.email.length">;
  readonly phoneKeys: Choice<"lead.phone.further-keys">;
  readonly merge: Choice<"lead.patch.merge">;
}

/** The schemas of the fields of a Lead that a client sends, one for each set of choices, made on first use. */
export interface LeadSchemas {
  readonly of: (mode: LeadWriteMode, assumptions: Assumptions) => z.ZodType;
}

/** The body as the contract documents it, under the defaults: what is read, what may be repeated, and what has no effect. */
export function documentedBody(mode: LeadWriteMode) {
  const rules =
    mode === "create" ? (["lead.required", "lead.fields"] as const) : (["lead.patch"] as const);
  return z
    .strictObject({
      ...leadWriteSchema(mode, leadChoices({})).shape,
      resourceType: z.enum(["Firm", "FirmMember"]).optional().describe(owner),
      resourceId: z.string().optional().describe(owner),
      ...Object.fromEntries(ignoredFields.map((field) => [field, ignored()])),
    })
    .meta({
      id: mode === "create" ? "LeadCreate" : "LeadUpdate",
      description: rules.map((rule) => ruleOf(rule).statement).join(" "),
    });
}

const owner = ruleOf("lead.parent-fields").statement;
const ignoredFields = [
  "id",
  "createdAt",
  "updatedAt",
  "deletedAt",
  "convertedAt",
  "plan_ids",
] as const;
const ignored = lazy(() =>
  z
    .unknown()
    .meta({ readOnly: true, description: ruleOf("lead.read-only-fields").statement })
    .optional(),
);

/** Schemas are dear to make and workspaces differ little: they are kept by what they depend on. */
export function newLeadSchemas(): LeadSchemas {
  const made = new Map<string, z.ZodType>();
  const byMode = { create: newFinder("create", made), update: newFinder("update", made) };
  return { of: (mode, assumptions) => byMode[mode](assumptions) };
}

/** Finds the schema of a mode among those that were `made`; for the assumptions of a workspace, once as long as they stand. */
function newFinder(mode: LeadWriteMode, made: Map<string, z.ZodType>) {
  const found = new WeakMap<Assumptions, z.ZodType>();
  const find = (assumptions: Assumptions): z.ZodType => {
    const choices = leadChoices(assumptions);
    const key = JSON.stringify([mode, choices]);
    const schema = made.get(key) ?? leadWriteSchema(mode, choices);
    made.set(key, schema);
    found.set(assumptions, schema);
    return schema;
  };
  return (assumptions: Assumptions) => found.get(assumptions) ?? find(assumptions);
}

function leadChoices(assumptions: Assumptions): LeadChoices {
  return {
    required: chosenFor("lead.required", assumptions),
    empty: chosenFor("lead.required.empty", assumptions),
    characters: chosenFor("lead.text.characters", assumptions),
    phoneString: chosenFor("lead.phone.string", assumptions),
    emailSyntax: chosenFor("lead.email.syntax", assumptions),
    emailLength: chosenFor("lead.email.length", assumptions),
    phoneKeys: chosenFor("lead.phone.further-keys", assumptions),
    merge: chosenFor("lead.patch.merge", assumptions),
    optionalNull: chosenFor("lead.optional-null", assumptions),
    enrichment: chosenFor("client-data.enrichment", assumptions),
    values: chosenFor("client-data.values", assumptions),
    planType: chosenFor("plan.type", assumptions),
    emptyPlans: chosenFor("client-data.plans.empty", assumptions),
  };
}

/** The fields that must be there when a Lead is made, by rule lead.required. */
const requiredFields: Readonly<Record<Choice<"lead.required">, readonly string[]>> = {
  "email-first-name-last-name": ["email", "firstName", "lastName"],
  "email-and-phone": ["email", "phone"],
  "email-only": ["email"],
};

/** Keys beyond these are judged where the body is read: what becomes of them depends on which they are. */
function leadWriteSchema(mode: LeadWriteMode, choices: LeadChoices) {
  const mayBeNull = choices.optionalNull === "accepted";
  const field = (name: string, schema: z.ZodType): z.ZodType => {
    if (!requiredFields[choices.required].includes(name)) {
      return mayBeNull ? schema.nullable().optional() : schema.optional();
    }
    return mode === "create" ? schema : schema.optional();
  };
  return z.object({
    email: field("email", emailSchema(choices)).describe(ruleOf("lead.email.format").statement),
    firstName: field("firstName", nameSchema(choices)),
    lastName: field("lastName", nameSchema(choices)),
    phone: field("phone", phoneSchema(mode, choices)),
    clientData: field("clientData", clientDataSchema(choices)),
    referredByReferralCodeId: z
      .string()
      .nullable()
      .optional()
      .describe(ruleOf("lead.referral-code").statement),
  });
}

/** The length is a refinement: zod's own check of it throws on an object whose `length` is no number. */
function emailSchema({ emailSyntax, emailLength }: LeadChoices) {
  const octetsMax = Number(emailLength);
  return z
    .string()
    .refine((text) => text.length <= octetsMax && octetsOf(text) <= octetsMax, {
      ...showing("lead.email.length", `Expected at most ${octetsMax} octets`),
      abort: true,
    })
    .refine((text) => isEmailBy(emailSyntax, text), "Invalid email address")
    .meta({ format: "email", maxLength: octetsMax });
}

/** Whether `text` is an email address under that choice (rule lead.email.syntax). */
export function isEmailBy(syntax: Choice<"lead.email.syntax">, text: string): boolean {
  return syntax === "html" ? z.regexes.email.test(text) : isEmailAddress(text);
}

function nameSchema({ empty, characters }: LeadChoices) {
  return z
    .string()
    .refine(
      (text) => empty === "accepted" || text.trim() !== "",
      showing("lead.required.empty", "Expected a text that is not empty"),
    )
    .refine(
      (text) => characters === "accepted" || !hasControlCharacters(text),
      showing("lead.text.characters", "Expected a text without control characters"),
    )
    .meta(empty === "accepted" || characters === "accepted" ? {} : { pattern: namePattern });
}

/** A text that is not blank and has no control character. */
const control = String.raw`\u0000-\u001f\u007f-\u009f`;
const namePattern = `^[^${control}]*[^\\s${control}][^${control}]*$`;

/** Whether a name has a control character or half a character in it (rule lead.text.characters). */
export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text) || !text.isWellFormed();
}

/** A number that is stored already need not be sent again where what is sent is merged (rule lead.patch.merge). */
function phoneSchema(mode: LeadWriteMode, { phoneString, phoneKeys, empty, merge }: LeadChoices) {
  const number = z
    .string()
    .refine(
      (text) => empty === "accepted" || text.trim() !== "",
      showing("lead.required.empty", "Expected a phone number"),
    )
    .meta(empty === "accepted" ? {} : { pattern: String.raw`\S` });
  const isMerged = mode === "update" && merge === "merged";
  const shape = {
    number: isMerged ? number.exactOptional() : number,
    extension: z.string().exactOptional(),
  };
  const phone = phoneKeys === "unsupported" ? z.strictObject(shape) : z.looseObject(shape);
  if (phoneString === "incorrect-type") return phone;
  return z
    .preprocess((value) => (typeof value === "string" ? { number: value } : value), phone)
    .meta({
      documentedAs: z.union([
        phone.meta({ id: "PhoneInput", description: ruleOf("lead.phone.shape").statement }),
        number.describe(ruleOf("lead.phone.string").statement),
      ]),
    });
}
