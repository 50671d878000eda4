/**
 * The rest of the generic pattern: known resources and verbs that no partner key may call
 * (interface 4.2, 5.7; rule auth.permissions).
 */
import type { Method } from "../http/operation.ts";
import type { ApiOperation, OfferRuleId } from "./call.ts";
import { offerRuleOf, otherResources } from "./offered.ts";
import { NoParameters } from "./query-schemas.ts";

/** Create, update and delete of resources other than Leads, and of a Lead without a parent. */
export function refusedResources(): readonly ApiOperation[] {
  return [
    refused("POST", "/leads", "lead.list-all"),
    ...otherResources.flatMap((resource) => [
      refused("POST", `/${resource}`, offerRuleOf[resource]),
      refused("PATCH", `/${resource}/{id}`, offerRuleOf[resource]),
      refused("DELETE", `/${resource}/{id}`, offerRuleOf[resource]),
    ]),
  ];
}

function refused(method: Method, path: string, offeredBy: OfferRuleId): ApiOperation {
  const name = path.slice(1).split("/")[0] ?? "";
  return {
    id: `${method.toLowerCase()}-${name}`,
    summary: `${method} of ${name}, which no key may call`,
    clause: "4.2",
    standing: "assumed",
    method,
    path,
    query: NoParameters,
    status: 200,
    answer: null,
    permission: null,
    offeredBy,
    rules: [],
    refusals: { 403: ["auth.permission", "auth.permissions"] },
    run() {
      throw new Error("No key has the permission for this.");
    },
  };
}
