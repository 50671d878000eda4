import type { RuleId } from "../catalogue.ts";
import type { Parts } from "../rule.ts";

/** The parts of the rules about lists and query parameters. */
export const listParts = {
  "list.envelope": {
    page: "A list is `{ data, meta: { total, count, offset, limit } }` with four integers.",
    total: "`total` counts all matches.",
    count: "`count` is the number of records on this page.",
    filtered: "`total` counts only what matches a `filter`.",
  },
  "list.limit": {
    default: "`limit` is 20 by default.",
    given: "A page has at most `limit` records.",
    maximum: "`limit` is at most 100.",
    above: "A `limit` above 100 is 422 with INVALID.",
    below: "A `limit` below 1 is 422 with INVALID.",
    "not-integer": "A `limit` that is not an integer is 422 with INVALID.",
  },
  "list.offset": {
    skipped: "`offset` is the number of records to skip, 0 by default.",
    negative: "A negative `offset` is 422 with INVALID.",
    "not-integer": "An `offset` that is not an integer is 422 with INVALID.",
  },
  "list.order": {
    default: "`order` is by default `createdAt` descending.",
    pairs: "`order` is a JSON array of [field, `ASC` or `DESC`] pairs.",
    "not-json": "An `order` that is not JSON is 422 with INVALID.",
    "unknown-field": "An unknown field in `order` is 422 with INVALID.",
    direction: "An unknown direction in `order` is 422 with INVALID.",
  },
  "list.filter": {
    exact: "`filter` is a JSON object of fields and exact values.",
    all: "A record must match all of them.",
    null: "null matches null.",
  },
  "list.filter.invalid": {
    "not-object": "A `filter` that is not a JSON object is 422 with INVALID.",
    timestamp: "An invalid timestamp is 422 with INVALID.",
    "large-number": "A number too large for its field is 422 with INVALID.",
    "no-operator": "An empty operator object is 422 with INVALID.",
    array: "An array where a value belongs is 422 with INCORRECT_TYPE.",
  },
  "list.filter.operators": {
    lt: "A filter value may be an object with `$lt`.",
    ne: "A filter value may be an object with `$ne`.",
  },
  "list.filter.operators.further": {
    eq: "The operator `$eq` works.",
    gt: "The operator `$gt` works.",
    gte: "The operator `$gte` works.",
    lte: "The operator `$lte` works.",
    in: "The operator `$in` works.",
  },
  "list.filter.object-field": {
    phone: "A filter on `phone` is 422 with UNSUPPORTED.",
    "client-data": "A filter on `clientData` is 422 with UNSUPPORTED.",
    "plan-ids": "A filter on `plan_ids` is 422 with UNSUPPORTED.",
  },
  "scope.unknown": {
    list: "Any other `scope` of a list is 422 with INVALID.",
    record: "Any other `scope` of one record is 422 with INVALID.",
  },
  "include.plans": {
    none: "`include=Plans` adds `[]` to a Lead without Plans.",
    plans: "It adds to a Lead the Plans that the Firm may see.",
    list: "It does so for each Lead of a list.",
  },
  "include.unknown": {
    list: "Any other path in `include` of a list is 422 with INVALID.",
    record: "Any other path in `include` of one record is 422 with INVALID.",
  },
  "query.repeated": {
    limit: "`limit` given more than once is 422 with INVALID.",
    offset: "`offset` given more than once is 422 with INVALID.",
    order: "`order` given more than once is 422 with INVALID.",
    filter: "`filter` given more than once is 422 with INVALID.",
    scope: "`scope` given more than once is 422 with INVALID.",
    include: "`include` given more than once is 422 with INVALID.",
    "opt-out": "`disableClientOutreach` given more than once is 422 with INVALID.",
  },
} as const satisfies Partial<Record<RuleId, Parts>>;
