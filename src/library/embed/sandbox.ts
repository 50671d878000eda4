/** A sandbox inside the process of a test. It answers without a port, but can also listen on one. */
import type { SurfaceName } from "../../domain/model/surface.ts";
import type {
  ListenAt,
  ListeningSandbox as Listening,
  Sandbox as Inner,
} from "../../server/sandbox/sandbox.ts";
import { openSandbox } from "../../server/sandbox/sandbox.ts";
import type { Config } from "../../server/settings/config.ts";
import type { SandboxClient } from "../client/sandbox-client.ts";
import { newSandboxClient } from "../client/sandbox-client.ts";
import { directClient } from "./direct-client.ts";
import { asFetch } from "./fetch.ts";
import { requireNode } from "./needed-node.ts";
import type {
  FixtureWorld,
  SandboxWorkspace,
  WorkspaceHome,
  WorkspaceOptions,
} from "./workspace.ts";
import { newWorkspace } from "./workspace.ts";

/** The settings of the server; the fixture can also be a world. */
export interface SandboxOptions extends Partial<Omit<Config, "fixture">> {
  /** The name of a fixture, the path of a JSON file, or a world in the format of such a file. */
  readonly fixture?: string | FixtureWorld;
}

/** The address of a sandbox in this process; by default a free local port. */
export interface ListenOptions {
  readonly port?: number;
  readonly host?: string;
  /** Serves only this surface, for every host. By default the host selects the surface. */
  readonly surface?: SurfaceName;
}

/** A listening sandbox; `url` and `controlUrl` have no trailing slash. */
export interface ListeningSandbox extends Listening, AsyncDisposable {}

/** A sandbox for tests. It has its own world, and so does each of its workspaces. */
export interface Sandbox extends AsyncDisposable {
  /** The URL of the listening sandbox. Until it listens, this is a base URL for its own `fetch`. */
  readonly url: string;
  /** Answers requests like the global `fetch`, but without the network. Any host works and selects the surface. */
  readonly fetch: typeof globalThis.fetch;
  /** The client of the control plane. */
  readonly client: SandboxClient;
  /** Creates a workspace for one test. */
  readonly workspace: (options?: WorkspaceOptions) => Promise<SandboxWorkspace>;
  /** Listens on a port, for clients that cannot use a custom `fetch`. */
  readonly listen: (options?: ListenOptions) => Promise<ListeningSandbox>;
  /** Stops listening and closes the sandbox. */
  readonly close: () => Promise<void>;
}

const placeholderUrl = "http://127.0.0.1";

/** Creates a sandbox that is ready to answer. Rejects if a setting or a fixture is invalid. */
export function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return newSandbox(options);
}

/**
 * Creates a listening sandbox for the helpers of a test runner. It does not keep the process running, because a runner
 * may skip the hook that closes it: Node's does after a hook that threw.
 */
export async function createTestSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await newSandbox(options, { keepsProcess: false });
  await sandbox.listen();
  return sandbox;
}

async function newSandbox(
  options: SandboxOptions,
  defaults: Pick<ListenAt, "keepsProcess"> = {},
): Promise<Sandbox> {
  requireNode();
  const { fixture = "default", ...settings } = options;
  const inner =
    typeof fixture === "string"
      ? openSandbox({ port: 0, ...settings, fixture })
      : openSandbox({ port: 0, ...settings, fixture: "given-1" }, {}, [fixture]);
  const listening = new Map<Listening, SurfaceName | null>();
  let isClosed = false;
  const servedAt = (): string | null =>
    Array.from(listening).find(([, surface]) => surface === null)?.[0].url ?? null;
  const urlNow = (): string => servedAt() ?? inner.config.publicUrl ?? placeholderUrl;
  const fetch = asFetch((request) => {
    if (isClosed) throw new Error("This sandbox is closed.");
    return inner.fetch(request);
  }, urlNow);
  const token = inner.config.controlToken ?? undefined;
  const served = newSandboxClient({ url: placeholderUrl, token, fetch });
  // Workspaces without tokens can be created without a request.
  const client =
    token === undefined ? directClient(served, inner.plainWorkspaces, () => !isClosed) : served;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await Promise.all(Array.from(listening.keys(), (one) => one.close()));
    listening.clear();
    inner.close();
  };
  return {
    get url() {
      return urlNow();
    },
    fetch,
    client,
    workspace: (made = {}) =>
      newWorkspace({ client, fetch, url: urlNow, createOf: addingFixtures(inner, client) }, made),
    listen: (at) => listen(inner, listening, { ...defaults, ...at }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Creates workspaces from worlds; each world is a fixture while its workspace exists. */
function addingFixtures({ fixtures }: Inner, client: SandboxClient): WorkspaceHome["createOf"] {
  return async (world, options) => {
    const fixture = fixtures.add(world);
    const forget = (): void => fixtures.remove(fixture);
    try {
      const created = await client.workspaces.create({ ...options, fixture });
      return { created, client: client.workspace(created.id), forget };
    } catch (error) {
      forget();
      throw error;
    }
  };
}

async function listen(
  inner: Inner,
  listening: Map<Listening, SurfaceName | null>,
  at: ListenAt,
): Promise<ListeningSandbox> {
  const served = await inner.listen(at.surface === undefined ? at : { port: 0, ...at });
  listening.set(served, at.surface ?? null);
  const close = async (): Promise<void> => {
    if (listening.delete(served)) await served.close();
  };
  return { ...served, close, [Symbol.asyncDispose]: close };
}
