/**
 * The body that creates or changes a resource other than a Lead. Its fields follow from the record's table (rule
 * resource.write.fields); those that a Lead has, too, take the same values.
 */
import * as z from "zod";

import type { Json, JsonObject } from "../../../base/values/json.ts";
import { spelledStatus } from "../../../domain/model/plan.ts";
import type { Field, Fields } from "../../../domain/records/field.ts";
import { entriesOf, shapeOf } from "../../../domain/records/forms.ts";
import { planStatuses } from "../../../domain/records/plan.ts";
import { ruleOf } from "../../../domain/rules/catalogue.ts";
import type { Assumptions, ChoiceReader } from "../../../domain/rules/trace.ts";
import { choicesOf, chosenFor } from "../../../domain/rules/trace.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import { unprocessable } from "../../../network/http/api-error.ts";
import { fieldProblems, showing } from "../../../network/http/field-errors.ts";
import { inEnvironment, isOwnClient, isOwnFirm } from "../operations/access.ts";
import type { GenericRecord, Resource } from "../operations/resources.ts";
import type { ApiCall } from "../routes/call.ts";
import { withChangedNumbers } from "./changed-numbers.ts";
import { planTypeSchema } from "./client-data-schema.ts";
import { jsonBody } from "./json-body.ts";
import { misspelling, nearMissesIn } from "./near-misses.ts";
import { schemaByChoices } from "./schema-by-choices.ts";
import type { LeadWriteMode } from "./written-fields.ts";
import { writtenFields } from "./written-fields.ts";

const rule = "resource.write.fields";

type Entries = readonly (readonly [string, Field])[];

/** Checked values of a record, by the names of its fields. */
export type Written = Readonly<Record<string, unknown>>;

/** What a body of that resource may hold: the fields that a client, the platform or the parent sets. */
export function writtenEntries(fields: Fields, mode: LeadWriteMode): Entries {
  return entriesOf(fields).filter(([, { setBy, notIn = [] }]) =>
    setBy === "parent"
      ? mode === "create"
      : (setBy === "client" || setBy === "platform") && !notIn.includes("wire"),
  );
}

/** The body as the contract documents it. */
export function documentedResource<Row extends GenericRecord>(
  { fields, singular }: Resource<Row>,
  mode: LeadWriteMode,
  assumptions: Assumptions,
) {
  const shape = writeShape(fields, mode, choicesOf(assumptions));
  const service = Object.keys(shapeOf(fields, "wire", () => null)).filter(
    (name) => !(name in shape),
  );
  const choice = chosenFor("resource.write.other-fields", assumptions);
  const description = ruleOf("resource.write.other-fields").statement;
  const ignored = z.unknown().meta({ readOnly: true, description }).optional();
  const others = choice === "unsupported" ? [] : service.map((name) => [name, ignored]);
  const all = { ...shape, ...Object.fromEntries(others) };
  return (choice === "ignored" ? z.looseObject(all) : z.strictObject(all)).meta({
    id: `${singular}${mode === "create" ? "Create" : "Update"}`,
    description: ruleOf(rule).statement,
  });
}

/**
 * Reads the values in the body of a call. Throws a 422 that names every invalid field (interface 7; rules
 * resource.write.fields, error.all-fields).
 */
export function bodyReader<Row extends GenericRecord>(
  { fields, singular }: Resource<Row>,
  mode: LeadWriteMode,
): (call: ApiCall) => Written {
  const entries = writtenEntries(fields, mode);
  const shown = shapeOf(fields, "wire", () => null);
  const known = { writable: new Map(entries), shown, singular };
  // Allows other keys, which `refuseOtherKeys` judges.
  const schemaOf = schemaByChoices((choice) => z.object(writeShape(fields, mode, choice)));
  return (call) => {
    const body = jsonBody(call);
    for (const { sent, documented } of nearMissesIn(body, shown))
      call.hint(misspelling(sent, documented));
    const checked = schemaOf(call.trace.assumptions).safeParse(body);
    const problems = checked.success ? [] : fieldProblems(checked.error, body);
    const errors = withChangedNumbers(
      call,
      problems.map((one) => ({ ...one, rule: one.rule ?? rule })),
    );
    const byDefault = mode === "create" ? defaultValues(call, entries) : {};
    refuseOtherKeys(call, body, known, errors);
    refuseUnknownParents(call, { ...byDefault, ...body }, entries, errors);
    if (errors.length > 0) throw unprocessable(errors);
    const sent = entries
      .filter(([name]) => Object.hasOwn(body, name))
      .map(([name, field]) => [name, stored(call, name, field, body[name] ?? null)]);
    return { ...byDefault, ...Object.fromEntries(sent) };
  };
}

function writeShape(
  fields: Fields,
  mode: LeadWriteMode,
  choice: ChoiceReader,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    writtenEntries(fields, mode).map(([name, field]) => {
      const value = valueSchema(name, field, choice);
      const { kind, nullable = kind === "json" } = field;
      const orNull = nullable ? value.nullable() : value;
      const isOptional = mode === "update" || nullable || name in whenLeftOut || kind in defaults;
      return [name, isOptional ? orNull.optional() : orNull];
    }),
  );
}

/** The values of required fields that a create leaves out, by their kind; a Plan begins as New. */
const defaults: Partial<Record<Field["kind"], unknown>> = { flag: false, status: planStatuses[0] };

/** The parent that a create leaves out. */
const whenLeftOut: Readonly<Record<string, (call: ApiCall) => unknown>> = {
  firmId: ({ key }) => key.firmId,
};

/** The values of fields that a create may leave out. */
function defaultValues(call: ApiCall, entries: Entries): Written {
  return Object.fromEntries(
    entries.flatMap(([name, { kind }]) => {
      if (kind in defaults) return [[name, defaults[kind]]];
      const value = whenLeftOut[name]?.(call);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function valueSchema(name: string, field: Field, choice: ChoiceReader): z.ZodType {
  if (isLeadField(name)) return writtenFields[name].schema(choice, "create");
  if (name === "type") return planTypeSchema(choice("plan.type"));
  const { kind, nullable } = field;
  if (kind === "status") {
    const spelling = choice("plan.status.spelling");
    return z.enum(planStatuses.map((status) => spelledStatus(status, spelling)));
  }
  if (kind === "flag") return z.boolean();
  if (kind === "number") return z.number().min(0);
  return kind === "text" && nullable !== true ? filledText() : z.string();
}

function filledText() {
  return z
    .string()
    .refine((text) => text.trim() !== "", showing(rule, "Expected a non-empty string"))
    .meta({ pattern: String.raw`\S` });
}

type LeadField = "email" | "firstName" | "lastName" | "phone" | "clientData";

/** The fields that other records share with a Lead. */
function isLeadField(name: string): name is LeadField {
  return ["email", "firstName", "lastName", "phone", "clientData"].includes(name);
}

function stored({ trace }: ApiCall, name: string, { kind }: Field, value: Json): unknown {
  if (isLeadField(name) && value !== null) return writtenFields[name].stored(value, trace);
  if (kind === "status") {
    const spelling = trace.choice("plan.status.spelling");
    return planStatuses.find((status) => spelledStatus(status, spelling) === value);
  }
  return typeof value === "string" ? value.toWellFormed() : value;
}

interface KnownNames {
  readonly writable: ReadonlyMap<string, Field>;
  readonly shown: Readonly<Record<string, null>>;
  readonly singular: string;
}

/** Adds the keys that a client may not send to `errors` (rule resource.write.other-fields). */
function refuseOtherKeys(
  { trace }: ApiCall,
  body: JsonObject,
  { writable, shown, singular }: KnownNames,
  errors: FieldError[],
): void {
  const otherFields = "resource.write.other-fields";
  for (const key in body) {
    if (writable.has(key)) continue;
    const choice = trace.choice(otherFields);
    const isShown = Object.hasOwn(shown, key);
    if (choice === "ignored" || (isShown && choice === "read-only-ignored")) continue;
    const message = isShown ? "This field cannot be written" : `A ${singular} has no such field`;
    errors.push({ path: [key], code: "UNSUPPORTED", message, rule: otherFields });
  }
}

/** Adds parents that the key may not access to `errors` (rule resource.write.parents). */
function refuseUnknownParents(
  call: ApiCall,
  values: Written,
  entries: Entries,
  errors: FieldError[],
): void {
  for (const [name, { setBy }] of entries) {
    const id = values[name];
    if (setBy !== "parent" || typeof id !== "string" || isOwnParent[name]?.(call, id)) continue;
    const message = "The key can access no such record";
    errors.push({ path: [name], code: "NOT_FOUND", message, rule: "resource.write.parents" });
  }
}

/** Whether the key can create records of that parent, by the field that names it. */
const isOwnParent: Readonly<Record<string, (call: ApiCall, id: string) => boolean>> = {
  firmId: isOwnFirm,
  clientProfileId: isOwnClient,
  leadId: (call, id) => inEnvironment(call, call.store.leads.find(id))?.firmId === call.key.firmId,
};
