import * as z from "zod";

import type { ControlOperation } from "../../src/control/operation.ts";

type Schema = z.core.JSONSchema.JSONSchema;

/** What a call takes, as one would write it: `?limit&offset`, `{ email, firstName? }`; shapes to choose from with "or". */
export function takenBy({ query, body }: Pick<ControlOperation, "query" | "body">): string {
  const names = Object.keys(schemaOf(query).properties ?? {});
  const shown = [
    ...(names.length === 0 ? [] : [`?${names.join("&")}`]),
    ...(body === undefined ? [] : shapes(schemaOf(body))),
  ];
  return shown.map((text) => `\`${text}\``).join(" or ");
}

/** One that is the same each time it comes up is a reference to its definition. */
function schemaOf(schema: z.ZodType): Schema {
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const name = whole.$ref?.replace("#/$defs/", "");
  return (name === undefined ? undefined : whole.$defs?.[name]) ?? whole;
}

function shapes(schema: Schema): readonly string[] {
  return schema.anyOf?.flatMap(shapes) ?? [shape(schema)];
}

/** The fields of an object, those of the objects in it too; of an object with names of its own, none. */
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
