import * as z from "zod";

import { entriesOf, namesSetBy } from "../records/forms.ts";
import { leadFields, leadParentTypes } from "../records/lead.ts";
import type { Choice } from "../rules/catalogue.ts";
import { ruleOf } from "../rules/catalogue.ts";
import type { Assumptions } from "../rules/trace.ts";
import { chosenFor } from "../rules/trace.ts";
import type { LeadChoices, LeadWriteMode } from "./written-fields.ts";
import { writtenFields } from "./written-fields.ts";

/** The fields that a client sends, by their names in the body. */
export const clientFields = namesSetBy(leadFields, "client");

/** The fields of the wire form that only the service sets. */
export const readOnlyFields: readonly string[] = entriesOf(leadFields, "wire")
  .filter(([, { setBy }]) => setBy === "creation" || setBy === "service")
  .map(([name, { as = name }]) => as);

/** The schemas of the Lead fields that a client sends, one for each set of choices, memoized. */
export interface LeadSchemas {
  readonly of: (mode: LeadWriteMode, assumptions: Assumptions) => z.ZodType;
}

/** The body as the contract documents it: writable fields, fields that may be repeated, and fields without effect. */
export function documentedBody(mode: LeadWriteMode, assumptions: Assumptions) {
  const rules =
    mode === "create" ? (["lead.required", "lead.fields"] as const) : (["lead.patch"] as const);
  const readOnly = readOnlySchema(chosenFor("lead.read-only-fields", assumptions));
  const shape = {
    ...leadWriteSchema(mode, leadChoices(assumptions)).shape,
    ...parentShape(mode, assumptions),
    ...Object.fromEntries(readOnlyFields.map((field) => [field, readOnly])),
  };
  const isOpen = chosenFor("lead.unknown-field", assumptions) === "ignored";
  return (isOpen ? z.looseObject(shape) : z.strictObject(shape)).meta({
    id: mode === "create" ? "LeadCreate" : "LeadUpdate",
    description: rules.map((rule) => ruleOf(rule).statement).join(" "),
  });
}

function parentShape(mode: LeadWriteMode, assumptions: Assumptions) {
  const isChecked = chosenFor("lead.parent-fields", assumptions) === "accepted-when-equal";
  const required = requiredFields[chosenFor("lead.required", assumptions)];
  const field = (name: string, checked: z.ZodType) => {
    const schema = isChecked ? checked : z.unknown();
    const isRequired = mode === "create" && required.includes(name);
    return (isRequired ? schema : schema.optional()).describe(
      ruleOf("lead.parent-fields").statement,
    );
  };
  return {
    resourceType: field("resourceType", z.enum(["Firm", "FirmMember"])),
    resourceId: field("resourceId", z.string()),
  };
}

function readOnlySchema(choice: Choice<"lead.read-only-fields">) {
  const { statement } = ruleOf("lead.read-only-fields");
  if (choice === "unsupported") return z.never().optional().describe(statement);
  return z.unknown().meta({ readOnly: true, description: statement }).optional();
}

/** The same for a Lead whose parent is in the body (rule lead.create.parent-in-body). */
export function documentedBodyWithParent(assumptions: Assumptions) {
  const description = ruleOf("lead.create.parent-in-body").statement;
  return documentedBody("create", assumptions)
    .extend({
      resourceType: z.enum(leadParentTypes).describe(description),
      resourceId: z.string().describe(description),
    })
    .meta({ id: "LeadCreateWithParent", description: ruleOf("lead.required").statement });
}

/** Schemas are expensive and workspaces differ little, so they are cached by the choices that they depend on. */
export function newLeadSchemas(): LeadSchemas {
  const made = new Map<string, z.ZodType>();
  const byMode = { create: newFinder("create", made), update: newFinder("update", made) };
  return { of: (mode, assumptions) => byMode[mode](assumptions) };
}

/** Finds the schema of a mode in `made`; looks it up once for each assumptions object. */
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

/** The choices that the fields of a Lead depend on. */
export function leadChoices(assumptions: Assumptions): LeadChoices {
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
    otherDates: chosenFor("client-data.date-of-birth.other", assumptions),
    emptyPlans: chosenFor("client-data.plans.empty", assumptions),
  };
}

/** The required fields of a create, by rule lead.required. */
export const requiredFields: Readonly<Record<Choice<"lead.required">, readonly string[]>> = {
  "email-first-name-last-name": ["email", "firstName", "lastName"],
  "email-and-phone": ["email", "phone"],
  "email-only": ["email"],
  "with-parent": ["email", "firstName", "lastName", "resourceType", "resourceId"],
};

/** Allows other keys: the code that reads the body judges them, as the result depends on the key. */
function leadWriteSchema(mode: LeadWriteMode, choices: LeadChoices) {
  return z.object(
    Object.fromEntries(clientFields.map((name) => [name, writtenSchema(name, mode, choices)])),
  );
}

function writtenSchema(
  name: (typeof clientFields)[number],
  mode: LeadWriteMode,
  choices: LeadChoices,
): z.ZodType {
  const { schema: schemaOf, describedBy, nullable = false } = writtenFields[name];
  const value = schemaOf(choices, mode);
  const isRequired = requiredFields[choices.required].includes(name);
  const mayBeNull = nullable || (!isRequired && choices.optionalNull === "accepted");
  const orNull = mayBeNull ? value.nullable() : value;
  const schema = isRequired && mode === "create" ? orNull : orNull.optional();
  return describedBy === undefined ? schema : schema.describe(ruleOf(describedBy).statement);
}
