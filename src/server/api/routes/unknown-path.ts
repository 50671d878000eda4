import { ApiError } from "../../../network/http/api-error.ts";
import type { Method } from "../../../network/http/operation.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import type { ApiOperation } from "./call.ts";
import type { FoundOperation } from "./operation-finder.ts";
import { operationFinder, versionPrefix } from "./operation-finder.ts";
import { refuseUnversioned } from "./version-prefix.ts";

/**
 * Refuses an unknown path, or finds the operation of a path with another version where the workspace accepts
 * those (rules http.path.unknown, http.method.unknown, http.version.other).
 */
export function unknownPaths(
  operations: readonly ApiOperation[],
): (context: RequestContext) => FoundOperation {
  const known = knownPaths(operations);
  const find = operationFinder(operations);
  return (context) => {
    const { path, method, trace } = context;
    const { version = "", rest = "" } = versioned.exec(path)?.groups ?? {};
    const found = version === "" || version === versionPrefix ? null : find(method, rest);
    if (found === null) throw unknownPath(context, known);
    if (trace.choice("http.version.other") === "accepted") return found;
    throw new ApiError({
      status: 404,
      rules: ["http.version.other"],
      reason: `The path is known under ${versionPrefix}, not under ${version}.`,
    });
  };
}

/** A path with a version segment that `/v1/` does not follow. */
const versioned = /^(?<version>\/v\d+)(?<rest>\/(?!v1\/).*)$/;

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: readonly Method[];
}

function knownPaths(operations: readonly ApiOperation[]): readonly KnownPath[] {
  return [...Map.groupBy(operations, ({ path }) => path)].map(([path, of]) => ({
    pattern: new RegExp(`^(?:${versionPrefix})?${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    methods: of.map(({ method }) => method),
  }));
}

function unknownPath(context: RequestContext, known: readonly KnownPath[]): ApiError {
  const { path, method, trace } = context;
  const methods = known
    .filter(({ pattern }) => pattern.test(path))
    .flatMap((found) => found.methods);
  if (methods.length === 0) {
    return new ApiError({
      status: 404,
      rules: ["http.path.unknown"],
      reason: "The interface has no such path.",
    });
  }
  refuseUnversioned(context);
  const status = trace.choice("http.method.unknown");
  return new ApiError({
    status: status === "404" ? 404 : 405,
    rules: ["http.method.unknown"],
    reason: `The path supports ${methods.join(", ")}, not ${method}.`,
    ...(status === "405" ? { headers: { allow: methods.join(", ") } } : {}),
  });
}
