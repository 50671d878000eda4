/**
 * Lists of Leads over a plain array (rules list.order, list.filter, list.filter.operators). Null
 * equals only null, no other operator matches it, and it sorts first. Texts compare by code point,
 * timestamps by instant, in UTC without an offset. Creation time, newest first, breaks ties.
 */
import type { FieldType, FilterOperator } from "../../src/domain/model/list-query.ts";

export type Value = string | number | boolean | null;

/** The fields of a Lead in a fixture that lists use. Timestamps are ISO 8601 with any offset. */
export interface ListedLead {
  readonly id: string;
  readonly resourceType: "Firm" | "FirmMember";
  readonly resourceId: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly referredByReferralCodeId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  readonly convertedAt: string | null;
}

export const fieldTypes = {
  id: "string",
  resourceType: "string",
  resourceId: "string",
  email: "string",
  firstName: "string",
  lastName: "string",
  referredByReferralCodeId: "string",
  createdAt: "timestamp",
  updatedAt: "timestamp",
  deletedAt: "timestamp",
  convertedAt: "timestamp",
} as const satisfies Record<keyof ListedLead, FieldType>;
export type Field = keyof typeof fieldTypes;

/** The condition on one field: a plain value, or operators that must all match. */
export type Wanted = Value | Readonly<Partial<Record<FilterOperator, Value | readonly Value[]>>>;

export interface Query {
  readonly of: "all" | "firm" | "member";
  readonly scope: "withDeleted" | "active" | null;
  readonly limit: number | null;
  readonly offset: number | null;
  readonly order: readonly (readonly [Field, "ASC" | "DESC"])[] | null;
  readonly filter: Readonly<Partial<Record<Field, Wanted>>> | null;
}

/** The ids of all pages of a query, given `leads` in creation order. */
export function expectedIds(leads: readonly ListedLead[], query: Query): readonly string[] {
  const order = query.order === null || query.order.length === 0 ? newestFirst : query.order;
  return leads
    .filter((lead) => isSelected(lead, query) && passes(lead, query.filter ?? {}))
    .toReversed()
    .toSorted((one, other) => compareLeads(one, other, order))
    .map(({ id }) => id);
}

const newestFirst: readonly (readonly [Field, "ASC" | "DESC"])[] = [["createdAt", "DESC"]];

function isSelected(lead: ListedLead, { of, scope }: Query): boolean {
  if (scope !== "withDeleted" && lead.deletedAt !== null) return false;
  if (of === "all") return true;
  return lead.resourceType === (of === "firm" ? "Firm" : "FirmMember");
}

function passes(lead: ListedLead, filter: Readonly<Partial<Record<Field, Wanted>>>): boolean {
  return fields(filter).every((field) => {
    const wanted = filter[field] ?? null;
    const conditions = typeof wanted === "object" && wanted !== null ? wanted : { $eq: wanted };
    return Object.entries(conditions).every(([operator, value]) =>
      matches(fieldTypes[field], comparable(lead, field), operator, value),
    );
  });
}

function matches(type: FieldType, held: Value, operator: string, wanted: unknown): boolean {
  if (operator === "$in") {
    return Array.isArray(wanted) && wanted.some((one) => matches(type, held, "$eq", one));
  }
  const value = type === "timestamp" ? instant(wanted) : wanted;
  if (operator === "$eq") return held === value;
  if (operator === "$ne") return held !== value;
  if (held === null || typeof held !== typeof value) return false;
  const order = compareValues(held, typeof value === "string" ? value : Number(value));
  switch (operator) {
    case "$lt":
      return order < 0;
    case "$lte":
      return order <= 0;
    case "$gt":
      return order > 0;
    default:
      return order >= 0;
  }
}

function compareLeads(one: ListedLead, other: ListedLead, order: NonNullable<Query["order"]>) {
  for (const [field, direction] of order) {
    const compared = compareValues(comparable(one, field), comparable(other, field));
    if (compared !== 0) return direction === "ASC" ? compared : -compared;
  }
  return 0;
}

function compareValues(one: Value, other: Value): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === "string") return Buffer.compare(Buffer.from(one), Buffer.from(String(other)));
  return Math.sign(Number(one) - Number(other));
}

function comparable(lead: ListedLead, field: Field): Value {
  return fieldTypes[field] === "timestamp" ? instant(lead[field]) : lead[field];
}

function instant(value: unknown): number | null {
  if (typeof value !== "string") return null;
  return Date.parse(/T[\d:.]+$/.test(value) ? `${value}Z` : value);
}

function fields(filter: Readonly<Partial<Record<Field, Wanted>>>): readonly Field[] {
  return [
    "id",
    "resourceType",
    "resourceId",
    "email",
    "firstName",
    "lastName",
    "referredByReferralCodeId",
    "createdAt",
    "updatedAt",
    "deletedAt",
    "convertedAt",
  ].filter((name): name is Field => Object.hasOwn(filter, name));
}
