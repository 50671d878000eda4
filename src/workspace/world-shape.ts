/** The schemas of a fixture's records, derived from their fields. Times are ISO 8601 in UTC. */
import * as z from "zod";

import type { Field, Fields, IsIn, JsonValueOf, NameOf } from "../records/field.ts";
import { shapeOf } from "../records/forms.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { isJsonObject } from "../values/json.ts";
import { lazy } from "../values/lazy.ts";
import { earliestMoment, latestMoment, momentExpected } from "./clock.ts";
import { listOf } from "./list-of.ts";

/** Any JSON, unchanged, as are objects and choices: zod's own schemas skip keys named `__proto__`. */
export const JsonValue = lazy(() =>
  z.custom<Json>((value) => value !== undefined).meta({ id: "JsonValue", description: "Any JSON" }),
);

/** The schemas that records of every kind share. */
export const parts = lazy(() => {
  // Patterns instead of lengths: zod's check of a length throws on an object whose `length` is not a number.
  const id = z.string().regex(/^[^\ud800-\udfff]{1,64}$/u);
  const name = z.string().regex(/./su);
  const moment = z.iso.datetime({ offset: true, error: momentExpected }).refine((written) => {
    const at = Date.parse(written);
    return Number.isNaN(at) || (at >= earliestMoment && at <= latestMoment);
  }, "Expected a moment of the years 0 to 9999 in UTC");
  const object = z
    .custom<JsonObject>(isJsonObject, "Expected an object")
    .meta({ type: "object", additionalProperties: true });
  return { id, name, moment, object };
});

const schemasOfKinds = lazy(() => {
  const { id, moment, object } = parts();
  const text = z.string();
  const strings = listOf(id);
  const [flag, number] = [z.boolean(), z.number()];
  return { id, text, status: text, moment, json: JsonValue(), object, strings, flag, number };
});

/** The schema of a field in a fixture. Nullable fields, times and fields with a default are optional. */
type WorldSchema<Of extends Field> = Of extends { readonly default: string }
  ? z.ZodDefault<z.ZodType<JsonValueOf<Of>>>
  : Of extends { readonly leftOut: true }
    ? z.ZodExactOptional<z.ZodType<NonNullable<JsonValueOf<Of>>>>
    : Of extends { readonly nullable: true } | { readonly kind: "json" | "moment" }
      ? z.ZodExactOptional<z.ZodType<JsonValueOf<Of>>>
      : z.ZodType<JsonValueOf<Of>>;

export type WorldShape<Of extends Fields> = {
  [
    Name in keyof Of as IsIn<Of[Name], "world"> extends true ? NameOf<Name, Of[Name]> : never
  ]: WorldSchema<Of[Name]>;
};

/** The schema of each fixture field; `special` are those that accept other values than their kind. */
export function worldShape<Of extends Fields>(
  fields: Of,
  special?: Readonly<Record<string, z.ZodType>>,
): WorldShape<Of>;
export function worldShape(
  fields: Fields,
  special: Readonly<Record<string, z.ZodType>> = {},
): Record<string, z.ZodType> {
  return shapeOf(fields, "world", (field, name) => worldSchema(field, special[name]));
}

function worldSchema(field: Field, special: z.ZodType | undefined): z.ZodType {
  const { kind, oneOf, nullable, leftOut } = field;
  const schema = special ?? (oneOf === undefined ? schemasOfKinds()[kind] : z.enum(oneOf));
  if (field.default !== undefined) return schema.default(field.default);
  if (leftOut === true) return schema.exactOptional();
  if (nullable === true) return schema.nullable().exactOptional();
  return kind === "json" || kind === "moment" ? schema.exactOptional() : schema;
}
