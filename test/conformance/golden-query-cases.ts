/** Golden cases for query parameters (interface 4.3). */
import type { ApiOperation } from "../../src/server/api/routes/call.ts";
import { issueKey, permittedKey, readsQuery, sendTo } from "./cases.ts";
import type { GoldenCase } from "./golden-cases.ts";

function isList({ query, permission }: ApiOperation): boolean {
  return permission !== null && "limit" in query({}).shape;
}

function takesScope({ query, permission }: ApiOperation): boolean {
  return permission !== null && "scope" in query({}).shape;
}

function takesInclude(operation: ApiOperation): boolean {
  return takesScope(operation) && "include" in operation.query({}).shape;
}

/** Includes are tested on Leads and on resources with Plans or profiles, whose messages list different values. */
export const queryErrors: readonly GoldenCase[] = [
  wrong("422 every parameter wrong", isList, {
    limit: "0",
    offset: "-1",
    order: "createdAt",
    filter: "id",
    scope: "all",
    include: "Nothing",
  }),
  wrong("422 limit over the maximum", isList, { limit: "101" }),
  wrong("422 order by an unknown field", isList, { order: '[["colour","ASC"]]' }),
  wrong("422 order in an unknown direction", isList, { order: '[["createdAt","UP"]]' }),
  wrong("422 order that is no pair", isList, { order: '["createdAt","ASC"]' }),
  wrong("422 order in single quotes", isList, { order: "[['createdAt','ASC']]" }),
  wrong("422 filter by unknown fields", isList, { filter: '{"colour":"red","size":1}' }),
  wrong("422 filter by an unknown operator", isList, { filter: '{"id":{"$like":"L%"}}' }),
  wrong("422 filter by an operator in a field's place", isList, { filter: '{"$or":[]}' }),
  wrong("422 filter by values of a wrong type", isList, {
    filter: '{"id":["a"],"createdAt":"yesterday","updatedAt":{"$in":1},"deletedAt":{}}',
  }),
  wrong("422 filter by a field without an exact value", hasObjects, { filter: '{"phone":null}' }),
  wrong("422 unknown scope", takesScope, { scope: "all" }),
  wrong("422 unknown include", takesInclude, { include: "Nothing" }),
  {
    error: "403 include without the permission (assumed)",
    by: ({ refusals }) => refusals[403]?.includes("include.permission") === true,
    async send(world, operation) {
      const { key } = await issueKey(world, { permissions: [operation.permission] });
      return sendTo(world, operation, { key, query: { include: "Plans" } });
    },
  },
  wrong("422 scope given twice", takesScope, "scope=active&scope=active"),
  wrong(
    "422 disableClientOutreach given twice",
    ({ query }) => "disableClientOutreach" in query({}).shape,
    "disableClientOutreach=true&disableClientOutreach=true",
  ),
  {
    ...wrong("422 unknown parameter (assumed)", readsQuery, { colour: "red" }),
    assumptions: { "query.unknown": "422" },
  },
];

function hasObjects(operation: ApiOperation): boolean {
  return isList(operation) && /\/(?:leads|clientProfiles)$/.test(operation.path);
}

function wrong(
  error: string,
  by: GoldenCase["by"],
  query: Readonly<Record<string, string>> | string,
): GoldenCase {
  return {
    error,
    by,
    send: async (world, operation) =>
      sendTo(world, operation, { key: await permittedKey(world, operation), query }),
  };
}
