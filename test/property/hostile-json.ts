/**
 * JSON texts of careless or hostile clients. They are texts because object literals cannot hold
 * some of them.
 */
import fc from "fast-check";

import { anyCharacter } from "../support/any-text.ts";
import { ids } from "../support/world.ts";

const keys = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "length", "", "Plans"),
  fc.constantFrom("email", "type", "number", "clientData", "a.b", "$ne", "toJSON", "then", "0"),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
);
const odd = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
  .map((units) => String.fromCharCode(...units));
const texts = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "\u2028",
    "ann@example.com",
    "{}",
  ),
  fc.constantFrom(
    "2026-02-30",
    "2026-13-01T00:00:00Z",
    "null",
    "__proto__",
    "'; drop table leads",
    "%s",
  ),
  odd,
);
const numbers = fc.constantFrom("0", "-0", "1e400", "-1", "0.1", "9007199254740993", "1e-400");
const large = fc.constantFrom(
  `[${"0,".repeat(20_000)}0]`,
  JSON.stringify("x".repeat(70_000)),
  JSON.stringify("x".repeat(1_100_000)),
  `${"[".repeat(62)}${"]".repeat(62)}`,
  `${"[".repeat(70)}${"]".repeat(70)}`,
  `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
);
const leaf = fc.oneof(
  { weight: 3, arbitrary: texts.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: numbers },
  { weight: 1, arbitrary: fc.constantFrom("null", "true", "false", "{}", "[]", "[null]", "[[]]") },
);

/** Random JSON that is short enough for a URL. */
export const { value: shortJson } = fc.letrec<{ value: string; list: string; object: string }>(
  (tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, tie("list"), tie("object")),
    list: fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    object: fc.array(fc.tuple(keys, tie("value")), { maxLength: 4 }).map(objectText),
  }),
);

/** Random JSON. */
export const anyJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 20, arbitrary: shortJson },
  { weight: 1, arbitrary: large },
);

/** A body with every documented field, one to three of them with an unexpected value. */
export const mutatedLead: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.nat(), anyJson), { minLength: 1, maxLength: 3 })
  .map((changes) =>
    changes.reduce((text, [at, json]) => replaced(text, at, json), JSON.stringify(wholeLead)),
  );

/** Random JSON as a body, usually an object. */
export const anyBody: fc.Arbitrary<string> = fc.oneof(
  anyJson,
  mutatedLead,
  fc.array(fc.tuple(keys, anyJson), { maxLength: 5 }).map(objectText),
);

/** A Lead whose values are unique placeholders, so that any text can replace each of them. */
const wholeLead = {
  email: "«ann@example.com»",
  firstName: "«Ann»",
  lastName: "«Ash»",
  phone: { number: "«416»", extension: "«1»" },
  referredByReferralCodeId: `«${ids.partnerCode}»`,
  resourceType: "«Firm»",
  resourceId: `«${ids.partnerFirm}»`,
  id: "«id»",
  createdAt: "«2026-01-05»",
  plan_ids: "«none»",
  clientData: {
    prefix: "«Ms.»",
    citizenship: "«any»",
    dateOfBirth: "«1990-05-01»",
    maritalStatus: "«Single»",
    isFirstTimeHomeBuyer: "«true»",
    notes: "«none»",
    Plans: [{ type: "«Buying»", name: "«home»" }],
    sin: "«1»",
    Assets: [{ type: "«Cash»", value: "«1»" }],
    Incomes: [{ startedOn: "«2020-01-01»", employmentDetails: { address: "«none»" } }],
  },
};
const valid = new Map([
  ["«true»", "true"],
  ["«1»", '"1"'],
]);

/** Replaces one of the placeholders, or a whole object, by `json`. */
function replaced(text: string, at: number, json: string): string {
  const marks = [...text.matchAll(/"«[^»]*»"|\{[^{}]*\}|\[[^[\]]*\]/g)];
  const mark = marks[at % Math.max(1, marks.length)];
  if (mark === undefined) return text;
  return text.slice(0, mark.index) + json + text.slice(mark.index + mark[0].length);
}

/** The body to send, with the remaining placeholders replaced by valid values. */
export function unmarked(text: string): string {
  return text.replaceAll(
    /"(«[^»]*»)"/g,
    (_, mark: string) => valid.get(mark) ?? JSON.stringify(mark.slice(1, -1)),
  );
}

function objectText(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join()}}`;
}
