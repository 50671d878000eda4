/** The columns and rows of records, derived from their fields: JSON is stored as text, true as 1. */
import { integer, real, text } from "drizzle-orm/sqlite-core";

import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import type { Field, Fields, Kind, RecordOf } from "../../domain/records/field.ts";
import { storedEntries } from "../../domain/records/forms.ts";
import { fromJson, jsonStrings } from "./json-column.ts";

const columnTypes = { integer: () => integer(), real: () => real(), text: () => text() } as const;
const neededColumnTypes = {
  integer: () => integer().notNull(),
  real: () => real().notNull(),
  text: () => text().notNull(),
} as const;

const columnOfKind = {
  id: "text",
  text: "text",
  status: "text",
  moment: "integer",
  json: "text",
  object: "text",
  strings: "text",
  flag: "integer",
  number: "real",
} as const satisfies Record<Kind, keyof typeof columnTypes>;

type Nullable = { readonly nullable: true } | { readonly kind: "json" };
type Types<Of extends Field> = Of extends Nullable ? typeof columnTypes : typeof neededColumnTypes;

/** A column for each field of the record. New at each call, because drizzle modifies a table's columns. */
export function columnsOf<Of extends Fields>(
  fields: Of,
): {
  [Name in keyof RecordOf<Of>]: ReturnType<
    Types<Of[Name]>[(typeof columnOfKind)[Of[Name]["kind"]]]
  >;
};
export function columnsOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    storedEntries(fields).map(([name, { kind, nullable = false }]) => {
      const types = nullable || kind === "json" ? columnTypes : neededColumnTypes;
      return [name, types[columnOfKind[kind]]()];
    }),
  );
}

/** The statements that add the columns of fields that came with a version of the database. */
export function addedColumns(table: string, fields: Fields, version: number): readonly string[] {
  return storedEntries(fields)
    .filter(([, { since }]) => since === version)
    .map(([name, { kind }]) => `alter table ${table} add column ${name} ${columnOfKind[kind]};`);
}

/** The row values of a record. */
type RowOf<Of extends Fields> = {
  readonly [Name in keyof RecordOf<Of>]:
    | (Of[Name] extends Nullable ? null : never)
    | { text: string; integer: number; real: number }[(typeof columnOfKind)[Of[Name]["kind"]]];
};

/** Converts a record to the row of its table, and back. The caller handles columns that are not fields. */
export function rowsOf<Of extends Fields>(
  fields: Of,
): {
  readonly toRow: (record: RecordOf<Of>) => RowOf<Of>;
  readonly fromRow: (row: object) => RecordOf<Of>;
};
export function rowsOf(fields: Fields) {
  const columns = storedEntries(fields).map(([name, { kind }]) => ({
    name,
    ...(conversions[kind] ?? unchanged),
  }));
  const converted = columns.filter(({ toColumn }) => toColumn !== unchanged.toColumn);
  return {
    toRow(record: Values): Values {
      const row: Record<string, unknown> = { ...record };
      for (const { name, toColumn } of converted) row[name] = toColumn(record[name]);
      return row;
    },
    fromRow(row: Values): Values {
      const record: Record<string, unknown> = {};
      for (const { name, fromColumn } of columns) record[name] = fromColumn(row[name]);
      return record;
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

interface Conversion {
  readonly toColumn: (value: unknown) => unknown;
  readonly fromColumn: (stored: unknown) => unknown;
}

const unchanged: Conversion = { toColumn: (value) => value, fromColumn: (stored) => stored };

/** The kinds whose rows store values in another form than records. */
const conversions: Partial<Record<Kind, Conversion>> = {
  json: { toColumn: jsonText, fromColumn: jsonOf },
  object: { toColumn: jsonText, fromColumn: storedObject },
  strings: { toColumn: jsonText, fromColumn: stringsOf },
  flag: { toColumn: Number, fromColumn: (stored) => stored === 1 },
};

function jsonText(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

function jsonOf(stored: unknown): Json {
  return typeof stored === "string" ? fromJson(stored) : null;
}

function storedObject(stored: unknown): JsonObject | null {
  const value = jsonOf(stored);
  return isJsonObject(value) ? value : null;
}

function stringsOf(stored: unknown): readonly string[] | null {
  return typeof stored === "string" ? jsonStrings(stored) : null;
}
