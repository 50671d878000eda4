/** The one place that knows every room: it puts the two planes together over the workspaces. */
import { Hono } from "hono";

import packageJson from "../package.json" with { type: "json" };
import type { ApiOperation } from "./api/call.ts";
import { mountApi } from "./api/mount.ts";
import { operationFinder } from "./api/operation-finder.ts";
import { apiOperations } from "./api/operations.ts";
import type { Config } from "./config.ts";
import { readConfig } from "./config.ts";
import { controlDocument } from "./contract/control-document.ts";
import { emulatedDocument } from "./contract/emulated-document.ts";
import { recordedPact } from "./contract/record/record.ts";
import { controlApp, controlPrefix, isControlPath } from "./control/mount.ts";
import { controlOperations } from "./control/operations.ts";
import type { JournaledRequest } from "./control/requests.ts";
import { showRequest } from "./control/requests.ts";
import type { ServerInfo } from "./control/server-info.ts";
import { showWorkspace } from "./control/workspaces.ts";
import type { SurfaceName } from "./domain/surface.ts";
import { surfaceHosts, surfaceNames, surfaces } from "./domain/surface.ts";
import { authenticateGate, surfaceGate } from "./gates/authenticate.ts";
import { faultGate } from "./gates/faults.ts";
import { httpsGate } from "./gates/https.ts";
import { journalGate } from "./gates/journal.ts";
import { quotaGate } from "./gates/quota.ts";
import { refusal } from "./gates/refusal.ts";
import { rehearse } from "./gates/rehearse.ts";
import { serve } from "./http/serve.ts";
import type { SurfaceRoute } from "./http/surfaces.ts";
import { surfaceFinder } from "./http/surfaces.ts";
import type { MailRelay } from "./mail-relay.ts";
import { openMailRelay } from "./mail-relay.ts";
import { fixtureName, openWorkspaces } from "./open-workspaces.ts";
import { newAddress } from "./served-address.ts";
import type { EmulatedEnv } from "./workspace/exchange.ts";
import type { Registry } from "./workspace/registry.ts";
import type { Workspace } from "./workspace/workspace.ts";

/** A sandbox in this process. */
export interface Sandbox {
  readonly config: Config;
  /** Answers a request to either plane; `port` selects a surface that has one of its own. */
  readonly fetch: (request: Request, port?: number) => Promise<Response>;
  /** The default workspace. */
  readonly workspace: () => Workspace;
  /** The default workspace with its firms and keys, as the control API shows it. */
  readonly describe: () => ReturnType<typeof showWorkspace>;
  /** Requests of any workspace, oldest first, as a Pact V4 file. */
  readonly recordPact: ServerInfo["recordPact"];
  /** Serves on the ports of the settings. */
  readonly listen: () => Promise<ListeningSandbox>;
  /** Puts the workspaces away; one that listens is closed first. */
  readonly close: () => void;
}

/** A sandbox that is served; `url` and `controlUrl` have no slash at the end. */
export interface ListeningSandbox {
  readonly url: string;
  readonly controlUrl: string;
  /** Ends the requests under way within a second, then the server. */
  readonly close: () => Promise<void>;
}

/** The settings of a sandbox that a program makes. */
export type SandboxOptions = Partial<Config>;

export type { JournaledRequest };

/** What hears of a sandbox from within the process. */
export interface SandboxWatch {
  /** Every request to the emulated API, as the journal of its workspace shows it. */
  readonly onRequest?: (request: JournaledRequest) => void;
}

/** A sandbox ready to answer; throws when a setting, a fixture or a workspace file cannot be used. */
export function createSandbox(options: SandboxOptions = {}, watch: SandboxWatch = {}): Sandbox {
  const config = readConfig({ flags: options });
  const address = newAddress(config);
  const mail = openMailRelay(config);
  const registry = openWorkspaces(config, address, mail);
  const routes = surfaceRoutes(config);
  const operations = apiOperations();
  const locate = operationFinder(operations);
  const emulated = emulatedApp(config, registry, { routes, operations, locate, watch });
  const documents = documentsOf(config, operations);
  const recordPact: ServerInfo["recordPact"] = (requests, names) =>
    recordedPact(requests, { ...names, version, document: documents.emulated() });
  const server: ServerInfo = {
    ...serverInfo(config, routes),
    operations,
    locate,
    rehearse: (workspace, request) =>
      rehearse(
        (rehearsal) =>
          emulated.fetch(request, { url: new URL(request.url), port: null, rehearsal }),
        workspace,
      ),
    documents,
    recordPact,
    mailpit: mail.mailpit,
  };
  const guard = { allowedHosts: allowedHosts(config), token: config.controlToken };
  const control = controlApp({ registry, server, guard }, controlOperations);
  const fetch = fetchOf(emulated, control);
  return {
    config,
    fetch,
    workspace: () => registry.default(),
    describe: () => showWorkspace(registry.default()),
    recordPact,
    async listen() {
      const listening = await listen(config, registry, fetch, mail);
      address.served(listening.url);
      return listening;
    },
    close() {
      mail.close();
      registry.close();
    },
  };
}

/** The name that mails and the ready line send people to is as welcome as those that were allowed. */
function allowedHosts({ allowHosts, publicUrl }: Config): readonly string[] {
  return publicUrl === null ? allowHosts : [...allowHosts, new URL(publicUrl).hostname];
}

function documentsOf({ requireHttps }: Config, operations: readonly ApiOperation[]) {
  return {
    emulated: once(() => emulatedDocument(operations, { version, requireHttps })),
    control: once(() => controlDocument(controlOperations, { version })),
  };
}

function serverInfo(config: Config, routes: readonly SurfaceRoute<SurfaceName>[]) {
  return {
    version,
    startedAt: Date.now(),
    isReady: () => true,
    surfaces: routes.map(({ name, hosts, port }) => ({ ...surfaces[name], hosts, port })),
    defaults: { fixture: fixtureName(config), seed: config.seed, quotaPerHour: config.quota },
  };
}

/** Each request to the plane that its path belongs to. */
function fetchOf(emulated: Hono<EmulatedEnv>, control: Hono): Sandbox["fetch"] {
  return async (request, port) => {
    const url = new URL(request.url);
    return isControlPath(url.pathname)
      ? control.fetch(request)
      : emulated.fetch(request, { url, port: port ?? null, rehearsal: null });
  };
}

const { version } = packageJson;
/** How long the end of a sandbox waits for the mail that is being sent. */
const settleMs = 500;

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

async function listen(
  config: Config,
  registry: Registry,
  fetch: Sandbox["fetch"],
  mail: MailRelay,
): Promise<ListeningSandbox> {
  const own = Object.values(config.surfacePorts).filter((port) => port !== config.port);
  const listening = await serve(fetch, config.host, [config.port, ...own]);
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  const url = (config.publicUrl ?? `http://${host}:${listening.ports[0]}`).replace(/\/$/, "");
  const close = async (): Promise<void> => {
    registry.endEvents();
    await Promise.all([listening.close(), mail.settled(settleMs)]);
  };
  return { url, controlUrl: url + controlPrefix, close };
}

function surfaceRoutes(config: Config): readonly SurfaceRoute<SurfaceName>[] {
  return surfaceNames.map((name) => {
    const more = config.surfaceHosts[name];
    return {
      name,
      hosts: [...(more === undefined ? [] : [more]), ...surfaceHosts[name]],
      port: config.surfacePorts[name] ?? null,
    };
  });
}

/** The gates stand in the order in which they refuse (rule error.order). */
function emulatedApp(
  config: Config,
  registry: Registry,
  parts: {
    readonly routes: readonly SurfaceRoute<SurfaceName>[];
    readonly operations: readonly ApiOperation[];
    readonly locate: ReturnType<typeof operationFinder>;
    readonly watch: SandboxWatch;
  },
): Hono<EmulatedEnv> {
  const { routes, operations, locate, watch } = parts;
  const app = new Hono<EmulatedEnv>();
  const nameOf = surfaceFinder(routes, "partner-sandbox");
  app.onError(refusal);
  app.use(
    journalGate({
      registry,
      headers: config.headers,
      onEntry: (entry) => watch.onRequest?.(showRequest(registry, entry)),
      operationOf: (method, path) => locate(method, path)?.operation.id ?? null,
      surfaceOf: (c) => surfaces[nameOf(c.env.url.hostname, c.env.port)],
    }),
    faultGate(),
    httpsGate(config.requireHttps),
    authenticateGate(),
    quotaGate(),
    surfaceGate(),
  );
  mountApi(app, operations);
  return app;
}
