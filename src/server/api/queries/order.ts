import { parsedJson } from "../../../base/values/json.ts";
import type { ListedResource } from "../../../domain/model/fields.ts";
import { listFields } from "../../../domain/model/fields.ts";
import type { ListQuery, OrderTerm, Page } from "../../../domain/model/list-query.ts";
import type { QueryReader } from "./query-reader.ts";
import { hintAt, parameterError } from "./query-reader.ts";

const newestFirst: readonly OrderTerm[] = [{ field: "createdAt", direction: "DESC" }];

/**
 * Parses `order`, a JSON array of [field, direction] pairs (interface 4.3; rules list.order,
 * list.order.quotes).
 */
export function parseOrder(reader: QueryReader, resource: ListedResource): readonly OrderTerm[] {
  const { query, trace, refuse } = reader;
  const text = query.get("order");
  if (text === null) return newestFirst;
  const order = parsedJson(doubleQuoted(reader, text));
  hintAtFields(reader, order, resource);
  const parsed = parseTerms(order, resource);
  if (typeof parsed !== "string") {
    trace.apply("list.order");
    return parsed;
  }
  if (trace.choice("list.order") === "422") {
    refuse(parameterError("order", "INVALID", parsed, "list.order"));
  }
  return newestFirst;
}

function hintAtFields(reader: QueryReader, order: unknown, resource: ListedResource): void {
  const pairs: readonly unknown[] = Array.isArray(order) ? order : [];
  for (const pair of pairs) {
    const field: unknown = Array.isArray(pair) ? pair[0] : null;
    if (typeof field !== "string") continue;
    hintAt(reader, "the order field", field, Object.keys(listFields[resource]));
  }
}

/**
 * Cites how ties are broken where that can affect a page: a page with a tie, or a part of a list (rule
 * list.order.ties).
 */
export function citeTies(
  { trace }: Pick<QueryReader, "trace">,
  { rows, total }: Page<object>,
  { order }: ListQuery,
): void {
  if (order.some(({ field }) => field === "id")) return;
  const isTie = (row: object, index: number): boolean => {
    const next = rows[index + 1];
    return next !== undefined && order.every(({ field }) => hasSameValue(row, next, field));
  };
  if (rows.length < total || rows.some(isTie)) trace.cite("list.order.ties");
}

function hasSameValue(one: object, other: object, field: string): boolean {
  return Reflect.get(one, field) === Reflect.get(other, field);
}

function doubleQuoted({ trace }: QueryReader, text: string): string {
  if (!text.includes("'") || text.includes('"')) return text;
  return trace.choice("list.order.quotes") === "accepted" ? text.replaceAll("'", '"') : text;
}

/** The terms, or why they are invalid. */
function parseTerms(order: unknown, resource: ListedResource): readonly OrderTerm[] | string {
  if (!Array.isArray(order))
    return 'Expected a JSON array of pairs, such as [["createdAt","DESC"]]';
  const fields: Readonly<Record<string, string>> = listFields[resource];
  const terms: OrderTerm[] = [];
  for (const pair of order) {
    const [field, direction, ...rest]: unknown[] = Array.isArray(pair) ? pair : [];
    if (typeof field !== "string" || rest.length > 0)
      return "Expected pairs of field and direction";
    if (!Object.hasOwn(fields, field) || fields[field] === "unsupported") {
      return `Cannot order by ${JSON.stringify(field)}`;
    }
    if (direction !== "ASC" && direction !== "DESC") return "Expected ASC or DESC as direction";
    if (!terms.some((term) => term.field === field)) terms.push({ field, direction });
  }
  return terms.length > 0 ? terms : newestFirst;
}
