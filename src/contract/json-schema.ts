/** Zod schemas as JSON Schema (draft 2020-12, which OpenAPI 3.1 takes), with the named ones in one place. */
import * as z from "zod";

import type { Json, JsonObject } from "../domain/json.ts";
import { asJson, isJsonObject } from "../domain/json.ts";

/** Makes schemas for one document and collects the named ones for its components. */
export interface SchemaWriter {
  /** What `schema` accepts ("input") or answers ("output"). */
  readonly write: (schema: z.ZodType, io: "input" | "output") => JsonObject;
  /** The schemas that were named on the way, in the order of their names. */
  readonly components: () => JsonObject;
}

export function newSchemaWriter(): SchemaWriter {
  const named = new Map<string, Json>();
  return {
    write(schema, io) {
      const made = asJson(
        z.toJSONSchema(schema, { io, unrepresentable: "any", override: simplify }),
      );
      const { $defs = {}, $schema: _draft, ...rest } = hoisted(made);
      for (const [name, definition] of Object.entries(objectOf($defs))) {
        refuseClash(name, named.get(name), definition);
        named.set(name, definition);
      }
      return rest;
    },
    components: () =>
      Object.fromEntries([...named].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** Two schemas of one name, or one that got its name by chance, would lead references astray. */
function refuseClash(name: string, known: Json | undefined, definition: Json): void {
  if (name.startsWith("__")) throw new Error(`A schema that repeats itself needs a name: ${name}.`);
  if (known === undefined || JSON.stringify(known) === JSON.stringify(definition)) return;
  throw new Error(`Two schemas are named ${name}.`);
}

/** Bounds that only say what any integer of JavaScript is, and patterns that repeat a format, are left out. */
function simplify({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}

/** The same with every reference leading to the components of the document. */
function hoisted(value: Json): JsonObject {
  const text = JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/');
  return objectOf(asJson(JSON.parse(text)));
}

function objectOf(value: Json): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Error("A schema is not an object.");
}
