import type { Column, SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";

import type { EnvironmentFilter } from "../../domain/model/firm.ts";
import type { FilterTerm, FilterValue } from "../../domain/model/list-query.ts";

/** The condition for rows of one environment; none for both (rule env.data). */
export function inEnvironment(
  { environment: column }: { readonly environment: Column },
  environment: EnvironmentFilter,
): readonly SQL[] {
  return environment === null ? [] : [eq(column, sql.placeholder("environment"))];
}

/** The SQL of each field of a list. */
export type Columns = Readonly<Record<string, Column | SQL>>;

/** The SQL of a field. Throws for an unknown field, which is an internal error. */
export function columnOf(columns: Columns, field: string): Column | SQL {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  if (column === undefined) throw new Error(`No column for the field ${field}.`);
  return column;
}

/** A condition for each term, with placeholders for the values. */
export function conditionsOf(columns: Columns, filter: readonly FilterTerm[]): readonly SQL[] {
  return filter.map((term, index) => condition(columnOf(columns, term.field), term, index));
}

/** Comparison with null is exact: null equals null and differs from every value (rule list.filter). */
function condition(column: Column | SQL, term: FilterTerm, index: number): SQL {
  const value = sql.placeholder(filterPlaceholder(index));
  switch (term.operator) {
    case "$eq":
      return sql`${column} is ${value}`;
    case "$ne":
      return sql`${column} is not ${value}`;
    case "$lt":
      return sql`${column} < ${value}`;
    case "$lte":
      return sql`${column} <= ${value}`;
    case "$gt":
      return sql`${column} > ${value}`;
    case "$gte":
      return sql`${column} >= ${value}`;
    case "$in": {
      const listed = sql`${column} in (select value from json_each(${value}))`;
      return hasNull(term) ? sql`(${listed} or ${column} is null)` : listed;
    }
    case "$nin":
      return sql`${column} not in (select value from json_each(${value}))`;
  }
}

/** The part of a filter that determines its statement: everything except the values. */
export function filterShape(filter: readonly FilterTerm[]): readonly unknown[] {
  return filter.map((term) => [term.field, term.operator, hasNull(term)]);
}

/** Whether a term lists the values that its field can have, without null. */
export function namesValues(term: FilterTerm): boolean {
  const { operator, value } = term;
  return (operator === "$eq" && value !== null) || (operator === "$in" && !hasNull(term));
}

function hasNull({ operator, value }: FilterTerm): boolean {
  if (Array.isArray(value)) return operator === "$in" && value.includes(null);
  return value === null;
}

/** The values for the placeholders of the conditions. */
export function filterValues(filter: readonly FilterTerm[]): Record<string, unknown> {
  return Object.fromEntries(
    filter.map(({ value }, index) => [
      filterPlaceholder(index),
      Array.isArray(value) ? JSON.stringify(value.map(stored)) : stored(value),
    ]),
  );
}

function filterPlaceholder(index: number): string {
  return `filter${index}`;
}

function stored(value: FilterValue | readonly FilterValue[]): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}
