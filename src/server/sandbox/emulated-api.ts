/** Assembles the emulated API: gates in front of operations. */
import { Hono } from "hono";

import { lazy } from "../../base/values/lazy.ts";
import { hostName } from "../../domain/model/request-target.ts";
import type { SurfaceName } from "../../domain/model/surface.ts";
import { surfaces } from "../../domain/model/surface.ts";
import type { SurfaceRoute } from "../../network/http/surfaces.ts";
import { surfaceFinder } from "../../network/http/surfaces.ts";
import type { Registry } from "../../world/workspace/registry/registry.ts";
import type { EmulatedEnv } from "../../world/workspace/requests/context.ts";
import type { ApiOperation } from "../api/routes/call.ts";
import { mountApi } from "../api/routes/mount.ts";
import { operationFinder } from "../api/routes/operation-finder.ts";
import { apiOperations } from "../api/routes/operations.ts";
import { authenticateGate, surfaceGate } from "../gates/authenticate.ts";
import { failureGate } from "../gates/failure.ts";
import type { FailureListener } from "../gates/failure.ts";
import { faultGate } from "../gates/faults.ts";
import type { Answerer, Gate } from "../gates/gate.ts";
import { behind, refusingGate } from "../gates/gate.ts";
import { httpsGate } from "../gates/https.ts";
import type { JournalOptions } from "../gates/journal.ts";
import { journal } from "../gates/journal.ts";
import { quotaGate } from "../gates/quota.ts";
import type { Config } from "../settings/config.ts";
import { exchangeGate } from "./edge.ts";
import type { ApiFetch, Edge } from "./edge.ts";
import { interceptedHosts } from "./interception.ts";
import type { Address } from "./served-address.ts";

/** The emulated API: its operations, their lookup by method and path, and what answers, which the first request makes. */
export interface EmulatedApi {
  readonly operations: readonly ApiOperation[];
  readonly locate: ReturnType<typeof operationFinder>;
  readonly fetch: () => ApiFetch;
}

/** What a program in the same process adds: a first gate, and a callback for each entry of the journal. */
export interface ApiWatch {
  readonly gate?: Gate;
  readonly edge?: Edge;
  readonly onFailure?: FailureListener;
  readonly onEntry: JournalOptions["onEntry"];
}

/** The API over the workspaces of `registry`. Gates refuse in their order (rule error.order). */
export function emulatedApi(...parts: Parameters<typeof appOf>): EmulatedApi {
  const [, registry, , { edge }] = parts;
  const locate = operationFinder(apiOperations);
  const fetch = lazy(() => {
    const app = appOf(...parts);
    return edge?.around(app.fetch, { registry, locate }) ?? app.fetch;
  });
  return { operations: apiOperations, locate, fetch };
}

function appOf(
  config: Config,
  registry: Registry,
  routes: readonly SurfaceRoute<SurfaceName>[],
  watch: ApiWatch,
  { servedAt, during }: Pick<Address, "servedAt" | "during">,
): Hono<EmulatedEnv> {
  const app = new Hono<EmulatedEnv>();
  const nameOf = surfaceFinder(routes, "partner-sandbox");
  app.onError((error) => {
    throw error;
  });
  const isIntercepted = interceptedHosts(config)?.matches;
  const gates = [
    ...(watch.onFailure === undefined ? [] : [failureGate(watch.onFailure)]),
    ...(watch.gate === undefined ? [] : [refusingGate(watch.gate)]),
    faultGate,
    ...(config.requireHttps ? [httpsGate] : []),
    authenticateGate(config.shard, registry, isIntercepted),
    quotaGate,
    surfaceGate(isIntercepted),
    ...(watch.edge === undefined && watch.gate === undefined ? [] : [exchangeGate]),
  ];
  const journaled = journal({
    registry,
    headers: config.headers,
    servedAt: (context) => servedAt(context.isServed ? context : undefined),
    onEntry: watch.onEntry,
    surfaceOf: ({ env }) => surfaces[env.surface ?? nameOf(hostName(env.target.host), env.port)],
  });
  // Only what is not a GET sends mails, whose links have the origin of the request.
  const linked =
    (answerer: Answerer): Answerer =>
    (context) =>
      context.isServed && context.method !== "GET"
        ? during(context, () => answerer(context))
        : answerer(context);
  mountApi(app, apiOperations, (answerer, operationId) =>
    journaled(behind(gates, linked(answerer)), operationId),
  );
  return app;
}
