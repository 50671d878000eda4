import type { Rule } from "./rule.ts";

/** Lists and the query parameters of a GET. */
export const listRules = {
  "list.envelope": {
    clause: "2.5",
    standing: "documented",
    statement:
      "A list is `{ data, meta: { total, count, offset, limit } }` with four integers: `total` " +
      "counts all matches, `count` the records on this page.",
    source: "/getting-started/pagination",
  },
  "list.limit": {
    clause: "4.3, 8",
    standing: "documented",
    statement:
      "`limit` is 20 when absent and at most 100. What another value gets is not documented: " +
      "above 100, below 1 or no integer is 422 with INVALID on `limit`; under `clamped` the " +
      "nearest allowed value is used, and 20 for what is no integer.",
    source: "/getting-started/pagination",
    default: "422",
    alternatives: ["clamped"],
  },
  "list.offset": {
    clause: "4.3",
    standing: "documented",
    statement:
      "`offset` is the number of records skipped, 0 when absent. What another value gets is not " +
      "documented: negative or no integer is 422 with INVALID on `offset`, or counts as 0 under " +
      "`zero`.",
    source: "/getting-started/pagination",
    default: "422",
    alternatives: ["zero"],
  },
  "list.order": {
    clause: "4.3",
    standing: "documented",
    statement:
      "`order` is a JSON array of [field, `ASC` or `DESC`] pairs, by default `createdAt` " +
      "descending. A bad value is not documented: faulty " +
      "JSON, field or direction is 422 with INVALID on `order`, or gives the default order under " +
      "`ignored`.",
    source: "/getting-started/pagination",
    default: "422",
    alternatives: ["ignored"],
  },
  "list.order.ties": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "Records that `order` does not tell apart are listed newest first, by creation; under " +
      "`oldest-first` oldest first.",
    default: "newest-first",
    alternatives: ["oldest-first"],
  },
  "list.order.quotes": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "An `order` in single quotes, such as `[['email','ASC']]`, is not JSON and so is 422 with " +
      "INVALID; under `accepted` it is read as if the quotes were double.",
    default: "422",
    alternatives: ["accepted"],
  },
  "list.filter": {
    clause: "4.3",
    standing: "documented",
    statement:
      "`filter` is a JSON object of field and exact value; a record must match all of them, and " +
      "null matches null. Not documented: a `filter` that is no JSON object, a moment that is " +
      "none, or a number that is too large where the field holds numbers, is 422 with INVALID, and " +
      "a moment without an offset is in UTC.",
    source: "/getting-started/pagination",
  },
  "list.filter.operators": {
    clause: "4.3",
    standing: "documented",
    statement:
      "A filter value may be an object with `$lt` or `$ne`, as the samples show. Rules " +
      "list.filter.operators.further and list.filter.operators.unknown are about other operators.",
  },
  "list.filter.operators.further": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "The operators `$eq`, `$gt`, `$gte`, `$lte` and `$in` work too; under `unknown` they are " +
      "treated like every unknown operator (rule list.filter.operators.unknown).",
    default: "supported",
    alternatives: ["unknown"],
  },
  "list.filter.operators.unknown": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "An unknown operator in `filter` is 422 with UNSUPPORTED; under `no-rows` it matches no " +
      "record, and under `ignored` it is left out.",
    default: "422",
    alternatives: ["no-rows", "ignored"],
  },
  "list.filter.object-field": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "A filter on a field that holds an object or an array, such as `phone`, `clientData` or " +
      "`plan_ids`, is 422 with UNSUPPORTED; under `no-rows` it matches no record, and under " +
      "`ignored` it is left out.",
    default: "422",
    alternatives: ["no-rows", "ignored"],
  },
  "list.filter.unknown-field": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "A filter on a field that the resource lacks is 422 with NOT_FOUND; under `no-rows` it " +
      "matches no record, and under `ignored` it is left out.",
    default: "422",
    alternatives: ["no-rows", "ignored"],
  },
  "scope.default": {
    clause: "2.6",
    standing: "documented",
    statement:
      "Without `scope`, soft-deleted records are not listed, and by id they are 404. Not " +
      "documented: a Firm or FirmMember that a path names as parent is 404 under any `scope` (but " +
      "see rule lead.deleted-member), while its own records are not deleted with it and its keys " +
      "go on to work.",
  },
  "scope.with-deleted": {
    clause: "2.6, 4.3",
    standing: "documented",
    statement: "`scope=withDeleted` returns soft-deleted records as well, in lists and by id.",
  },
  "scope.active": {
    clause: "4.3",
    standing: "documented",
    statement: "`scope=active` returns only records that are not deleted.",
  },
  "scope.unknown": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "Any other `scope` is 422 with INVALID on `scope`, or has no effect under `ignored`.",
    default: "422",
    alternatives: ["ignored"],
  },
  "include.plans": {
    clause: "4.1",
    standing: "documented",
    statement:
      "`include=Plans` adds to each Lead the Plans that the Firm may see, `[]` when there are " +
      "none; soft-deleted ones are left out, whatever the scope.",
  },
  "include.separator": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "`include` takes several paths with commas between them; under `none` a text with a comma is " +
      "one path, which is unknown (rule include.unknown).",
    default: "comma",
    alternatives: ["none"],
  },
  "include.client-profiles": {
    clause: "4.1",
    standing: "documented",
    statement:
      "`include=Plans.ClientProfiles` adds the Plans with their client profiles nested in them; " +
      "soft-deleted ones are left out, whatever the scope.",
  },
  "include.plans.several-leads": {
    clause: "4.1",
    standing: "assumed",
    statement:
      "Where a client has several Leads, `include=Plans` joins to each Lead the Plans that its " +
      "conversion made and those of the client that the Firm owns but none of its Leads made, as " +
      "staff linked them; under `own-only` just the former, under `all-of-client` every Plan of the " +
      "client that the Firm owns.",
    default: "own-and-linked",
    alternatives: ["own-only", "all-of-client"],
  },
  "include.permission": {
    clause: "4.1, 5.6",
    standing: "assumed",
    statement:
      "`include=Plans` and `include=Plans.ClientProfiles` require the permission `plans:read`, as " +
      "GET `/plans` does: without it the request is 403; under `left-out` it is answered as " +
      "without that path. ClientProfiles come with the Plans that they are nested in, also for a " +
      "key that may not read them directly.",
    default: "403",
    alternatives: ["left-out"],
  },
  "include.unknown": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "Any other path in `include` is 422 with INVALID on `include`, or left out under `ignored`.",
    default: "422",
    alternatives: ["ignored"],
  },
  "include.spelling": {
    clause: "4.1",
    standing: "assumed",
    statement:
      "A parameter spelled `includes` has no effect; under `accepted` it is read as `include`.",
    default: "ignored",
    alternatives: ["accepted"],
  },
  "query.unknown": {
    clause: "4.3",
    standing: "assumed",
    statement: "An unknown query parameter has no effect; under `422` it is 422 with UNSUPPORTED.",
    default: "ignored",
    alternatives: ["422"],
  },
  "query.repeated": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "A known query parameter given more than once is 422 with INVALID on it; under `first` the " +
      "first value counts.",
    default: "422",
    alternatives: ["first"],
  },
} as const satisfies Record<string, Rule>;
