/** The workspaces of one sandbox, and the map from API keys to workspaces, which is all that they share. */
import { isKeyOf } from "../domain/shard.ts";
import type { Assumptions } from "../rules/trace.ts";
import type { ClockSetting } from "./clock-setting.ts";
import type { Fixture, FixtureLibrary } from "./fixtures.ts";
import type { InitialState, IsFree } from "./initial-state.ts";
import { defaultWorkspaceId, initialStateFrom, initialStateFromState } from "./initial-state.ts";
import type { SandboxContext } from "./sandbox-context.ts";
import { snapshotting } from "./snapshotting.ts";
import type { Snapshotting } from "./snapshotting.ts";
import type { Storage } from "./storage.ts";
import type { BrokenWorkspace } from "./stored-workspaces.ts";
import { freeId, openStored } from "./stored-workspaces.ts";
import type { ListedWorkspace, WorkspaceCache } from "./workspace-cache.ts";
import { newWorkspaceCache } from "./workspace-cache.ts";
import type { WorkspaceLifecycle } from "./workspace-lifecycle.ts";
import { newWorkspaceLifecycle } from "./workspace-lifecycle.ts";
import type { Origin } from "./workspace-settings.ts";
import type { Workspace } from "./workspace.ts";
import { openWorkspace } from "./workspace.ts";
import type { World } from "./world.ts";

/** The properties of a new workspace. */
export interface NewWorkspace {
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly fixture: string;
  readonly seed: number;
  readonly clock: ClockSetting;
  readonly assumptions: Assumptions;
  /** The quota of every key in the fixture; by default, each keeps its own. */
  readonly quotaPerHour?: number | null | undefined;
  readonly ttlMs?: number | undefined;
  /** Whether it expires only by being unused, whatever its clock shows. */
  readonly isKeptByUse?: boolean;
}

export type CreateResult =
  | { readonly ok: true; readonly workspace: ListedWorkspace }
  | { readonly ok: false; readonly reason: "id-taken" | "no-such-fixture" | "too-many" };

export interface Registry
  extends
    Snapshotting,
    Pick<
      WorkspaceCache,
      | "find"
      | "knownSince"
      | "list"
      | "used"
      | "drop"
      | "dropAfter"
      | "findKey"
      | "knewKey"
      | "isFree"
    > {
  readonly create: (input: NewWorkspace) => CreateResult;
  readonly default: () => Workspace;
  /** The workspaces that the start set aside, sorted by id. */
  readonly broken: () => readonly BrokenWorkspace[];
  readonly lifecycle: Pick<WorkspaceLifecycle, "log" | "follow">;
  /** The system time that drives the clocks of workspaces, in epoch milliseconds. */
  readonly systemNow: () => number;
  /** Resets the workspace to its fixture or to another one; false when that fixture does not exist. */
  readonly reset: (workspace: Workspace, fixture?: string) => boolean;
  /**
   * Replaces the workspace's state by `world`. A key that another workspace has is replaced by a new one; the clock
   * goes on.
   */
  readonly replace: (workspace: Workspace, world: World) => void;
  /** Ends all event streams and holds of all workspaces. */
  readonly endEvents: () => void;
  /** Saves every workspace and closes their files; false when that took longer than `withinMs` and some stay open. */
  readonly close: (withinMs?: number) => boolean;
}

export interface RegistryOptions {
  readonly fixtures: FixtureLibrary;
  readonly sandbox: SandboxContext;
  readonly storage: Storage;
  /** Whether any invalid file fails the start, not only that of the default workspace. */
  readonly isStrict?: boolean;
  /** The initial choices of new workspaces without choices of their own. */
  readonly assumptions: Assumptions;
  /** The maximum number of workspaces besides the default one; without it, any. */
  readonly workspacesMax?: number | undefined;
  /** Called with every workspace on its first use. */
  readonly onOpen?: (workspace: Workspace) => void;
  /** Called with a workspace right before it loses its world: dropped, expired, closed, reset, restored or replaced. */
  readonly onWorldEnd?: ((workspace: Workspace) => void) | undefined;
}

/** The workspaces of an earlier run in `storage`. Throws when the default one is invalid, or with `isStrict` any. */
export function openRegistry(options: RegistryOptions): Registry {
  const { fixtures, storage, onWorldEnd, workspacesMax = Number.POSITIVE_INFINITY } = options;
  const { systemNow } = options.sandbox;
  const lifecycle = newWorkspaceLifecycle(systemNow);
  const cache = workspaceCacheOf(options, lifecycle);
  const broken = openStored(cache, options, () => closeBoth(cache, storage));
  const initialOf = (id: string, fixture: Fixture, origin: Origin): InitialState =>
    initialStateFrom(id, fixture, origin, systemNow, freeFor(cache, id, origin));
  return {
    create(input) {
      const id = input.id ?? freeId(cache, broken);
      if (cache.find(id) !== null || broken.has(id)) return { ok: false, reason: "id-taken" };
      const fixture = fixtures.find(input.fixture);
      if (fixture === null) return { ok: false, reason: "no-such-fixture" };
      cache.dropExpired();
      if (cache.count() >= workspacesMax) return { ok: false, reason: "too-many" };
      const initial = initialOf(id, fixture, originOf(input, options, systemNow()));
      const workspace = cache.put(id, storage.make(id, fixture, initial));
      lifecycle.created(workspace);
      return { ok: true, workspace };
    },
    find: cache.find,
    knownSince: cache.knownSince,
    systemNow,
    default: () => defaultIn(cache),
    broken: () => [...broken.values()],
    list: cache.list,
    used: cache.used,
    drop: cache.drop,
    dropAfter: cache.dropAfter,
    lifecycle,
    reset(workspace, name) {
      const before = workspace.origin();
      const origin = { ...before, fixture: name ?? before.fixture };
      const fixture = fixtures.find(origin.fixture);
      if (fixture === null) return false;
      onWorldEnd?.(workspace);
      const start = origin.fixture === before.fixture ? storage.rewind : storage.remake;
      workspace.renew(start(workspace, fixture, initialOf(workspace.id, fixture, origin)));
      return true;
    },
    ...replacing(cache, options),
    ...snapshotting(storage, onWorldEnd),
    findKey: cache.findKey,
    knewKey: cache.knewKey,
    isFree: cache.isFree,
    ...ending(cache, storage, lifecycle),
  };
}

function defaultIn(cache: WorkspaceCache): Workspace {
  const workspace = cache.find(defaultWorkspaceId);
  if (workspace === null) throw new Error("There is no default workspace.");
  return workspace;
}

function replacing(
  cache: WorkspaceCache,
  { storage, onWorldEnd }: RegistryOptions,
): Pick<Registry, "replace"> {
  return {
    replace(workspace, world) {
      const initial = initialStateFromState(
        workspace,
        world,
        freeFor(cache, workspace.id, workspace.origin()),
      );
      onWorldEnd?.(workspace);
      workspace.renew(storage.replace(workspace, world, initial));
    },
  };
}

function ending(
  cache: WorkspaceCache,
  storage: Storage,
  { log }: WorkspaceLifecycle,
): Pick<Registry, "endEvents" | "close"> {
  return {
    endEvents() {
      for (const workspace of cache.used()) {
        workspace.heldRequests.cutAll();
        workspace.events.end("server-stopped");
      }
      log.end("server-stopped");
    },
    close(withinMs) {
      log.end("server-stopped");
      return closeBoth(cache, storage, withinMs);
    },
  };
}

function workspaceCacheOf(
  { storage, sandbox, onOpen, onWorldEnd }: RegistryOptions,
  lifecycle: WorkspaceLifecycle,
): WorkspaceCache {
  return newWorkspaceCache({
    remove(id, why) {
      storage.remove(id);
      lifecycle.dropped(id, why);
    },
    systemNow: sandbox.systemNow,
    formerKeys: storage.formerKeys,
    onWorldEnd,
    shard: sandbox.shard,
    open(id, store, onKeysChanged) {
      const workspace = openWorkspace(id, store, sandbox, onKeysChanged);
      onOpen?.(workspace);
      lifecycle.opened(workspace);
      return workspace;
    },
  });
}

/** The default workspace has the well-known keys of its fixture in every shard. */
function freeFor({ isFree }: WorkspaceCache, id: string, { shard }: Origin): IsFree {
  const prefix = id === defaultWorkspaceId ? undefined : shard;
  return (key) => isFree(key, id) && isKeyOf(key, prefix);
}

function closeBoth(
  cache: WorkspaceCache,
  storage: Storage,
  withinMs = Number.POSITIVE_INFINITY,
): boolean {
  try {
    return cache.close(withinMs);
  } finally {
    storage.close();
  }
}

function originOf(
  input: NewWorkspace,
  { assumptions: chosen, sandbox: { shard } }: RegistryOptions,
  systemNow: number,
): Origin {
  const { label, seed, fixture, clock, quotaPerHour, ttlMs, isKeptByUse = false } = input;
  const now = clock.mode === "frozen" ? clock.now : systemNow + clock.offsetMs;
  return {
    ...(label === undefined ? {} : { label }),
    ...(shard === undefined ? {} : { shard }),
    seed,
    fixture,
    clock,
    assumptions: { ...chosen, ...input.assumptions },
    ...(quotaPerHour === undefined ? {} : { quotaPerHour }),
    expiresAt: ttlMs === undefined || isKeptByUse ? null : now + ttlMs,
    ...(ttlMs === undefined ? {} : { ttlMs }),
  };
}
