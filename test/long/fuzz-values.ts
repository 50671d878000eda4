/**
 * Values generated from JSON Schemas. Texts can contain placeholders such as `⟦lead:3⟧` for records
 * of the workspace. `⟦mark⟧` is the marker of the target workspace.
 */
import fc from "fast-check";

import type { Json, JsonObject } from "../../src/base/values/json.ts";
import { isJsonObject } from "../../src/base/values/json.ts";
import { pointerOf, resolved, valueAt } from "../contract/documents.ts";

/** The kinds of records that requests can refer to. */
export const slotKinds = [
  "firm",
  "member",
  "code",
  "lead",
  "plan",
  "profile",
  "keyId",
  "mail",
  "request",
  "fault",
  "snapshot",
  "workflow",
] as const;
export type SlotKind = (typeof slotKinds)[number];

/** A placeholder for a record of that kind, usually an existing one. */
export function slot(kind: SlotKind): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 20, arbitrary: places.map((index) => `⟦${kind}:${index}⟧`) },
    { weight: 1, arbitrary: fc.constantFrom("nowhere1", "", " ", "__proto__", "⟦mark⟧", "%00") },
  );
}

/** Chooses early records of the workspace more often than later ones. */
const places = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9);

const kindsOfNames: Readonly<Record<string, SlotKind>> = {
  firmId: "firm",
  resourceId: "firm",
  owners: "firm",
  firmMemberId: "member",
  referralCode: "code",
  referredByReferralCodeId: "code",
  leadId: "lead",
  planId: "plan",
  plan_ids: "plan",
  clientProfileId: "profile",
  apiKeyId: "keyId",
};

const emails = fc.nat(7).map((index) => `⟦mark⟧${index}@example.com`);

const moments = fc.oneof(
  fc.constantFrom("2026-03-02T09:00:00Z", "2026-03-02T10:00:00.000Z", "2028-02-29T23:59:59+02:00"),
  fc.constantFrom("0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "1969-12-31T23:59:59Z"),
);

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: emails,
  uuid: fc.uuid({ version: 4 }),
  "date-time": moments,
  date: fc.constantFrom("1988-02-29", "2000-12-31", "1900-01-01"),
  duration: fc.constantFrom("PT1H", "P1D", "PT0S", "P52W", "PT0.5S"),
};

const texts = fc.oneof(
  { weight: 4, arbitrary: fc.nat(99).map((index) => `⟦mark⟧ text ${index}`) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 12 }) },
);

/** Generates values for the schemas of `document`. */
export function valuesOf(document: JsonObject): (schema: JsonObject, name?: string) => Values {
  const made = new Map<string, Values>();
  const named = (reference: string): Values => {
    const known = made.get(reference);
    if (known !== undefined) return known;
    const target = valueAt(document, pointerOf(reference));
    const values = isJsonObject(target) ? valuesFor(target, "") : jsonValues;
    made.set(reference, values);
    return values;
  };
  const valuesFor = (schema: JsonObject, name: string): Values => {
    const { $ref, type, anyOf, enum: choices } = schema;
    if (typeof $ref === "string") return named($ref);
    if (Array.isArray(choices)) return fc.constantFrom(...choices);
    if (Array.isArray(anyOf)) {
      return fc.oneof(...anyOf.filter(isJsonObject).map((one) => valuesFor(one, name)));
    }
    const types = [type].flat().filter((one) => typeof one === "string");
    if (types.length === 0) return jsonValues;
    return fc.oneof(...types.map((one) => ofType(one, resolved(document, schema), name)));
  };
  const ofType = (type: string, schema: JsonObject, name: string): Values => {
    if (type === "object") return objects(schema, valuesFor);
    if (type === "array") {
      const { items } = schema;
      const inner = isJsonObject(items) ? valuesFor(items, name) : jsonValues;
      return fc.array(inner, { maxLength: 3 });
    }
    return scalars(type, schema, name);
  };
  return (schema, name = "") => valuesFor(schema, name);
}

export type Values = fc.Arbitrary<Json>;

/** Names with a special meaning in code. */
export const oddNames = fc.constantFrom(
  "__proto__",
  "constructor",
  "toString",
  "a.b",
  "$ne",
  "0",
  "",
  "email",
  "id",
  "⟦mark⟧",
);

/** Small random JSON that includes hostile names. */
export const jsonValues: Values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: "json" },
    fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e308, "", "⟦mark⟧", "\0", "__proto__"),
    fc.constantFrom<Json>("\ud800", "2026-02-30", "<img src=x onerror=alert(1)>", "a\r\nb: c"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(oddNames, tie("value")), { maxLength: 3 })
      .map((entries): Json => Object.fromEntries(entries)),
  ),
})).value;

function scalars(type: string, schema: JsonObject, name: string): Values {
  const number = (key: string, usual: number): number => {
    const value = schema[key];
    return typeof value === "number" ? value : usual;
  };
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "integer") {
    const min = number("minimum", -5);
    return fc.integer({ min, max: Math.min(number("maximum", min + 400), min + 400) });
  }
  if (type === "number") return fc.constantFrom(0.25, 0.5, 1, number("maximum", 250_000.5));
  return strings(schema, name);
}

function strings(schema: JsonObject, name: string): fc.Arbitrary<string> {
  const kind = kindsOfNames[name];
  if (kind !== undefined) return slot(kind);
  const { format, pattern } = schema;
  if (typeof format === "string") return formats[format] ?? texts;
  if (name === "email" || name === "to") return emails;
  if (name === "fixture") return fc.constantFrom("default", "empty", "../default", "nowhere");
  if (typeof pattern !== "string") return texts;
  return fc.oneof(
    { weight: 3, arbitrary: fc.stringMatching(new RegExp(pattern), { maxLength: 24 }) },
    { weight: 1, arbitrary: texts },
  );
}

function objects(
  schema: JsonObject,
  valuesFor: (schema: JsonObject, name: string) => Values,
): Values {
  const { properties, required, additionalProperties } = schema;
  const own = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, one]) =>
    isJsonObject(one) ? [[name, valuesFor(one, name)] as const] : [],
  );
  const wanted = Array.isArray(required) ? required.map(String) : [];
  const fixed = fc.record(Object.fromEntries(own), { requiredKeys: wanted }).map(plain);
  if (additionalProperties === false || additionalProperties === undefined) return fixed;
  const more = isJsonObject(additionalProperties)
    ? valuesFor(additionalProperties, "")
    : jsonValues;
  return fc
    .tuple(fixed, fc.array(fc.tuple(oddNames, more), { maxLength: 2 }))
    .map(([first, others]): Json => ({ ...first, ...Object.fromEntries(others) }));
}

function plain(made: Readonly<Record<string, Json>>): JsonObject {
  return { ...made };
}
