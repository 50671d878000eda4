/** A parsed list query, in the same shape for every resource (interface 4.3). */

/** The maximum and the default number of rows of a page (interface 8; rule list.limit). */
export const pageSizeMax = 100;
export const pageSizeDefault = 20;

/** The operators of a filter; a plain value means `$eq` (rule list.filter.operators). */
export const filterOperators = ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in"] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** How values of a field compare: timestamps as instants, the others exactly. */
export type FieldType = "plan-status" | "string" | "timestamp" | "boolean" | "number";

export type FilterValue = string | number | boolean | null;

export interface FilterTerm {
  readonly field: string;
  /** `$nin` only excludes the ids of a list, and no request can have it. */
  readonly operator: FilterOperator | "$nin";
  /** One value, or a list for `$in` and `$nin`; timestamps are epoch milliseconds. */
  readonly value: FilterValue | readonly FilterValue[];
}

export interface OrderTerm {
  readonly field: string;
  readonly direction: "ASC" | "DESC";
}

export interface ListQuery {
  readonly limit: number;
  readonly offset: number;
  readonly order: readonly OrderTerm[];
  /** The order of records that are equal under `order`; newest first by default (rule list.order.ties). */
  readonly ties?: "newest-first" | "oldest-first";
  readonly filter: readonly FilterTerm[];
  /** Whether soft-deleted records are shown: for the scope `withDeleted`, not for `active` or none (interface 2.6, 4.3). */
  readonly withDeleted: boolean;
}

/** One page of a list and how many rows there are in all (interface 2.5). */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}
