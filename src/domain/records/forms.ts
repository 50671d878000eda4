/** The forms of records. Each function is derived from the fields once. */
import { iso } from "../../base/values/moment.ts";
import { Date } from "../../base/values/native-timers.ts";
import type {
  Field,
  Fields,
  Form,
  IsIn,
  JsonValueOf,
  NameOf,
  NamesSetBy,
  OptionalTexts,
  RecordOf,
  Setter,
} from "./field.ts";
import { setters } from "./field.ts";

type Values = Readonly<Record<string, unknown>>;

/** The fields of a table with their names, limited to those of `form` if given. */
export function entriesOf(fields: Fields, form?: Form): readonly (readonly [string, Field])[] {
  const entries = Object.entries(fields);
  return form === undefined
    ? entries
    : entries.filter(([, { notIn = [] }]) => !notIn.includes(form));
}

/** The stored fields, in record order. */
export function storedEntries(fields: Fields): readonly (readonly [string, Field])[] {
  return inRecordOrder(entriesOf(fields)).filter(([, { setBy }]) => setBy !== "derived");
}

/** Sorts fields by setter; `first` counts as set at creation. */
function inRecordOrder(entries: readonly (readonly [string, Field])[], first?: string) {
  const rankOf = ([name, { setBy }]: readonly [string, Field]): number =>
    name === first ? 0 : setters.indexOf(setBy);
  return entries.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** The names of the fields with one of those setters, in the table's order. */
export function namesSetBy<Of extends Fields, By extends Setter>(
  fields: Of,
  ...by: readonly By[]
): readonly (NamesSetBy<Of, By> & string)[];
export function namesSetBy(fields: Fields, ...by: readonly Setter[]): readonly string[] {
  return entriesOf(fields)
    .filter(([, { setBy }]) => by.includes(setBy))
    .map(([name]) => name);
}

/** `value` for each optional text that a client sends. */
export function eachOptionalText<Of extends Fields, Value>(
  fields: Of,
  value: Value,
): { readonly [Name in OptionalTexts<Of>]: Value };
export function eachOptionalText(fields: Fields, value: unknown) {
  return Object.fromEntries(
    namesSetBy(fields, "client").flatMap((name) => {
      const { kind, nullable } = fields[name] ?? {};
      return nullable === true && (kind === "id" || kind === "text") ? [[name, value]] : [];
    }),
  );
}

/** A value for each field of a form, by its name in the form. */
export function shapeOf<Schema>(
  fields: Fields,
  form: Form,
  schemaOf: (field: Field, name: string) => Schema,
): Record<string, Schema> {
  return Object.fromEntries(
    entriesOf(fields, form).map(([name, field]) => [field.as ?? name, schemaOf(field, name)]),
  );
}

/** A new record of values that a schema has checked; stored fields without a value are null. */
export function newRecord<Of extends Fields>(fields: Of): (values: Values) => RecordOf<Of>;
export function newRecord(fields: Fields) {
  const nulls = Object.fromEntries(storedEntries(fields).map(([name]) => [name, null]));
  return (values: Values): Values => ({ ...nulls, ...values });
}

/** Returns the JSON form of a record; `derived` holds the values of derived fields. Omits undefined values. */
export type ToJson<Of extends Fields, Shown> = (record: RecordOf<Of>, derived?: Values) => Shown;

/** The form of the emulated API, in the table's order. */
export function wireForm<Of extends Fields>(fields: Of): ToJson<Of, Record<string, unknown>>;
export function wireForm(fields: Fields) {
  return toJson(entriesOf(fields, "wire"));
}

/** The fixture form of a record, in record order with the environment after the id. */
export function worldForm<Of extends Fields>(fields: Of): ToJson<Of, WorldOf<Of>>;
export function worldForm(fields: Fields) {
  return toJson(inRecordOrder(entriesOf(fields, "world"), "environment"));
}

/** The tester's view of a record, in the table's order. */
export function controlForm<Of extends Fields>(fields: Of): ToJson<Of, FormOf<Of, "control">>;
export function controlForm(fields: Fields) {
  return toJson(entriesOf(fields, "control"));
}

/** A record as a fixture writes it. */
export type WorldOf<Of extends Fields> = FormOf<Of, "world">;

/** The fields of a form, without those that it omits. */
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
    for (const { name, as, leftOut, isDerived, kind } of steps) {
      const value = (isDerived ? derived : record)[name];
      if (value === undefined || (leftOut && value === null)) continue;
      shown[as] = kind === "moment" ? isoOf(value) : value;
    }
    return shown;
  };
}

/** The record with its moments in ISO 8601, as the tester sees it. */
export function withIsoTimes<Of extends Fields>(
  fields: Of,
): (record: RecordOf<Of>) => {
  [
    Name in keyof RecordOf<Of> as IsIn<Of[Name], "control"> extends true ? Name : never
  ]: Of[Name]["kind"] extends "moment" ? JsonValueOf<Of[Name]> : RecordOf<Of>[Name];
};
export function withIsoTimes(fields: Fields) {
  const moments = storedEntries(fields)
    .filter(([, { kind }]) => kind === "moment")
    .map(([name]) => name);
  const hidden = storedEntries(fields)
    .filter(([, { notIn = [] }]) => notIn.includes("control"))
    .map(([name]) => name);
  return (record: Values): Record<string, unknown> => {
    const shown: Record<string, unknown> = { ...record };
    for (const name of moments) shown[name] = isoOf(record[name]);
    for (const name of hidden) delete shown[name];
    return shown;
  };
}

function isoOf(moment: unknown): string | null {
  return typeof moment === "number" ? iso(moment) : null;
}

/**
 * The record of a fixture entry, without the fields that fixtures lack. Omitted fields are null, except
 * times: `createdAt` defaults to `began`, and `updatedAt` to `createdAt`.
 */
export function fromWorld<Of extends Fields>(
  fields: Of,
): (entry: Readonly<Partial<WorldOf<Of>>>, began: string) => LoadedOf<Of>;
export function fromWorld(fields: Fields) {
  const entries = entriesOf(fields, "world").filter(([, { setBy }]) => setBy !== "derived");
  const steps = entries.map(([name, { as = name, kind }]) => ({ name, as, kind }));
  return (entry: Values, began: string): Values => {
    const { createdAt = began } = entry;
    const whenLeftOut: Values = { createdAt, updatedAt: createdAt };
    const record: Record<string, unknown> = {};
    for (const { name, as, kind } of steps) {
      const written = entry[as] ?? whenLeftOut[name] ?? null;
      record[name] = kind === "moment" ? momentOf(written) : written;
    }
    return record;
  };
}

/** The part of a record that a fixture contains. */
export type LoadedOf<Of extends Fields> = {
  readonly [
    Name in keyof RecordOf<Of> as IsIn<Of[Name], "world"> extends true ? Name : never
  ]: RecordOf<Of>[Name];
};

function momentOf(written: unknown): number | null {
  return typeof written === "string" ? Date.parse(written) : null;
}

/** Null for each nullable field with that setter. */
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
