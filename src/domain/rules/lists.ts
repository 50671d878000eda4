import type { Rule } from "./rule.ts";

/** Lists and the query parameters of a GET. */
export const listRules = {
  "list.envelope": {
    clause: "2.5",
    standing: "documented",
    statement:
      "A list is `{ data, meta: { total, count, offset, limit } }` with four integers. `total` " +
      "counts all matches, `count` the records on this page.",
    source: "/getting-started/pagination",
  },
  "list.limit": {
    clause: "4.3, 8",
    standing: "documented",
    statement:
      "`limit` is 20 by default and at most 100. Other values are not documented: above 100, " +
      "below 1 or not an integer is 422 with INVALID on `limit`. Under `clamped` the nearest " +
      "allowed value applies, and 20 for a value that is not an integer.",
    source: "/getting-started/pagination",
    default: "422",
    alternatives: ["clamped"],
  },
  "list.offset": {
    clause: "4.3",
    standing: "documented",
    statement:
      "`offset` is the number of records to skip, 0 by default. Other values are not " +
      "documented: negative or not an integer is 422 with INVALID on `offset`. Under `zero` it " +
      "counts as 0.",
    source: "/getting-started/pagination",
    default: "422",
    alternatives: ["zero"],
  },
  "list.order": {
    clause: "4.3",
    standing: "documented",
    statement:
      "`order` is a JSON array of [field, `ASC` or `DESC`] pairs, by default `createdAt` " +
      "descending. Invalid values are not documented: invalid JSON, an unknown field or " +
      "direction is 422 with INVALID on `order`. Under `ignored` the default order applies.",
    source: "/getting-started/pagination",
    default: "422",
    alternatives: ["ignored"],
  },
  "list.order.ties": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "Records that are equal in `order` are listed newest first, by creation. Under " +
      "`oldest-first` they are listed oldest first.",
    default: "newest-first",
    alternatives: ["oldest-first"],
  },
  "list.order.quotes": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "An `order` in single quotes, such as `[['email','ASC']]`, is not JSON and so is 422 with " +
      "INVALID. Under `accepted` it is read as if the quotes were double.",
    default: "422",
    alternatives: ["accepted"],
  },
  "list.filter": {
    clause: "4.3",
    standing: "documented",
    statement:
      "`filter` is a JSON object of fields and exact values. A record must match all of them, " +
      "and null matches null.",
    source: "/getting-started/pagination",
  },
  "list.filter.invalid": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "A `filter` that is not a JSON object is 422 with INVALID. So are an invalid timestamp, a " +
      "number too large for its field and an empty operator object. An array or object where a " +
      "value belongs is 422 with INCORRECT_TYPE. Under `ignored` such a filter has no effect, " +
      "and such a value matches no record.",
    default: "422",
    alternatives: ["ignored"],
  },
  "list.filter.local-time": {
    clause: "4.3",
    standing: "assumed",
    statement: "In `filter`, a timestamp without an offset is in UTC.",
  },
  "list.filter.timestamps": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "In `filter`, a timestamp has the form `2026-01-07T09:00:00Z`, with seconds and `Z` or an " +
      "offset such as `+01:00`; a date may stand alone. Under `any-iso-8601` it may also lack " +
      "seconds or minutes, have the basic form `20260107T090000Z`, or an offset such as `+0100`.",
    default: "extended",
    alternatives: ["any-iso-8601"],
  },
  "list.filter.operators": {
    clause: "4.3",
    standing: "documented",
    statement:
      "A filter value may be an object with `$lt` or `$ne`, as the samples show. Rules " +
      "list.filter.operators.further and list.filter.operators.unknown cover other operators.",
  },
  "list.filter.operators.further": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "The operators `$eq`, `$gt`, `$gte`, `$lte` and `$in` work too. Under `unknown` they are " +
      "treated like every unknown operator (rule list.filter.operators.unknown).",
    default: "supported",
    alternatives: ["unknown"],
  },
  "list.filter.operators.unknown": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "An unknown operator in `filter` is 422 with UNSUPPORTED. Under `no-rows` it matches no " +
      "record, and under `ignored` it has no effect.",
    default: "422",
    alternatives: ["no-rows", "ignored"],
  },
  "list.filter.object-field": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "A filter on a field with an object or an array, such as `phone`, `clientData` or " +
      "`plan_ids`, is 422 with UNSUPPORTED. Under `no-rows` it matches no record, and under " +
      "`ignored` it has no effect.",
    default: "422",
    alternatives: ["no-rows", "ignored"],
  },
  "list.filter.unknown-field": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "A filter on a field that the resource lacks is 422 with NOT_FOUND. Under `no-rows` it " +
      "matches no record, and under `ignored` it has no effect.",
    default: "422",
    alternatives: ["no-rows", "ignored"],
  },
  "scope.default": {
    clause: "2.6",
    standing: "documented",
    statement: "Without `scope`, lists omit soft-deleted records, and by id they are 404.",
  },
  "scope.deleted-parent": {
    clause: "2.6",
    standing: "assumed",
    statement:
      "A soft-deleted Firm or FirmMember is 404 as the parent in a path, under any `scope` (see " +
      "also rule lead.deleted-member). Its own records are not deleted with it, and its keys " +
      "still work.",
  },
  "scope.with-deleted": {
    clause: "2.6, 4.3",
    standing: "documented",
    statement: "`scope=withDeleted` also returns soft-deleted records, in lists and by id.",
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
      "Any other `scope` is 422 with INVALID on `scope`. Under `ignored` it has no effect.",
    default: "422",
    alternatives: ["ignored"],
  },
  "include.plans": {
    clause: "4.1",
    standing: "documented",
    statement: "`include=Plans` adds to each Lead the Plans that the Firm may see, or `[]`.",
  },
  "include.deleted": {
    clause: "2.6, 4.1",
    standing: "assumed",
    statement:
      "`include` leaves out soft-deleted Plans and ClientProfiles under any `scope`. Under " +
      "`by-scope` it adds them with `scope=withDeleted`.",
    default: "left-out",
    alternatives: ["by-scope"],
  },
  "include.separator": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "`include` takes several paths separated by commas. Under `none` a value with a comma is " +
      "one path, which is unknown (rule include.unknown).",
    default: "comma",
    alternatives: ["none"],
  },
  "include.client-profiles": {
    clause: "4.1",
    standing: "documented",
    statement:
      "`include=Plans.ClientProfiles` adds the Plans with their client profiles nested in them.",
  },
  "include.plans.several-leads": {
    clause: "4.1",
    standing: "assumed",
    statement:
      "When a client has several Leads, `include=Plans` gives each Lead the Plans of its own " +
      "conversion. It also gives it the client's Plans that the Firm owns because staff linked " +
      "them. Under `own-only` it gives only the first, under `all-of-client` every Plan of the " +
      "client that the Firm owns.",
    default: "own-and-linked",
    alternatives: ["own-only", "all-of-client"],
  },
  "include.permission": {
    clause: "4.1, 5.6",
    standing: "assumed",
    statement:
      "`include=Plans` and `include=Plans.ClientProfiles` require the permission `plans:read`, " +
      "as GET `/plans` does. Without it the request is 403; under `left-out` it is answered " +
      "without that path. ClientProfiles come with their Plans even for a key that may not read " +
      "them directly.",
    default: "403",
    alternatives: ["left-out"],
  },
  "include.unknown": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "Any other path in `include` is 422 with INVALID on `include`. Under `ignored` it has no " +
      "effect.",
    default: "422",
    alternatives: ["ignored"],
  },
  "include.spelling": {
    clause: "4.1",
    standing: "assumed",
    statement:
      "A parameter spelled `includes` has no effect. Under `accepted` it is read as `include`.",
    default: "ignored",
    alternatives: ["accepted"],
  },
  "query.unknown": {
    clause: "4.3",
    standing: "assumed",
    statement: "An unknown query parameter has no effect. Under `422` it is 422 with UNSUPPORTED.",
    default: "ignored",
    alternatives: ["422"],
  },
  "query.repeated": {
    clause: "4.3",
    standing: "assumed",
    statement:
      "A known query parameter given more than once is 422 with INVALID on it. Under `first` " +
      "the first value counts.",
    default: "422",
    alternatives: ["first"],
  },
} as const satisfies Record<string, Rule>;
