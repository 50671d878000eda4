/** A deviation for each part of the rules about lists and query parameters. */
import type { Json } from "../../../src/base/values/json.ts";
import { isJsonObject } from "../../../src/base/values/json.ts";
import type { Change, Deviation, Sent } from "./deviating.ts";
import { answers, refusal, textOf, valueAt, withAt } from "./deviating.ts";

type Fits = (value: string, sent: Sent) => boolean;

/** The service takes a parameter that the sandbox refuses, as if it had `instead` or were not there. */
function takesQuery(name: string, fits: Fits, instead?: string): Change {
  return {
    sent(sent) {
      const value = sent.query.get(name);
      if (value === null || !fits(value, sent)) return null;
      const query = new URLSearchParams(sent.query);
      query.delete(name);
      if (instead !== undefined) query.set(name, instead);
      return { query };
    },
  };
}

/** The service refuses a parameter that the sandbox takes. */
function refusesQuery(name: string, fits: Fits): Change {
  return {
    sent(sent) {
      const value = sent.query.get(name);
      return value !== null && fits(value, sent) ? refusal(name, "INVALID") : null;
    },
  };
}

/** The service takes a parameter that is given more than once. */
function takesTwice(name: string): Change {
  return takesQuery(name, (_value, { query }) => query.getAll(name).length > 1);
}

const isListOfLeads = ({ method, path }: Sent): boolean =>
  method === "GET" && path.endsWith("/leads");

const has =
  (word: string) =>
  (value: string): boolean =>
    value.includes(word);
const is =
  (text: string) =>
  (value: string): boolean =>
    value === text;

function refusesOperator(operator: string): Change {
  return refusesQuery("filter", has(`"${operator}"`));
}

const isOfOne = (_value: string, { path }: Sent): boolean => path.startsWith("/leads/");
const isOfList = (_value: string, sent: Sent): boolean => isListOfLeads(sent);

/** Records have something else in `Plans`. */
function joins(fits: (sent: Sent) => boolean, path: string, value: Json | undefined): Change {
  return answers(
    (sent, { status }) => status === 200 && sent.query.has("include") && fits(sent),
    (body) => withAt(body, path, value),
  );
}

/** The first term of a filter alone. */
function firstTerm(filter: string): string {
  const terms: Json = JSON.parse(filter);
  return JSON.stringify(
    Object.fromEntries(Object.entries(isJsonObject(terms) ? terms : {}).slice(0, 1)),
  );
}

/** The service changes filters with this text. */
function filters(word: string, change: (filter: string) => string): Change {
  return {
    sent({ query }) {
      const filter = query.get("filter");
      if (filter === null || !filter.includes(word)) return null;
      const changed = new URLSearchParams(query);
      changed.set("filter", change(filter));
      return { query: changed };
    },
  };
}

/** The service counts differently. */
function counts(name: string, change: (value: Json, sent: Sent) => Json): Change {
  return answers(
    (_sent, { body }) => valueAt(body, `meta.${name}`) !== undefined,
    (body, sent) => withAt(body, `meta.${name}`, change(valueAt(body, `meta.${name}`) ?? 0, sent)),
  );
}

export const deviationsOfLists: readonly Deviation[] = [
  { part: "list.envelope#page", does: "has texts", change: counts("limit", textOf) },
  {
    part: "list.envelope#total",
    does: "counts one more",
    change: counts("total", (n) => Number(n) + 1),
  },
  { part: "list.envelope#count", does: "says the limit", change: counts("count", () => 2) },
  {
    part: "list.envelope#filtered",
    does: "counts all",
    change: counts("total", (total, { query }) => (query.has("filter") ? 99 : total)),
  },
  {
    part: "list.filter#exact",
    does: "has no filter for email alone",
    change: filters("email", () => "{}"),
  },
  { part: "list.filter#all", does: "filters by the first", change: filters("lastName", firstTerm) },
  {
    part: "list.filter#null",
    does: "ignores null",
    change: filters("null", (filter) => filter.replaceAll(/,"\w+":null/g, "")),
  },
  {
    part: "list.limit#default",
    does: "has pages of 10",
    change: {
      sent: ({ query }) =>
        query.size === 0 ? { query: new URLSearchParams({ limit: "10" }) } : null,
    },
  },
  { part: "list.limit#given", does: "ignores it", change: takesQuery("limit", is("2")) },
  { part: "list.limit#maximum", does: "refuses 100", change: refusesQuery("limit", is("100")) },
  { part: "list.limit#above", does: "takes 1000", change: takesQuery("limit", is("1000"), "100") },
  { part: "list.limit#below", does: "takes 0", change: takesQuery("limit", is("0")) },
  {
    part: "list.limit#not-integer",
    does: "takes 1.5",
    change: takesQuery("limit", is("1.5"), "1"),
  },
  { part: "list.offset#skipped", does: "ignores it", change: takesQuery("offset", is("1")) },
  { part: "list.offset#negative", does: "takes -1", change: takesQuery("offset", is("-1")) },
  { part: "list.offset#not-integer", does: "takes x", change: takesQuery("offset", is("x")) },
  {
    part: "list.order#default",
    does: "lists the oldest first",
    change: {
      sent: ({ query }) =>
        query.get("limit") === "100" && !query.has("order")
          ? { query: new URLSearchParams({ limit: "100", order: '[["createdAt","ASC"]]' }) }
          : null,
    },
  },
  {
    part: "list.order#pairs",
    does: "orders by the first pair",
    change: takesQuery("order", has("],["), '[["firstName","ASC"]]'),
  },
  { part: "list.order#not-json", does: "ignores it", change: takesQuery("order", is("sideways")) },
  {
    part: "list.order#unknown-field",
    does: "ignores it",
    change: takesQuery("order", has("colour")),
  },
  { part: "list.order#direction", does: "ignores it", change: takesQuery("order", has("UP")) },
  {
    part: "list.filter.invalid#not-object",
    does: "ignores it",
    change: takesQuery("filter", is("oops")),
  },
  {
    part: "list.filter.invalid#timestamp",
    does: "ignores it",
    change: takesQuery("filter", has("yesterday")),
  },
  {
    part: "list.filter.invalid#no-operator",
    does: "ignores it",
    change: takesQuery("filter", has("{}")),
  },
  {
    part: "list.filter.invalid#array",
    does: "ignores it",
    change: takesQuery("filter", has(":[")),
  },
  {
    part: "list.filter.operators#lt",
    does: "compares with $gt",
    change: {
      sent({ query }) {
        const filter = query.get("filter")?.replace("$lt", "$gt");
        return filter === undefined ? null : { query: new URLSearchParams({ filter }) };
      },
    },
  },
  {
    part: "list.filter.operators#ne",
    does: "has no $ne",
    change: refusesOperator("$ne"),
  },
  { part: "list.filter.operators.further#eq", does: "has no $eq", change: refusesOperator("$eq") },
  { part: "list.filter.operators.further#gt", does: "has no $gt", change: refusesOperator("$gt") },
  {
    part: "list.filter.operators.further#gte",
    does: "has no $gte",
    change: refusesOperator("$gte"),
  },
  {
    part: "list.filter.operators.further#lte",
    does: "has no $lte",
    change: refusesOperator("$lte"),
  },
  { part: "list.filter.operators.further#in", does: "has no $in", change: refusesOperator("$in") },
  {
    part: "list.filter.object-field#phone",
    does: "ignores it",
    change: takesQuery("filter", has("phone")),
  },
  {
    part: "list.filter.object-field#client-data",
    does: "ignores it",
    change: takesQuery("filter", has("clientData")),
  },
  {
    part: "list.filter.object-field#plan-ids",
    does: "ignores it",
    change: takesQuery("filter", has("plan_ids")),
  },
  { part: "scope.unknown#list", does: "ignores it", change: takesQuery("scope", isOfList) },
  { part: "scope.unknown#record", does: "ignores it", change: takesQuery("scope", isOfOne) },
  { part: "include.unknown#list", does: "ignores it", change: takesQuery("include", isOfList) },
  { part: "include.unknown#record", does: "ignores it", change: takesQuery("include", isOfOne) },
  {
    part: "include.plans#none",
    does: "has null",
    change: joins(({ query }) => !query.has("scope"), "data.Plans", null),
  },
  {
    part: "include.plans#plans",
    does: "has none",
    change: joins(({ query }) => query.has("scope"), "data.Plans", []),
  },
  {
    part: "include.plans#list",
    does: "has none in lists",
    change: joins(isListOfLeads, "data.0.Plans", undefined),
  },
  { part: "query.repeated#limit", does: "takes the first", change: takesTwice("limit") },
  { part: "query.repeated#offset", does: "takes the first", change: takesTwice("offset") },
  { part: "query.repeated#order", does: "takes the first", change: takesTwice("order") },
  { part: "query.repeated#filter", does: "takes the first", change: takesTwice("filter") },
  { part: "query.repeated#scope", does: "takes the first", change: takesTwice("scope") },
  { part: "query.repeated#include", does: "takes the first", change: takesTwice("include") },
];
