import { RegExpRouter } from "hono/router/reg-exp-router";

import { lazy } from "../../../base/values/lazy.ts";
import { routePath } from "../../../network/http/operation.ts";
import type { ApiOperation } from "./call.ts";

/** The version segment of paths (interface 9; rule http.version-prefix). */
export const versionPrefix = "/v1";

/** An operation and the parameters in the request's path. */
export interface FoundOperation {
  readonly operation: ApiOperation;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the operation of a method and a path, with or without the version segment; null when there is none. */
export function operationFinder(
  operations: readonly ApiOperation[],
): (method: string, path: string) => FoundOperation | null {
  const router = lazy(() => routerOf(operations));
  return (method, path) => {
    const [[found], stash] = router().match(method === "HEAD" ? "GET" : method, path);
    if (found === undefined) return null;
    const [operation, indexes] = found;
    const params = Object.entries(indexes).map(([name, at]): [string, string] => [
      name,
      typeof at === "number" ? (stash?.[at] ?? "") : at,
    ]);
    return { operation, params: Object.fromEntries(params) };
  };
}

function routerOf(operations: readonly ApiOperation[]): RegExpRouter<ApiOperation> {
  const router = new RegExpRouter<ApiOperation>();
  for (const prefix of ["", versionPrefix]) {
    for (const operation of operations) {
      router.add(operation.method, prefix + routePath(operation.path), operation);
    }
  }
  return router;
}
