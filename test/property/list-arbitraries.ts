import fc from "fast-check";

import { filterOperators } from "../../src/domain/model/list-query.ts";
import { anyCharacter } from "../support/any-text.ts";
import { ids } from "../support/world.ts";
import type { Field, ListedLead, Query, Value, Wanted } from "./list-model.ts";
import { fieldTypes } from "./list-model.ts";

/** The referral codes of Leads in these worlds. Two differ only in case. */
export const listedCodes = ["HPcode01", "hpcode01", "x"] as const;

/** Texts that sort differently by code point, UTF-16, locale and case. */
const words = [
  "",
  "a",
  "A",
  "aa",
  "b",
  "Z",
  "é",
  "e\u0301",
  "ß",
  "ｚ",
  "😀",
  "a'b",
  '"',
  "%",
  "10",
  "9",
];
const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 2 }) },
);

/** Few instants, each in several notations. */
const moment = fc
  .record({ day: fc.integer({ min: 5, max: 7 }), form: fc.nat(4), fraction: fc.nat(1) })
  .map(({ day, form, fraction }) => written(Date.UTC(2026, 0, day, 22) + fraction, form));

function written(at: number, form: number): string {
  if (form === 0) return new Date(at).toISOString();
  const minutes = [0, 330, -480, 845, -30][form] ?? 0;
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1);
  const clock = [Math.abs(minutes) / 60, Math.abs(minutes) % 60].map((part) =>
    String(Math.floor(part)).padStart(2, "0"),
  );
  return `${local}${minutes < 0 ? "-" : "+"}${clock.join(":")}`;
}

const owner = fc.constantFrom(
  { resourceType: "Firm", resourceId: ids.partnerFirm } as const,
  { resourceType: "FirmMember", resourceId: ids.partnerOwner } as const,
);
const orNull = <Of>(of: fc.Arbitrary<Of>) => fc.option(of, { freq: 2 });

/** Leads in creation order. Their few values make many of them equal. */
export const someLeads: fc.Arbitrary<readonly ListedLead[]> = fc
  .array(
    fc.record({
      owner,
      email: word,
      firstName: orNull(word),
      lastName: orNull(word),
      referredByReferralCodeId: orNull(fc.constantFrom(...listedCodes)),
      createdAt: moment,
      updatedAt: moment,
      deletedAt: orNull(moment),
      convertedAt: orNull(moment),
    }),
    { maxLength: 40, size: "max" },
  )
  .map((leads) =>
    leads.map(({ owner: parent, ...lead }, index) => ({
      id: `Lead${(index * 7) % 97}`,
      ...parent,
      ...lead,
    })),
  );

const field = fc.constantFrom(...Object.keys(fieldTypes).filter(isField));

function isField(name: string): name is Field {
  return Object.hasOwn(fieldTypes, name);
}

/** UTC times without a zone. */
const inUtc = ["2026-01-06", "2026-01-06T22:00", "2026-01-06T22:00:00.001"];

/** Values to compare a field with; for texts, also values that the field can never hold. */
function valueFor(name: Field): fc.Arbitrary<Value> {
  if (fieldTypes[name] === "timestamp")
    return fc.option(fc.oneof(moment, fc.constantFrom(...inUtc)));
  const own = fc.constantFrom("Firm", "FirmMember", ids.partnerFirm, "Lead7", "HPcode01", "x");
  return fc.oneof(word, own, fc.constantFrom(null, 10, 9, true, false, 1.5));
}

function wantedFor(name: Field): fc.Arbitrary<Wanted> {
  const value = valueFor(name);
  const conditions = fc
    .uniqueArray(fc.constantFrom(...filterOperators), { minLength: 1, maxLength: 2 })
    .chain((operators) =>
      fc.record(
        Object.fromEntries(
          operators.map((operator) => [operator, operator === "$in" ? fc.array(value) : value]),
        ),
      ),
    );
  return fc.oneof(value, conditions, conditions);
}

const filter = fc
  .uniqueArray(field, { minLength: 1, maxLength: 2 })
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, wantedFor(name)]))));

/** Any query that the interface allows. */
export const someQuery: fc.Arbitrary<Query> = fc.record({
  of: fc.constantFrom("all", "firm", "member"),
  scope: fc.constantFrom(null, "active", "withDeleted", "withDeleted"),
  limit: fc.option(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100 }))),
  offset: fc.option(fc.nat(45)),
  order: fc.option(fc.array(fc.tuple(field, fc.constantFrom("ASC", "DESC")), { maxLength: 3 })),
  filter: fc.option(filter),
});
