/** Actions of `act`: calls of the control API whose names, fields and limits come from its operations. */
import { textOrJson } from "../../base/values/json.ts";
import type { Json, JsonObject } from "../../base/values/json.ts";
import type { ControlOperation } from "../../server/control/calls/operation.ts";
import { member } from "./catalogue.ts";
import { flat, schemaOf } from "./schema.ts";

/** One action: an operation, and where each of its fields goes. */
export interface Action {
  readonly operation: ControlOperation;
  /** The place of each field: the path of a property of the body, or a parameter in braces. */
  readonly places: Readonly<Record<string, string>>;
  /** What the body has besides. */
  readonly constants?: JsonObject;
  /** What `show` has to offer when a call fails, and after one that did not. */
  readonly shows: "leads" | "mails" | "keys" | "quotas" | "faults" | "clock" | "assumptions";
}

/** A field of an action as its operation documents it. */
export interface Field {
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

/** The fields of an action, by name. */
export function fieldsOf({ operation, places }: Action): Readonly<Record<string, Field>> {
  const body = operation.body === undefined ? {} : schemaOf(operation.body);
  return Object.fromEntries(
    Object.entries(places).map(([name, place]) => [
      name,
      place.startsWith("{")
        ? { schema: { type: "string" }, isRequired: true }
        : fieldAt(body, place.split(".")),
    ]),
  );
}

function fieldAt(schema: JsonObject, [name = "", ...rest]: readonly string[]): Field {
  const property = member(member(schema, "properties"), name);
  if (Object.keys(property).length === 0) throw new Error(`No operation has a field ${name}.`);
  if (rest.length > 0) return fieldAt(property, rest);
  const { required } = schema;
  return {
    schema: flat(property),
    isRequired: Array.isArray(required) && required.includes(name),
  };
}

/** The parameters and the body of an action with these fields. */
export function inputOf({ places, constants = {} }: Action, given: JsonObject) {
  const params: Record<string, string> = {};
  let body: JsonObject = constants;
  for (const [name, place] of Object.entries(places)) {
    const value = given[name];
    if (value === undefined) continue;
    if (place.startsWith("{")) params[place.slice(1, -1)] = textOrJson(value);
    else body = withMember(body, place.split("."), value);
  }
  return { params, body };
}

function withMember(
  object: JsonObject,
  [name = "", ...rest]: readonly string[],
  value: Json,
): JsonObject {
  if (rest.length === 0) return { ...object, [name]: value };
  return { ...object, [name]: withMember(member(object, name), rest, value) };
}
