/** The rest of the generic pattern: known resources and verbs that no key of a partner may use (interface 4.2, 5.7; rule auth.permissions). */
import type { Method } from "../http/operation.ts";
import type { ApiOperation } from "./call.ts";
import { NoParameters } from "./query-schemas.ts";

const resources = ["firms", "firmMembers", "referralCodes", "plans", "clientProfiles"] as const;

/** Creating, changing and deleting what is not a Lead, and a Lead without a parent. */
export function refusedResources(): readonly ApiOperation[] {
  return [
    refused("POST", "/leads"),
    ...resources.flatMap((resource) => [
      refused("POST", `/${resource}`),
      refused("PATCH", `/${resource}/{id}`),
      refused("DELETE", `/${resource}/{id}`),
    ]),
  ];
}

function refused(method: Method, path: string): ApiOperation {
  const name = path.slice(1).split("/")[0] ?? "";
  return {
    id: `${method.toLowerCase()}-${name}`,
    summary: `${method} of ${name}, which no key may do`,
    clause: "4.2",
    standing: "assumed",
    method,
    path,
    query: NoParameters,
    status: 200,
    answer: null,
    permission: null,
    rules: [],
    refusals: ["auth.permission", "auth.permissions"],
    run() {
      throw new Error("No key has the permission for this.");
    },
  };
}
