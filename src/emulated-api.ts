/** Assembles the emulated API: gates in front of operations. */
import { Hono } from "hono";

import type { ApiOperation } from "./api/call.ts";
import { mountApi } from "./api/mount.ts";
import { operationFinder } from "./api/operation-finder.ts";
import { apiOperations } from "./api/operations.ts";
import type { Config } from "./config.ts";
import { showRequest } from "./control/show-request.ts";
import { lazy } from "./domain/lazy.ts";
import { hostName } from "./domain/request-target.ts";
import type { SurfaceName } from "./domain/surface.ts";
import { surfaces } from "./domain/surface.ts";
import { authenticateGate, surfaceGate } from "./gates/authenticate.ts";
import { faultGate } from "./gates/faults.ts";
import { behind } from "./gates/gate.ts";
import { httpsGate } from "./gates/https.ts";
import { journal } from "./gates/journal.ts";
import { quotaGate } from "./gates/quota.ts";
import type { SurfaceRoute } from "./http/surfaces.ts";
import { surfaceFinder } from "./http/surfaces.ts";
import type { SandboxWatch } from "./sandbox-watch.ts";
import type { Address } from "./served-address.ts";
import type { Registry } from "./workspace/registry.ts";
import type { EmulatedEnv } from "./workspace/request-context.ts";

/** The emulated API: its operations, their lookup by method and path, and the app. */
export interface EmulatedApi {
  readonly operations: readonly ApiOperation[];
  readonly locate: ReturnType<typeof operationFinder>;
  readonly app: Hono<EmulatedEnv>;
}

/** The API over the workspaces of `registry`. Gates refuse in their order (rule error.order). */
export function emulatedApi(
  config: Config,
  registry: Registry,
  routes: readonly SurfaceRoute<SurfaceName>[],
  watch: SandboxWatch,
  { servedAt }: Pick<Address, "servedAt">,
): EmulatedApi {
  const operations = apiOperations();
  const finder = lazy(() => operationFinder(operations));
  const app = new Hono<EmulatedEnv>();
  const nameOf = surfaceFinder(routes, "partner-sandbox");
  app.onError((error) => {
    throw error;
  });
  const gates = [
    ...(watch.gate === undefined ? [] : [watch.gate]),
    faultGate,
    httpsGate(config.requireHttps),
    authenticateGate,
    quotaGate,
    surfaceGate,
  ];
  const journaled = journal({
    registry,
    headers: config.headers,
    servedAt,
    onEntry: (entry) => watch.onRequest?.(showRequest(registry, entry)),
    surfaceOf: ({ env }) => surfaces[env.surface ?? nameOf(hostName(env.target.host), env.port)],
  });
  mountApi(app, operations, (answerer, operationId) =>
    journaled(behind(gates, answerer), operationId),
  );
  return { operations, locate: (method, path) => finder()(method, path), app };
}
