/** The Lead fields that a client sends: valid values, the rules that reject others, and the stored form. */
import * as z from "zod";

import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { isEmailAddress, octetsOf } from "../../../domain/model/email-address.ts";
import type { LeadFields } from "../../../domain/model/lead.ts";
import { eachOptionalText } from "../../../domain/records/forms.ts";
import { leadFields } from "../../../domain/records/lead.ts";
import type { Choice, RuleId } from "../../../domain/rules/catalogue.ts";
import { ruleOf } from "../../../domain/rules/catalogue.ts";
import type { Assumptions, ChoiceReader, RuleTrace } from "../../../domain/rules/trace.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import { showing } from "../../../network/http/field-errors.ts";
import { citedByClientData, clientDataRefusals, ruleOfClientData } from "./client-data-rules.ts";
import { clientDataSchema } from "./client-data-schema.ts";

/** Whether a body creates a Lead, and so needs the required fields, or changes one. */
export type LeadWriteMode = "create" | "update";

interface WrittenField<Value> {
  /** The schema of a value under the choices that it reads; all fields share the check that a required one is present. */
  readonly schema: (choice: ChoiceReader, mode: LeadWriteMode) => z.ZodType;
  /** The rule that documents show for the field. */
  readonly describedBy?: RuleId;
  /** Whether null is valid under every choice of rule lead.optional-null. */
  readonly nullable?: true;
  /** The rules that can reject a value, apart from those that every field shares. */
  readonly refusals: readonly RuleId[];
  /** The rule that rejects `value` for a problem at `path`, where the schema names none. */
  readonly refusedBy: (value: Json | undefined, problem: Problem) => RuleId;
  /** The rules that an accepted value cites, in citation order. */
  readonly cites?: readonly Citation[];
  /** The stored form of an accepted value. */
  readonly stored: (value: Json, trace: RuleTrace) => Value;
}

type Problem = Pick<FieldError, "path" | "code">;

/** A rule and the values that cite it, mostly because another choice would judge them differently. */
interface Citation {
  readonly rule: RuleId;
  readonly when: (
    value: Json | undefined,
    mode: LeadWriteMode,
    assumptions: Assumptions,
  ) => boolean;
}

const lacking: Citation = {
  rule: "lead.required",
  when: (value = null, mode) => mode === "create" && value === null,
};
const blank: Citation = {
  rule: "lead.required.empty",
  when: (value) => isBlank(isJsonObject(value) ? value["number"] : value),
};
const leftOut: Citation = { rule: "lead.optional-null", when: (value) => value === null };

const name: WrittenField<string | null> = {
  schema: nameSchema,
  refusals: ["lead.fields", "lead.required.empty", "lead.text.characters"],
  refusedBy: (_value, { code }) => (code === "REQUIRED" ? "lead.required" : "lead.fields"),
  cites: [
    lacking,
    {
      rule: "lead.text.characters",
      when: (value) => typeof value === "string" && hasControlCharacters(value),
    },
    blank,
  ],
  stored: wellFormedText,
};

/** An optional text without rules of its own. */
const optionalText: WrittenField<string | null> = {
  schema: () => z.string(),
  nullable: true,
  refusals: ["lead.fields"],
  refusedBy: () => "lead.fields",
  stored: wellFormedText,
};

/** The form of each field; an optional text needs none of its own. */
export const writtenFields: {
  readonly [Name in keyof LeadFields]: WrittenField<LeadFields[Name]>;
} = {
  ...eachOptionalText(leadFields, optionalText),
  email: {
    schema: emailSchema,
    describedBy: "lead.email.format",
    refusals: ["lead.email.format", "lead.email.syntax", "lead.email.length"],
    refusedBy: (value) => (isDisputed(value) ? "lead.email.syntax" : "lead.email.format"),
    cites: [
      {
        rule: "lead.email.syntax",
        when: (value, _mode, assumptions) => isRefusedOtherwise(value, assumptions),
      },
      {
        rule: "lead.email.length",
        when: (value) => typeof value === "string" && octetsOf(value) > 254,
      },
    ],
    stored: String,
  },
  firstName: name,
  lastName: name,
  phone: {
    schema: phoneSchema,
    refusals: [
      "lead.phone.shape",
      "lead.phone.further-keys",
      "lead.phone.string",
      "lead.required.empty",
    ],
    refusedBy: ruleOfPhone,
    cites: [
      lacking,
      blank,
      { rule: "lead.phone.string", when: (value) => typeof value === "string" },
      leftOut,
    ],
    stored: phoneOf,
  },
  clientData: {
    schema: clientDataSchema,
    refusals: clientDataRefusals,
    refusedBy: ruleOfClientData,
    cites: [leftOut, ...citedByClientData],
    stored: (value) => (isJsonObject(value) ? value : null),
  },
  referredByReferralCodeId: {
    ...optionalText,
    describedBy: "lead.referral-code",
    refusals: ["lead.referral-code", "lead.referral-code.unknown"],
    refusedBy: () => "lead.referral-code",
  },
};

/** The length is a refinement: zod's own check throws on an object whose `length` is not a number. */
function emailSchema(choice: ChoiceReader) {
  const octetsMax = Number(choice("lead.email.length"));
  const syntax = choice("lead.email.syntax");
  return z
    .string()
    .refine((text) => text.length <= octetsMax && octetsOf(text) <= octetsMax, {
      ...showing("lead.email.length", `Expected at most ${octetsMax} octets`),
      abort: true,
    })
    .refine((text) => isEmailBy(syntax, text), "Invalid email address")
    .meta({ format: "email", maxLength: octetsMax });
}

/** Whether `text` is an email address under that choice (rule lead.email.syntax). */
export function isEmailBy(syntax: Choice<"lead.email.syntax">, text: string): boolean {
  return syntax === "html" ? z.regexes.email.test(text) : isEmailAddress(text);
}

/** Whether only one of the two choices considers a text an email address (rule lead.email.syntax). */
function isDisputed(email: Json | undefined): boolean {
  return (
    typeof email === "string" && isEmailBy("html", email) !== isEmailBy("rfc-5321-and-6531", email)
  );
}

/** Whether the choice that is not in force would refuse an email that the one in force accepted. */
function isRefusedOtherwise(email: Json | undefined, assumptions: Assumptions): boolean {
  const isHtml = chosenFor("lead.email.syntax", assumptions) === "html";
  const other = isHtml ? "rfc-5321-and-6531" : "html";
  return typeof email === "string" && !isEmailBy(other, email);
}

function nameSchema(choice: ChoiceReader) {
  const empty = choice("lead.required.empty");
  const characters = choice("lead.text.characters");
  return z
    .string()
    .refine(
      (text) => empty === "accepted" || text.trim() !== "",
      showing("lead.required.empty", "Expected a non-empty string"),
    )
    .refine(
      (text) => characters === "accepted" || !hasControlCharacters(text),
      showing("lead.text.characters", "Expected a string without control characters"),
    )
    .meta(empty === "accepted" || characters === "accepted" ? {} : { pattern: namePattern });
}

/** A text that is not blank and has no control characters. */
const control = String.raw`\u0000-\u001f\u007f-\u009f`;
const namePattern = `^[^${control}]*[^\\s${control}][^${control}]*$`;

/** Whether a name contains a control character or a lone surrogate (rule lead.text.characters). */
function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text) || !text.isWellFormed();
}

/** A merged PATCH need not repeat a stored number (rule lead.patch.merge). */
function phoneSchema(choice: ChoiceReader, mode: LeadWriteMode) {
  const empty = choice("lead.required.empty");
  const number = z
    .string()
    .refine(
      (text) => empty === "accepted" || text.trim() !== "",
      showing("lead.required.empty", "Expected a phone number"),
    )
    .meta(empty === "accepted" ? {} : { pattern: String.raw`\S` });
  const isMerged = mode === "update" && choice("lead.patch.merge") === "merged";
  const shape = {
    number: isMerged ? number.optional() : number,
    extension: z.string().optional(),
  };
  const isClosed = choice("lead.phone.further-keys") === "unsupported";
  const phone = isClosed ? z.strictObject(shape) : z.looseObject(shape);
  if (choice("lead.phone.string") === "incorrect-type") return phone;
  return z
    .preprocess((value) => (typeof value === "string" ? { number: value } : value), phone)
    .meta({
      documentedAs: z.union([
        phone.meta({
          id: isMerged ? "PhoneUpdate" : "PhoneInput",
          description: ruleOf("lead.phone.shape").statement,
        }),
        number.describe(ruleOf("lead.phone.string").statement),
      ]),
    });
}

function ruleOfPhone(value: Json | undefined, { path, code }: Problem): RuleId {
  if (path.length === 0 && value === null) return "lead.optional-null";
  if (typeof value === "string") return "lead.phone.string";
  if (code === "UNSUPPORTED") return "lead.phone.further-keys";
  return code === "REQUIRED" && path.length === 0 ? "lead.required" : "lead.phone.shape";
}

function isBlank(value: Json | undefined): boolean {
  return typeof value === "string" && value.trim() === "";
}

/** Replaces lone surrogates: the store holds only well-formed text, and the answer must match it. */
function wellFormedText(value: Json): string | null {
  return typeof value === "string" ? value.toWellFormed() : null;
}

function phoneOf(phone: Json, trace: RuleTrace): Json {
  if (isJsonObject(phone)) return withoutFurtherKeys(phone, trace);
  if (typeof phone !== "string") return phone;
  return trace.choice("lead.phone.string") === "number-object" ? { number: phone } : phone;
}

function withoutFurtherKeys(phone: JsonObject, trace: RuleTrace): JsonObject {
  if (Object.keys(phone).every((key) => phoneKeys.has(key))) return phone;
  if (trace.choice("lead.phone.further-keys") === "kept") return phone;
  return Object.fromEntries(Object.entries(phone).filter(([key]) => phoneKeys.has(key)));
}

const phoneKeys: ReadonlySet<string> = new Set(["number", "extension"]);
