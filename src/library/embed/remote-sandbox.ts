/** A sandbox in another process, for tests. */
import { readTextFileSync } from "../../base/texts/text-file.ts";
import { newSandboxClient } from "../client/sandbox-client.ts";
import { SandboxError } from "../client/sandbox-error.ts";
import { sendRequest } from "../client/send-request.ts";
import { asFetch } from "./fetch.ts";
import { fetchByHost } from "./host-fetch.ts";
import { worldCreator } from "./put-world.ts";
import type { ListenOptions, Sandbox, SandboxOptions } from "./sandbox.ts";
import type { FixtureWorld, SandboxWorkspace, WorkspaceOptions } from "./workspace.ts";
import { newWorkspace } from "./workspace.ts";

/** The URLs of its two planes, without a trailing slash. */
export interface RemoteServer {
  readonly url: string;
  readonly controlUrl: string;
  readonly token: string | undefined;
  /** Reports options that a running sandbox does not support. */
  readonly report: (text: string) => void;
}

/**
 * The sandbox at `server`, which keeps running when this object is closed. World options apply to each
 * workspace. Other options only cause a report, because the server has its own.
 */
export async function connectSandbox(
  server: RemoteServer,
  options: SandboxOptions = {},
): Promise<Sandbox> {
  const { url, controlUrl, token, report } = server;
  const settingsOf = await workspaceSettings(options, report);
  const fetch = asFetch(
    (request) => fetchByHost(request, url),
    () => url,
  );
  const client = newSandboxClient({ url: controlUrl, token }, sendRequest);
  await client.health();
  const home = {
    client,
    fetch,
    url: () => url,
    createOf: worldCreator(client),
  };
  const open = new Set<SandboxWorkspace>();
  const close = async (): Promise<void> => {
    const left = Array.from(open);
    open.clear();
    await Promise.all(left.map((workspace) => workspace.drop().catch(ignoreMissing)));
  };
  return {
    url,
    fetch,
    client,
    async workspace(made = {}) {
      const workspace = await newWorkspace(home, settingsOf(made));
      open.add(workspace);
      return workspace;
    },
    async listen(at = {}) {
      reportAddress(at, report);
      const served = { url, controlUrl, https: null, proxy: null, close: keepOpen };
      return { ...served, [Symbol.asyncDispose]: keepOpen };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Does nothing, because the test did not start the server. */
async function keepOpen(): Promise<void> {}

const aboutWorlds = new Set(["fixture", "seed", "quota", "assumptions"]);

/** The settings in `options` that a running sandbox does not accept from a test. */
export function serverSettings(options: SandboxOptions): readonly string[] {
  return Object.entries(options)
    .filter(([name, value]) => value !== undefined && !aboutWorlds.has(name))
    .map(([name]) => name);
}

/** The options of a workspace: those of the test override those of the sandbox. */
async function workspaceSettings(
  options: SandboxOptions,
  report: (text: string) => void,
): Promise<(given: WorkspaceOptions) => WorkspaceOptions> {
  if (Object.keys(options).length === 0) return (given) => given;
  const { fixture, ...settings } = options;
  // Imported late, because reading settings loads their schemas.
  const { readConfig } = await import("../../server/settings/config.ts");
  const { seed, quota, assumptions } = readConfig({ flags: settings });
  const without = serverSettings(options);
  if (without.length > 0) report(`It has settings of its own; not applied: ${without.join(", ")}.`);
  const worlds = new Map<unknown, FixtureWorld>();
  if (typeof fixture === "string" && fixture.endsWith(".json")) {
    worlds.set(fixture, worldIn(fixture)).set(fixtureName(fixture), worldIn(fixture));
  }
  return (given) => {
    const wanted = given.fixture ?? fixture;
    const world = worlds.get(wanted) ?? wanted;
    return {
      ...(settings.seed === undefined ? {} : { seed }),
      ...(quota === undefined ? {} : { quotaPerHour: quota }),
      ...given,
      ...(world === undefined ? {} : { fixture: world }),
      assumptions: { ...assumptions, ...given.assumptions },
    };
  };
}

function worldIn(file: string): FixtureWorld {
  try {
    const world: FixtureWorld = JSON.parse(readTextFileSync(file));
    return world;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`The fixture ${file} cannot be read: ${reason}`, { cause });
  }
}

/** The fixture name of a JSON file. */
function fixtureName(file: string): string {
  return file.replace(/^.*[/\\]/s, "").replace(/\.json$/, "");
}

/** Reports address options, because a running server keeps its address. Throws a TypeError for `surface`. */
function reportAddress(
  { surface, ...address }: ListenOptions,
  report: RemoteServer["report"],
): void {
  if (surface !== undefined) {
    throw new TypeError(
      `A running sandbox cannot serve only ${surface}. Omit surface; the host of each request selects it.`,
    );
  }
  const names = Object.keys(address);
  if (names.length > 0) report(`It listens already; not applied: ${names.join(", ")} of listen().`);
}

/** A test may have dropped its workspace, or the workspace has expired. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof SandboxError && error.status === 404)) throw error;
}
