/** What a list asks for once it was understood: the same shape for every resource (interface 4.3). */

/** The maximum and the default number of rows of a page (interface 8; rule list.limit). */
export const pageSizeMax = 100;
export const pageSizeDefault = 20;

/** The operators of a filter; `$eq` is what a plain value stands for (rule list.filter.operators). */
export const filterOperators = ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in"] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** How values of a field compare: timestamps by the instant, the others exactly. */
export type FieldType = "plan-status" | "string" | "timestamp" | "boolean" | "number";

export type FilterValue = string | number | boolean | null;

export interface FilterTerm {
  readonly field: string;
  readonly operator: FilterOperator;
  /** One value, or for `$in` the list; timestamps as epoch milliseconds. */
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
  /** How records that `order` does not tell apart are listed: newest first, when it is left out (rule list.order.ties). */
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
