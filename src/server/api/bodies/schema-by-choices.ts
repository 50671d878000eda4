import type * as z from "zod";

import type { ChoiceRuleId } from "../../../domain/rules/catalogue.ts";
import type { Assumptions, ChoiceReader } from "../../../domain/rules/trace.ts";
import { choicesOf } from "../../../domain/rules/trace.ts";

/** The schema under some assumptions. */
export type SchemaByChoices = (assumptions: Assumptions) => z.ZodType;

/**
 * Finds what `make` makes of the choices in force. Making a schema takes longer than a request and workspaces differ
 * little, so schemas are cached by every choice that one of them has read. A workspace keeps its assumptions, so their
 * choices are read once.
 */
export function schemaByChoices(make: (choice: ChoiceReader) => z.ZodType): SchemaByChoices {
  const read = new Set<ChoiceRuleId>();
  const made = new Map<string, z.ZodType>();
  const schemas = new WeakMap<Assumptions, z.ZodType>();
  const schemaOf = (assumptions: Assumptions): z.ZodType => {
    const choice = choicesOf(assumptions);
    const key = () => JSON.stringify(Array.from(read, (id) => choice(id)));
    const known = made.get(key());
    if (known !== undefined) return known;
    const schema = make((id) => {
      read.add(id);
      return choice(id);
    });
    made.set(key(), schema);
    return schema;
  };
  return (assumptions) => {
    const known = schemas.get(assumptions);
    if (known !== undefined) return known;
    const schema = schemaOf(assumptions);
    schemas.set(assumptions, schema);
    return schema;
  };
}
