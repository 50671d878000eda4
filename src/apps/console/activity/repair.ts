/** From a refusal to a request that is accepted: the refused fields, their rules, and a corrected request. */
import { isJsonObject } from "../../../base/values/json.ts";
import { valueAt, withValue } from "../../../base/values/value-at.ts";
import { jsonOrText } from "../shell/connection.ts";
import type { Operations, Schema } from "../shell/documents.ts";
import { emulatedOperations } from "../shell/documents.ts";
import type { JournaledRequest } from "./request.ts";
import type { Draft, Explained } from "./send.tsx";
import { draftOf, explain } from "./send.tsx";

export interface RefusedField {
  /** Names from the root of the body, joined by dots. */
  readonly path: string;
  /** Such as `INVALID: Invalid email address`. */
  readonly refusal: string;
  /** What the document says of the field. */
  readonly accepted: string;
  /** The rules that decide if only this field is as it was sent. */
  readonly rules: readonly string[];
}

export interface Repair {
  readonly fields: readonly RefusedField[];
  readonly corrected: Draft;
  readonly explained: Explained;
}

/** Each round can uncover refusals that the ones before it hid. */
const roundsMax = 3;
/** A dry run for each field; more would take the sandbox's time. */
const explainedMax = 8;

type Refusals = ReadonlyMap<string, string>;

/** The refused fields in the body of an answer, by path; empty without any. */
export function refusalsIn(body: unknown): Refusals {
  if (typeof body !== "object" || body === null || !("fields" in body)) return new Map();
  const found = Object.entries(body.fields ?? {}).map(([path, problems]) => {
    const texts = Object.values(problems ?? {}).map((one) => {
      if (typeof one !== "object" || one === null || !("code" in one)) return "";
      return `${String(one.code)}: ${"message" in one ? String(one.message) : ""}`;
    });
    return [path, texts.join("; ")] as const;
  });
  return new Map(found);
}

/** A corrected request, tried by dry runs; null if the answer names no field that could be corrected. */
export async function repairOf(request: JournaledRequest): Promise<Repair | null> {
  const sent = jsonOrText(request.request.body ?? "");
  const all = refusalsIn(jsonOrText(request.response.body ?? ""));
  // Parts of a key that the path sends cannot be corrected here.
  const refused = new Map(
    [...all].filter(
      ([path, text]) => !isTaken(text) || valueAt(sent, keysOf(sent, path)) !== undefined,
    ),
  );
  const isCut = request.request.cutFromBytes !== undefined;
  if (refused.size === 0 || isCut || !isJsonObject(sent)) return null;
  const operations = await emulatedOperations();
  const { schemas } = operations;
  const body = operations.all.find(({ id }) => id === request.operationId)?.body;
  if (body === null || body === undefined) return null;
  const draft = draftOf(request);
  const withBody = (value: unknown): Draft => ({ ...draft, body: JSON.stringify(value, null, 2) });
  let value: unknown = sent;
  let next: Refusals = refused;
  let explained: Explained | null = null;
  for (let round = 0; round < roundsMax && next.size > 0; round += 1) {
    for (const [path, text] of next) value = withCorrection(value, path, text, body.example);
    // oxlint-disable-next-line no-await-in-loop -- each round corrects the one before it
    explained = await explain(withBody(value));
    next = refusalsIn(explained.body);
  }
  // A key that may not send now is repaired first.
  if (explained === null || explained.status === 429) return null;
  const fields = [...refused].map(async ([path, refusal], at): Promise<RefusedField> => {
    const was = valueAt(sent, keysOf(sent, path));
    const only = withValue(value, keysOf(sent, path), was);
    const { rules } = at < explainedMax ? await explain(withBody(only)) : { rules: [] };
    const deciding = rules.map(({ id }) => id).filter((id) => !id.startsWith("error."));
    const accepted = textOfSchema(schemaAt(body.schema, path.split("."), schemas), schemas);
    return { path, refusal, accepted, rules: deciding };
  });
  return { fields: await Promise.all(fields), corrected: withBody(value), explained };
}

/** The body with one field corrected: a value of the example, another email, or without the field. */
function withCorrection(value: unknown, path: string, refusal: string, example: unknown): unknown {
  const keys = keysOf(value, path);
  if (refusal.startsWith("UNSUPPORTED")) return withValue(value, keys, undefined);
  const sent = valueAt(value, keys);
  const shown = keys.map((key) => (/^\d+$/.test(key) ? "0" : key));
  const instead =
    isTaken(refusal) && typeof sent === "string" ? otherEmail(sent) : valueAt(example, shown);
  return withValue(value, keys, instead);
}

function isTaken(refusal: string): boolean {
  return refusal.startsWith("NOT_UNIQUE");
}

/** `maya+2@example.com`, then `maya+3@example.com`. */
function otherEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at === -1) return `2-${email}`;
  const name = email.slice(0, at);
  const number = /\+(\d{1,9})$/.exec(name)?.[1];
  const bare = number === undefined ? name : name.slice(0, -number.length - 1);
  return `${bare}+${Number(number ?? 1) + 1}${email.slice(at)}`;
}

/** The names of a path. A name may contain dots, so names that the value has come first. */
function keysOf(value: unknown, path: string): readonly string[] {
  if (typeof value !== "object" || value === null) return path.split(".");
  const own = Object.keys(value).find((name) => path === name || path.startsWith(`${name}.`));
  const name = own ?? path.split(".")[0] ?? "";
  const rest = path.slice(name.length + 1);
  return rest === "" ? [name] : [name, ...keysOf(valueAt(value, [name]), rest)];
}

type Schemas = Operations["schemas"];

function resolved(schema: Schema, schemas: Schemas): Schema {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined) return schemas[$ref.split("/").at(-1) ?? ""] ?? {};
  const first = schema.properties === undefined ? anyOf?.[0] : undefined;
  return first === undefined ? schema : { ...schema, ...resolved(first, schemas) };
}

function schemaAt(schema: Schema, keys: readonly string[], schemas: Schemas): Schema {
  const [key, ...rest] = keys;
  const own = resolved(schema, schemas);
  if (key === undefined) return own;
  return schemaAt((/^\d+$/.test(key) ? own.items : own.properties?.[key]) ?? {}, rest, schemas);
}

/** What a schema accepts, in words; empty where the document does not say. */
function textOfSchema(schema: Schema, schemas: Schemas): string {
  const { type = "", enum: values, format, maxLength, minItems, description } = schema;
  const { properties } = resolved(schema, schemas);
  const types = [type].flat().filter((one) => one !== "null");
  const parts = [
    ...(values === undefined ? types : [`one of ${values.join(", ")}`]),
    ...(format === undefined ? [] : [format]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minItems === undefined ? [] : [`at least ${minItems}`]),
    ...(properties === undefined ? [] : [`with ${Object.keys(properties).join(", ")}`]),
  ].join(", ");
  return [parts, description ?? ""].filter(Boolean).join(". ");
}
