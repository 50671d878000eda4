/**
 * Values of a workflow's steps. `{ "$from": "/body/email" }` is a reference: a JSON Pointer (RFC 6901) into the body of
 * the workflow, the key and the answers of earlier steps.
 */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";

const key = "$from";

/** Whether a value is a reference, valid or not. */
export function isReference(value: Json): value is JsonObject {
  return isJsonObject(value) && Object.hasOwn(value, key);
}

/** The pointer of a reference as its tokens; null if it is not a JSON Pointer. */
export function tokensOf(reference: JsonObject): readonly string[] | null {
  const pointer = reference[key];
  if (typeof pointer !== "string" || !/^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer)) return null;
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Every reference in a value, with its path there. */
export function* referencesIn(
  value: Json,
  path: readonly (string | number)[] = [],
): Generator<readonly [path: readonly (string | number)[], reference: JsonObject]> {
  if (isReference(value)) yield [path, value];
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* referencesIn(item, [...path, index]);
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) yield* referencesIn(item, [...path, name]);
  }
}

/**
 * The value with its references replaced by what they refer to in `source`. A field whose reference finds nothing is
 * left out, and an item of an array is null.
 */
export function valueFrom(value: Json, source: JsonObject): Json | undefined {
  if (isReference(value)) return valueAt(tokensOf(value) ?? [], source);
  if (Array.isArray(value)) return value.map((item: Json) => valueFrom(item, source) ?? null);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const made = valueFrom(item, source);
    return made === undefined ? [] : [[name, made] as const];
  });
  return Object.fromEntries(entries);
}

function valueAt(tokens: readonly string[], source: Json): Json | undefined {
  let value: Json | undefined = source;
  for (const token of tokens) {
    if (Array.isArray(value))
      value = /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
    else if (value === undefined || !isJsonObject(value)) return undefined;
    else value = Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}
