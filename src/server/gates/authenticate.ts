import { plainHostName } from "../../base/values/host-pattern.ts";
import { otherKeyHeaders } from "../../domain/hiding/secret-headers.ts";
import type { ApiKey } from "../../domain/model/api-key.ts";
import { isKeyShape, keyProblem, keyRefusal } from "../../domain/model/api-key.ts";
import { interceptFlag } from "../../domain/model/intercept-flag.ts";
import { isKeyOf, shardOfKey } from "../../domain/model/shard.ts";
import type { RuleId } from "../../domain/rules/catalogue.ts";
import { ApiError } from "../../network/http/api-error.ts";
import type { Registry } from "../../world/workspace/registry/registry.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";
import { addHint } from "../../world/workspace/requests/hints.ts";
import type { Gate } from "./gate.ts";

/**
 * Refuses a request without a valid API key (interface 5.1 to 5.6; rules auth.missing, auth.invalid,
 * env.key-mismatch, auth.role-surface). `shard` is that of the sandbox, for the reason, as are the keys of `registry`
 * and `isIntercepted`.
 */
export function authenticateGate(
  shard: string | null,
  registry: Pick<Registry, "hasExpiredKey">,
  isIntercepted: IsIntercepted = never,
): Gate {
  return (context, next) => {
    const { keyText, apiKey } = context;
    if (keyText === "" && isPreflight(context.request)) addHint(context.notes, noCors);
    if (keyText === "") throw unauthenticated("auth.missing", missingKeyReason(context.request));
    if (apiKey === null)
      throw unauthenticated("auth.invalid", unknownKeyReason(keyText, shard, registry));
    const judged = keyRefusal(apiKey, context.now);
    if (judged !== null) throw unauthenticated("auth.invalid", `The API key is ${judged}.`);
    refuseBySurface(context, apiKey, "401", isIntercepted);
    return next(context);
  };
}

/** Whether a browser asks if a page of another site may send a request. */
function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("access-control-request-method");
}

const noCors =
  "This is the CORS pre-flight of a browser. The interface has no CORS; its keys belong on a server.";

/** Whether the proxy of `--intercept` sends a host to the sandbox. */
type IsIntercepted = (host: string) => boolean;

const never: IsIntercepted = () => false;

function unknownKeyReason(
  key: string,
  shard: string | null,
  registry: Pick<Registry, "hasExpiredKey">,
): string {
  if (!isKeyShape(key)) return `The X-API-Key is not a UUID version 4. ${keyProblem(key)}.`;
  if (shard !== null && !isKeyOf(key, shard)) {
    return `The API key begins with ${shardOfKey(key)}, and this is shard ${shard}: the proxy's table sends it to the wrong sandbox.`;
  }
  if (registry.hasExpiredKey(key.toLowerCase())) {
    return "The workspace of this API key has expired: it reached its ttlSeconds, or nothing used it for that long. Create another one, or use it more often.";
  }
  return "No workspace of this sandbox has this API key. GET /_sandbox/api-keys shows those of a workspace.";
}

function missingKeyReason({ headers }: Request): string {
  if (headers.has("x-api-key")) return "The X-API-Key header is empty: send the API key in it.";
  const other = otherKeyHeaders.find((name) => headers.has(name));
  const instead = other === undefined ? "" : ` It has ${other}, which is not read.`;
  return `The request has no X-API-Key header.${instead} Send the API key in X-API-Key; nothing else authenticates a request.`;
}

/** Surface checks for workspaces where they answer 403: these come after the quota (rule error.order). */
export function surfaceGate(isIntercepted: IsIntercepted = never): Gate {
  return (context, next) => {
    if (context.apiKey !== null) refuseBySurface(context, context.apiKey, "403", isIntercepted);
    return next(context);
  };
}

function refuseBySurface(
  context: RequestContext,
  key: ApiKey,
  status: "401" | "403",
  isIntercepted: IsIntercepted,
): void {
  const { surface, trace } = context;
  const advice = (): string => {
    const host = plainHostName(URL.parse(context.request.url)?.hostname ?? "");
    return isIntercepted(host) ? ` For this key, start with ${interceptFlag(host, key)}.` : "";
  };
  if (key.environment !== surface.environment) {
    if (trace.choice("env.key-mismatch") === status) {
      throw refused(
        status,
        "env.key-mismatch",
        `The API key is of the ${key.environment} environment, the domain of the ${surface.environment} one.${advice()}`,
      );
    }
  } else if (key.roleType !== surface.api && trace.choice("auth.role-surface") === status) {
    throw refused(
      status,
      "auth.role-surface",
      `The API key has the role type ${key.roleType}, the domain is the ${surface.api} API's.${advice()}`,
    );
  }
}

function unauthenticated(rule: RuleId, reason: string): ApiError {
  return refused("401", rule, reason);
}

function refused(status: "401" | "403", rule: RuleId, reason: string): ApiError {
  const bySurface = rule === "env.key-mismatch" || rule === "auth.role-surface";
  return new ApiError({
    status: status === "401" ? 401 : 403,
    rules: bySurface ? [rule, "env.surface"] : [rule],
    reason,
  });
}
