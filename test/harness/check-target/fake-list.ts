/** The lists of a fake service. */
import type { Fields } from "./fake-body.ts";
import type { Flaw } from "./fake-service.ts";

type Query = Readonly<Record<string, string>>;

/** The page of Leads that matches the query. */
export function pageOf(leads: readonly Fields[], query: Query, flaw: Flaw) {
  const scope = flaw === "no scope" ? undefined : query["scope"];
  const scoped = leads.filter(({ deletedAt }) => {
    const isDeleted = deletedAt !== null;
    if (flaw === "withDeleted without the live")
      return scope === "withDeleted" ? isDeleted : !isDeleted;
    if (flaw === "active shows all" && scope === "active") return true;
    return !isDeleted || scope === "withDeleted" || flaw === "shows the deleted";
  });
  const filtered = scoped.filter((lead) => matches(lead, query["filter"], flaw));
  const sorted = filtered.toSorted(comparing(query["order"], flaw));
  const defaultLimit = flaw === "pages of 25" ? 25 : 20;
  const limit = flaw === "no limit" ? 1_000 : Math.min(100, Number(query["limit"] ?? defaultLimit));
  const offset = Number(query["offset"] ?? 0);
  const from = skipped(offset, limit, flaw);
  const isJoined = query["include"] === "Plans" && flaw !== "no include";
  const data = sorted
    .slice(from, from + limit)
    .map(({ plans = [], ...lead }): Fields => (isJoined ? { ...lead, Plans: plans } : lead));
  const meta = { total: totalOf(sorted, data, leads, flaw), count: data.length, offset, limit };
  if (flaw === "count is the limit") meta.count = limit;
  const texts = { total: String(meta.total), count: "1", offset: "0", limit: "1" };
  if (flaw === "no meta") return { data };
  return { data, meta: flaw === "meta as text" ? texts : meta };
}

function skipped(offset: number, limit: number, flaw: Flaw): number {
  if (flaw === "offset in pages") return offset * limit;
  if (flaw === "offset from one") return Math.max(0, offset - 1);
  return flaw === "no offset" ? 0 : offset;
}

function totalOf(
  matching: readonly Fields[],
  data: readonly Fields[],
  all: readonly Fields[],
  flaw: Flaw,
): number {
  if (flaw === "total of the page") return data.length;
  if (flaw === "one too many in total") return matching.length + 1;
  return flaw === "total with the deleted" ? all.length : matching.length;
}

function matches(lead: Fields, filter: string | undefined, flaw: Flaw): boolean {
  if (filter === undefined || flaw === "no filter") return true;
  const terms: Fields = JSON.parse(filter);
  const entries =
    flaw === "filter by the first" ? Object.entries(terms).slice(0, 1) : Object.entries(terms);
  const fits = ([name, wanted]: [string, unknown]): boolean =>
    holds(lead[name] ?? null, wanted, flaw);
  return flaw === "filter by any" ? entries.some(fits) : entries.every(fits);
}

function holds(value: unknown, wanted: unknown, flaw: Flaw): boolean {
  if (typeof wanted !== "object" || wanted === null) {
    if (flaw === "filter by beginning") return String(value).startsWith(String(wanted));
    return value === wanted;
  }
  if (flaw === "no operators") return true;
  return Object.entries(wanted).every(([operator, operand]) => {
    if (operator === "$ne") return flaw === "$ne as $eq" ? value === operand : value !== operand;
    return operator === "$lt" ? String(value) < String(operand) : false;
  });
}

function comparing(order: string | undefined, flaw: Flaw): (one: Fields, other: Fields) => number {
  const pairs = readOrder(flaw === "no order" ? undefined : order, flaw);
  return (one, other) => {
    for (const [field, direction] of pairs) {
      const [first, second] = [String(one[field ?? ""]), String(other[field ?? ""])];
      if (first !== second) return (first < second ? -1 : 1) * (direction === "ASC" ? 1 : -1);
    }
    return 0;
  };
}

function readOrder(order: string | undefined, flaw: Flaw): readonly (readonly string[])[] {
  const byDefault = [["createdAt", flaw === "oldest first" ? "ASC" : "DESC"]];
  if (order === undefined || !order.startsWith('[["')) return byDefault;
  const pairs: readonly (readonly string[])[] = JSON.parse(order);
  if (flaw === "orders by the first pair") return pairs.slice(0, 1);
  return flaw === "ascending only" ? pairs.map(([field = ""]) => [field, "ASC"]) : pairs;
}
