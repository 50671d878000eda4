import * as z from "zod";

import { entriesOf, namesSetBy } from "../../../domain/records/forms.ts";
import { leadFields, leadParentTypes } from "../../../domain/records/lead.ts";
import type { Choice } from "../../../domain/rules/catalogue.ts";
import { ruleOf } from "../../../domain/rules/catalogue.ts";
import type { Assumptions, ChoiceReader } from "../../../domain/rules/trace.ts";
import { choicesOf, chosenFor } from "../../../domain/rules/trace.ts";
import { schemaByChoices } from "./schema-by-choices.ts";
import type { LeadWriteMode } from "./written-fields.ts";
import { writtenFields } from "./written-fields.ts";

/** The fields that a client sends, by their names in the body. */
export const clientFields = namesSetBy(leadFields, "client");

/** The fields of the wire form that only the service sets. */
export const readOnlyFields: readonly string[] = entriesOf(leadFields, "wire")
  .filter(([, { setBy }]) => setBy === "creation" || setBy === "service")
  .map(([name, { as = name }]) => as);

/** The body as the contract documents it: writable fields, fields that may be repeated, and fields without effect. */
export function documentedBody(mode: LeadWriteMode, assumptions: Assumptions) {
  const rules =
    mode === "create" ? (["lead.required", "lead.fields"] as const) : (["lead.patch"] as const);
  const readOnly = readOnlySchema(chosenFor("lead.read-only-fields", assumptions));
  const shape = {
    ...leadWriteSchema(mode, choicesOf(assumptions)).shape,
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

/** The required fields of a create, by rule lead.required. */
export const requiredFields: Readonly<Record<Choice<"lead.required">, readonly string[]>> = {
  "email-first-name-last-name": ["email", "firstName", "lastName"],
  "email-and-phone": ["email", "phone"],
  "email-only": ["email"],
  "with-parent": ["email", "firstName", "lastName", "resourceType", "resourceId"],
};

/** The schemas of the Lead fields that a client sends, for a create and an update. */
export const leadSchemas = {
  create: schemaByChoices((choice) => leadWriteSchema("create", choice)),
  update: schemaByChoices((choice) => leadWriteSchema("update", choice)),
} as const;

/** Allows other keys: the code that reads the body judges them, as the result depends on the key. */
function leadWriteSchema(mode: LeadWriteMode, choice: ChoiceReader) {
  return z.object(
    Object.fromEntries(clientFields.map((name) => [name, writtenSchema(name, mode, choice)])),
  );
}

function writtenSchema(
  name: (typeof clientFields)[number],
  mode: LeadWriteMode,
  choice: ChoiceReader,
): z.ZodType {
  const { schema: schemaOf, describedBy, nullable = false } = writtenFields[name];
  const value = schemaOf(choice, mode);
  const isRequired = requiredFields[choice("lead.required")].includes(name);
  const mayBeNull = nullable || (!isRequired && choice("lead.optional-null") === "accepted");
  const orNull = mayBeNull ? value.nullable() : value;
  const schema = isRequired && mode === "create" ? orNull : orNull.optional();
  return describedBy === undefined ? schema : schema.describe(ruleOf(describedBy).statement);
}
