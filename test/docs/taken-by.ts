import * as z from "zod";

import type { ControlOperation } from "../../src/server/control/calls/operation.ts";

type Schema = z.core.JSONSchema.JSONSchema;

/** The input of a call in short form: `?limit&offset`, `{ email, firstName? }`, alternatives with "or". */
export function takenBy({ query, body }: Pick<ControlOperation, "query" | "body">): string {
  const names = Object.keys(schemaOf(query).properties ?? {});
  const shown = [
    ...(names.length === 0 ? [] : [`?${names.join("&")}`]),
    ...(body === undefined ? [] : shapes(schemaOf(body))),
  ];
  return shown.map((text) => `\`${text}\``).join(" or ");
}

/** The JSON Schema; a schema that occurs several times is a reference to its definition. */
function schemaOf(schema: z.ZodType): Schema {
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const name = whole.$ref?.replace("#/$defs/", "");
  return (name === undefined ? undefined : whole.$defs?.[name]) ?? whole;
}

function shapes(schema: Schema): readonly string[] {
  return schema.anyOf?.flatMap(shapes) ?? [shape(schema)];
}

/** The fields of an object and of the objects in it. An object with free names has none. */
function shape({ properties, required = [] }: Schema): string {
  if (properties === undefined) return "{ … }";
  const fields = Object.entries(properties).map(([name, value]) => {
    const field = required.includes(name) ? name : `${name}?`;
    return typeof value === "object" && value.properties !== undefined
      ? `${field}: ${shape(value)}`
      : field;
  });
  return `{ ${fields.join(", ")} }`;
}
