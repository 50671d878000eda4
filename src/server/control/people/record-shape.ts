/** The schemas of records as the control API shows them: all fields, with times in ISO 8601. */
import * as z from "zod";

import type { Json } from "../../../base/values/json.ts";
import type {
  Field,
  Fields,
  IsIn,
  JsonValueOf,
  Kind,
  NameOf,
} from "../../../domain/records/field.ts";
import { shapeOf } from "../../../domain/records/forms.ts";
import { AnyJson } from "../calls/shapes.ts";

const schemaOfKind: Readonly<Record<Kind, z.ZodType>> = {
  id: z.string(),
  text: z.string(),
  status: z.string(),
  moment: z.string(),
  json: AnyJson,
  object: AnyJson,
  strings: z.array(z.string()),
  flag: z.boolean(),
  number: z.number(),
};

export type ControlShape<Of extends Fields> = {
  [
    Name in keyof Of as IsIn<Of[Name], "control"> extends true ? NameOf<Name, Of[Name]> : never
  ]: z.ZodType<ShownValue<Of[Name]>>;
};
type ShownValue<Of extends Field> = Of["kind"] extends "json" | "object" ? Json : JsonValueOf<Of>;

export function controlShape<Of extends Fields>(fields: Of): ControlShape<Of>;
export function controlShape(fields: Fields): Record<string, z.ZodType> {
  return shapeOf(fields, "control", ({ kind, oneOf, nullable }) => {
    const schema = oneOf === undefined ? schemaOfKind[kind] : z.enum(oneOf);
    return nullable === true && kind !== "object" ? schema.nullable() : schema;
  });
}
