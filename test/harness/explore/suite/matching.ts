/**
 * Compares a response with a pact template as Pact does: fields beyond those of the template are
 * allowed.
 */
import * as z from "zod";

import { isJsonObject } from "../../../../src/base/values/json.ts";

/** A position in a response during the comparison. */
interface Place {
  readonly path: string;
  /** Whether only types matter, as within a type matcher. */
  readonly byType: boolean;
}

/** The first place where `actual` does not match `template`; null when it matches. */
export function misfit(
  template: unknown,
  actual: unknown,
  { path, byType }: Place = { path: "$", byType: false },
): string | null {
  const at = (part: string, one: unknown, other: unknown): string | null =>
    misfit(one, other, { path: path + part, byType });
  if (Array.isArray(template)) {
    if (!Array.isArray(actual) || (!byType && actual.length !== template.length)) return path;
    return firstOf(
      actual.map((item, index) => at(`[${index}]`, template[byType ? 0 : index], item)),
    );
  }
  if (!isJsonObject(template)) {
    const fits = byType ? typeof template === typeof actual : Object.is(template, actual);
    return fits ? null : path;
  }
  const { "pact:matcher:type": matcher, value, regex } = template;
  if (matcher === "type") return misfit(value, actual, { path, byType: true });
  if (matcher === "regex") {
    const texts = z.tuple([z.string(), z.string()]).safeParse([regex, actual]);
    return texts.success && new RegExp(texts.data[0]).test(texts.data[1]) ? null : path;
  }
  if (matcher !== undefined) throw new Error(`Unknown matcher ${JSON.stringify(matcher)}.`);
  if (!isJsonObject(actual)) return path;
  return firstOf(
    Object.entries(template).map(([name, item]) => at(`.${name}`, item, actual[name])),
  );
}

function firstOf(places: readonly (string | null)[]): string | null {
  return places.find((one) => one !== null) ?? null;
}
