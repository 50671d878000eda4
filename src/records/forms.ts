/** The forms of records, each made by a function that is derived from the fields once. */
import { iso } from "../domain/moment.ts";
import type {
  Field,
  Fields,
  Form,
  IsIn,
  JsonValueOf,
  NameOf,
  NamesSetBy,
  RecordOf,
  Setter,
} from "./field.ts";
import { setters } from "./field.ts";

type Values = Readonly<Record<string, unknown>>;

/** The fields of a table with their names, those of a form alone when one is given. */
export function entriesOf(fields: Fields, form?: Form): readonly (readonly [string, Field])[] {
  const entries = Object.entries(fields);
  return form === undefined
    ? entries
    : entries.filter(([, { notIn = [] }]) => !notIn.includes(form));
}

/** The fields of the record itself in its order. */
export function storedEntries(fields: Fields): readonly (readonly [string, Field])[] {
  return inRecordOrder(entriesOf(fields)).filter(([, { setBy }]) => setBy !== "derived");
}

/** Null for each of these fields: a copy of it is filled sooner than an object that grows. */
export function blankOf(entries: readonly (readonly [string, Field])[]): Values {
  return Object.fromEntries(entries.map(([name]) => [name, null]));
}

/** By when they get their value; `first` counts among those that a record is created with. */
function inRecordOrder(entries: readonly (readonly [string, Field])[], first?: string) {
  const rankOf = ([name, { setBy }]: readonly [string, Field]): number =>
    name === first ? 0 : setters.indexOf(setBy);
  return entries.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** The names of the fields that get their value in one of those ways, in the table's order. */
export function namesSetBy<Of extends Fields, By extends Setter>(
  fields: Of,
  ...by: readonly By[]
): readonly (NamesSetBy<Of, By> & string)[];
export function namesSetBy(fields: Fields, ...by: readonly Setter[]): readonly string[] {
  return entriesOf(fields)
    .filter(([, { setBy }]) => by.includes(setBy))
    .map(([name]) => name);
}

/** A value for each field of a form, under the name that it has there. */
export function shapeOf<Schema>(
  fields: Fields,
  form: Form,
  schemaOf: (field: Field, name: string) => Schema,
): Record<string, Schema> {
  return Object.fromEntries(
    entriesOf(fields, form).map(([name, field]) => [field.as ?? name, schemaOf(field, name)]),
  );
}

/** Makes the JSON form of a record; `derived` are the values of derived fields. What is undefined is left out. */
export type ToJson<Of extends Fields, Shown> = (record: RecordOf<Of>, derived?: Values) => Shown;

/** What the emulated API shows, in the table's order. */
export function wireForm<Of extends Fields>(fields: Of): ToJson<Of, Record<string, unknown>>;
export function wireForm(fields: Fields) {
  return toJson(entriesOf(fields, "wire"));
}

/** A fixture's form of a record, in the record's order but with the environment behind the id. */
export function worldForm<Of extends Fields>(fields: Of): ToJson<Of, WorldOf<Of>>;
export function worldForm(fields: Fields) {
  return toJson(inRecordOrder(entriesOf(fields, "world"), "environment"));
}

/** The tester's view of a record, in the table's order. */
export function controlForm<Of extends Fields>(fields: Of): ToJson<Of, FormOf<Of, "control">>;
export function controlForm(fields: Fields) {
  return toJson(entriesOf(fields, "control"));
}

/** What a record of a fixture has when it is written out. */
export type WorldOf<Of extends Fields> = FormOf<Of, "world">;

/** What a form of a record has: everything but what is left out. */
type FormOf<Of extends Fields, In extends Form> = {
  [
    Name in keyof Of as IsLeftOut<Of[Name], In> extends true ? never : NameOf<Name, Of[Name]>
  ]: JsonValueOf<Of[Name]>;
} & {
  [
    Name in keyof Of as IsLeftOut<Of[Name], In> extends true
      ? IsIn<Of[Name], In> extends true
        ? NameOf<Name, Of[Name]>
        : never
      : never
  ]?: NonNullable<JsonValueOf<Of[Name]>>;
};

type IsLeftOut<Of extends Field, In extends Form> =
  IsIn<Of, In> extends false ? true : Of extends { readonly leftOut: true } ? true : false;

function toJson(entries: readonly (readonly [string, Field])[]) {
  const steps = entries.map(([name, { as = name, kind, leftOut = false, setBy }]) => {
    return { name, as, leftOut, isDerived: setBy === "derived", kind };
  });
  return (record: Values, derived: Values = {}): Record<string, unknown> => {
    const shown: Record<string, unknown> = {};
    let [moment, time]: readonly unknown[] = [null, null];
    for (const { name, as, leftOut, isDerived, kind } of steps) {
      const value = (isDerived ? derived : record)[name];
      if (value === undefined || (leftOut && value === null)) continue;
      if (kind === "moment") {
        // Mostly a record is as old as its last change.
        if (value !== moment) [moment, time] = [value, isoOf(value)];
        shown[as] = time;
      } else shown[as] = kind === "strings" && Array.isArray(value) ? [...value] : value;
    }
    return shown;
  };
}

/** The record itself with its moments in ISO 8601, as the tester sees it. */
export function withIsoTimes<Of extends Fields>(
  fields: Of,
): (record: RecordOf<Of>) => {
  [Name in keyof RecordOf<Of>]: Of[Name]["kind"] extends "moment"
    ? JsonValueOf<Of[Name]>
    : RecordOf<Of>[Name];
};
export function withIsoTimes(fields: Fields) {
  const moments = storedEntries(fields)
    .filter(([, { kind }]) => kind === "moment")
    .map(([name]) => name);
  return (record: Values): Record<string, unknown> => {
    const shown: Record<string, unknown> = { ...record };
    for (const name of moments) shown[name] = isoOf(record[name]);
    return shown;
  };
}

function isoOf(moment: unknown): string | null {
  return typeof moment === "number" ? iso(moment) : null;
}

/**
 * The record that an entry of a fixture stands for, but for the fields that fixtures do not have. What is left out is null,
 * but for the times: a record is made at `began` and changed when it was made.
 */
export function fromWorld<Of extends Fields>(
  fields: Of,
): (entry: Readonly<Partial<WorldOf<Of>>>, began: string) => LoadedOf<Of>;
export function fromWorld(fields: Fields) {
  const entries = entriesOf(fields, "world").filter(([, { setBy }]) => setBy !== "derived");
  const blank = blankOf(entries);
  const steps = entries.map(([name, { as = name, kind }]) => ({ name, as, kind }));
  return (entry: Values, began: string): Values => {
    const { createdAt = began } = entry;
    const whenLeftOut: Values = { createdAt, updatedAt: createdAt };
    const record: Record<string, unknown> = { ...blank };
    for (const { name, as, kind } of steps) {
      const written = entry[as] ?? whenLeftOut[name] ?? null;
      record[name] = kind === "moment" ? momentOf(written) : written;
    }
    return record;
  };
}

/** The part of a record that a fixture has. */
export type LoadedOf<Of extends Fields> = {
  readonly [
    Name in keyof RecordOf<Of> as IsIn<Of[Name], "world"> extends true ? Name : never
  ]: RecordOf<Of>[Name];
};

function momentOf(written: unknown): number | null {
  return typeof written === "string" ? Date.parse(written) : null;
}

/** Null for each field that gets its value in that way and can be null. */
export function nullsOf<Of extends Fields, By extends Setter>(
  fields: Of,
  by: By,
): {
  readonly [Name in NamesSetBy<Of, By> as null extends JsonValueOf<Of[Name]> ? Name : never]: null;
};
export function nullsOf(fields: Fields, by: Setter) {
  return Object.fromEntries(
    entriesOf(fields)
      .filter(
        ([, { setBy, nullable, kind }]) => setBy === by && (nullable === true || kind === "json"),
      )
      .map(([name]) => [name, null]),
  );
}
