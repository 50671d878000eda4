/** Assembles a sandbox: both planes over the workspaces. */

import packageJson from "../../../package.json" with { type: "json" };
import { lazy } from "../../base/values/lazy.ts";
import { performance } from "../../base/values/native-timers.ts";
import { targetOf } from "../../domain/model/request-target.ts";
import type { SurfaceName } from "../../domain/model/surface.ts";
import { surfaceHosts, surfaceNames, surfaces } from "../../domain/model/surface.ts";
import { statusesOf } from "../../network/http/statuses.ts";
import type { SurfaceRoute } from "../../network/http/surfaces.ts";
import type { FixtureLibrary } from "../../world/workspace/fixtures/fixtures.ts";
import type { Adopted } from "../../world/workspace/registry/adoption.ts";
import type { Registry } from "../../world/workspace/registry/registry.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";
import type { ApiOperation } from "../api/routes/call.ts";
import type { ShownRequest } from "../control/requests/shown-request.ts";
import { newRequestCounts } from "../control/server/request-counts.ts";
import type { ServerInfo } from "../control/server/server-info.ts";
import type { PlainWorkspaces } from "../control/workspaces/plain-workspaces.ts";
import { plainWorkspaces } from "../control/workspaces/plain-workspaces.ts";
import { showWorkspace } from "../control/workspaces/show-workspace.ts";
import { dryRun } from "../gates/dry-run.ts";
import type { Config } from "../settings/config.ts";
import { readConfig } from "../settings/config.ts";
import type { PlaneParts, ControlPlane } from "./control-plane.ts";
import type { EmulatedApi } from "./emulated-api.ts";
import { emulatedApi } from "./emulated-api.ts";
import { interceptedBySurface, interceptedHosts } from "./interception.ts";
import type { Listener, ListeningSandbox, ServeAt } from "./listen.ts";
import { newListener } from "./listen.ts";
import { openMailRelay } from "./mail-relay.ts";
import { newWorkspaceDefaults, openFixtures, openWorkspaces } from "./open-workspaces.ts";
import { answerOf } from "./planes.ts";
import type { EndedWorld, SandboxWatch } from "./sandbox-watch.ts";
import { apiWatch, watchedPlane, workspaceWatch } from "./sandbox-watch.ts";
import type { Address } from "./served-address.ts";
import { newAddress } from "./served-address.ts";

/** A sandbox in this process. */
export interface Sandbox {
  readonly config: Config;
  /** Answers a request to either plane. `surface` selects the surface; without it, the port or the host does. */
  readonly fetch: (request: Request, port?: number, surface?: SurfaceName) => Promise<Response>;
  readonly workspace: () => Workspace;
  /** All workspaces, in the order in which they were read or created. */
  readonly workspaces: Registry["list"];
  /** The workspaces of the data folder that were set aside. */
  readonly brokenWorkspaces: Registry["broken"];
  /** The keys and ids of clients that it adopted so far, by the setting `adopt`. */
  readonly adopted: () => Adopted;
  /** The text of a key by workspace id and key id; null if it is unknown. */
  readonly keyOf: (workspaceId: string, apiKeyId: string) => string | null;
  /** The default workspace with its firms and keys, as the control API shows it. */
  readonly describe: () => ReturnType<typeof showWorkspace>;
  /** Starts a recording of requests to any workspace, as a Pact V4 file. */
  readonly newRecording: () => Promise<ReturnType<ControlPlane["newRecording"]>>;
  /** The operations of the emulated API with their permission; null if no key may call the operation. */
  readonly operations: () => readonly SandboxOperation[];
  /** Creates and drops workspaces without the control plane. */
  readonly plainWorkspaces: PlainWorkspaces;
  /** Adds and removes fixtures at runtime. */
  readonly fixtures: Pick<FixtureLibrary, "add" | "remove">;
  /** Serves on the ports of the settings, or at `at`. With a surface, it serves only that one. */
  readonly listen: (at?: ListenAt) => Promise<ListeningSandbox>;
  /** Closes the workspaces. Close a listening sandbox first. */
  readonly close: () => void;
  /**
   * The same for a process that exits right afterwards: closes files for up to `withinMs`. All data is saved, and the
   * next start merges the remaining logs.
   */
  readonly closeWithin: (withinMs: number) => void;
}

/** An operation of the emulated API with the statuses of its contract. */
export interface SandboxOperation extends Pick<ApiOperation, "id" | "permission"> {
  /** Whether every key gets a 403, unless the workspace chose an alternative. */
  readonly isByChoice: boolean;
  readonly statuses: readonly number[];
}

/** Where a sandbox listens; overrides its settings. */
export interface ListenAt extends ServeAt {
  readonly surface?: SurfaceName;
}

/** The settings of a sandbox that a program creates. */
export type SandboxOptions = Partial<Config>;

export type { EndedWorld, ShownRequest as JournaledRequest, ListeningSandbox, SandboxWatch };

/**
 * Opens a sandbox with `worlds` as fixtures given-1, given-2 and so on. Throws when a setting, a fixture or a
 * workspace file is invalid.
 */
export function openSandbox(
  options: SandboxOptions = {},
  watch: SandboxWatch = {},
  worlds: readonly unknown[] = [],
): Sandbox {
  const config = readConfig({ flags: options });
  const fixtures = openFixtures(config, worlds);
  const address = newAddress(config);
  const mail = openMailRelay(config);
  const workspacesWatch = workspaceWatch(watch);
  const [routes, counts] = [surfaceRoutes(config), newRequestCounts()];
  const registry = openWorkspaces(config, fixtures, address, mail, { ...workspacesWatch, counts });
  const watched = apiWatch(registry, watch, counts);
  const api = emulatedApi(config, registry, routes, watched, address);
  const listener = newListener(config, registry, mail);
  const about = {
    ...aboutServer(config, routes, watch),
    counts,
    defaults: newWorkspaceDefaults(config, workspacesWatch),
    https: listener.https,
    caCertificate: listener.certificate,
    mailpit: mail.mailpit,
  };
  const shared = { registry, fixtures, mcp: (config.mcp && watch.mcp) || null };
  const parts = () => planeParts(config, shared, { ...about, ...api, address });
  const plane = lazy(async () => (await import("./control-plane.ts")).controlPlane(parts()));
  const hosts = () => emulatedHosts(config, address);
  const answer = answerOf(api, watchedPlane(plane, watch), hosts, address);
  const closeWithin = (withinMs: number): void => {
    mail.close();
    registry.close(withinMs);
  };
  return {
    config,
    fetch: async (request, port, surface) => answer(request, { port, surface }),
    workspace: () => registry.default(),
    workspaces: registry.list,
    brokenWorkspaces: registry.broken,
    adopted: registry.adoption.adopted,
    keyOf: (workspaceId, id) => keyIn(registry.find(workspaceId), id),
    describe: () => showWorkspace(registry.default()),
    newRecording: async () => (await plane()).newRecording(),
    operations: () => api.operations.map(withStatuses),
    plainWorkspaces: plainWorkspaces(registry, { ...about, address }),
    fixtures,
    listen: listenBy(listener, address, answer),
    close: () => closeWithin(Number.POSITIVE_INFINITY),
    closeWithin,
  };
}

function listenBy(
  listener: Listener,
  address: Address,
  answer: ReturnType<typeof answerOf>,
): Sandbox["listen"] {
  return async ({ surface, ...at } = {}) => {
    const listening = await listener.listen(
      (request, port, rawHeaders) => answer(request, { port, surface, rawHeaders }),
      at,
    );
    const stopServing = address.served(listening.url, listening.https?.url ?? null);
    return { ...listening, close: () => listening.close().finally(stopServing) };
  };
}

function keyIn(workspace: Workspace | null, id: string): string | null {
  return workspace?.keys().find((key) => key.id === id)?.key ?? null;
}

function withStatuses(operation: ApiOperation): SandboxOperation {
  const { id, permission, offeredUnder } = operation;
  return {
    id,
    permission,
    isByChoice: offeredUnder !== undefined,
    statuses: statusesOf(operation),
  };
}

function planeParts(
  config: Config,
  shared: Pick<PlaneParts, "registry" | "fixtures" | "mcp">,
  {
    fetch,
    ...server
  }: Omit<PlaneParts["server"], "dryRun"> &
    Pick<EmulatedApi, "fetch"> & { readonly address: Address },
): PlaneParts {
  return {
    ...shared,
    requireHttps: config.requireHttps,
    server: { ...server, dryRun: dryRunOf(fetch) },
    guard: {
      allowedHosts: () => [...server.address.hosts(), ...config.controlHosts],
      publicUrl: server.address.publicUrl,
      isProviderHost: interceptedHosts(config)?.matches ?? (() => false),
      token: config.controlToken,
      isIsolated: config.isolate,
    },
  };
}

function aboutServer(
  { shard }: Config,
  routes: readonly SurfaceRoute<SurfaceName>[],
  { trialOf, edge }: SandboxWatch,
) {
  const startedAt = performance.now();
  return {
    version,
    shard,
    uptimeMs: () => Math.floor(performance.now() - startedAt),
    trialOf: trialOf ?? (() => null),
    nextOf: edge?.shown ?? (() => null),
    surfaces: routes.map(({ name, hosts, port }) => ({ ...surfaces[name], hosts, port })),
  };
}

/**
 * The hosts that the emulated API answers to; null for all. Allowed hosts also include the hosts that select a
 * surface.
 */
function emulatedHosts(config: Config, { hosts }: Address) {
  const { allowHosts, surfaceHosts: own } = config;
  if (allowHosts.length === 0) return null;
  return [
    ...hosts(),
    ...[own, interceptedBySurface(config) ?? {}].flatMap((one) => Object.values(one).flat()),
  ];
}

const { version } = packageJson;

function dryRunOf(fetch: EmulatedApi["fetch"]): ServerInfo["dryRun"] {
  return (workspace, request) => {
    const target = targetOf(request.url);
    return dryRun((run) => fetch()(request, { target, port: null, dryRun: run }), workspace);
  };
}

function surfaceRoutes(config: Config): readonly SurfaceRoute<SurfaceName>[] {
  return surfaceNames.map((name) => {
    const more = [config.surfaceHosts[name] ?? [], config.intercept?.[name] ?? []];
    return {
      name,
      hosts: [...more.flat(), ...surfaceHosts[name]],
      port: config.surfacePorts[name] ?? null,
    };
  });
}
