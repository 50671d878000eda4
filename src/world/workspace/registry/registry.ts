/** The workspaces of one sandbox, and the map from API keys to workspaces, which is all that they share. */
import { isKeyOf } from "../../../domain/model/shard.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import { bytesInImage } from "../../store/database-size.ts";
import type { Fixture, FixtureLibrary } from "../fixtures/fixtures.ts";
import type { World } from "../fixtures/world.ts";
import type { HeldStore } from "../storage/held-store.ts";
import { limitedBy } from "../storage/size-limits.ts";
import { snapshotting } from "../storage/snapshotting.ts";
import type { Snapshotting } from "../storage/snapshotting.ts";
import type { Storage } from "../storage/storage.ts";
import type { BrokenWorkspace } from "../storage/stored-workspaces.ts";
import { openStored } from "../storage/stored-workspaces.ts";
import type { WorkspaceContext } from "../workspace-context.ts";
import type { Origin } from "../workspace-settings.ts";
import type { Workspace } from "../workspace.ts";
import { openWorkspace } from "../workspace.ts";
import type { Adoption, AdoptionOptions } from "./adoption.ts";
import { newAdoption } from "./adoption.ts";
import type { InitialState, IsFree } from "./initial-state.ts";
import { defaultWorkspaceId, initialStateFrom, initialStateFromState } from "./initial-state.ts";
import type { NewWorkspace } from "./new-workspace.ts";
import { newFreeIds, originOf } from "./new-workspace.ts";
import type { Lifetime } from "./restoring.ts";
import { restoredStore } from "./restoring.ts";
import type { ListedWorkspace, WorkspaceCache } from "./workspace-cache.ts";
import { newWorkspaceCache } from "./workspace-cache.ts";
import type { WorkspaceLifecycle } from "./workspace-lifecycle.ts";
import { newWorkspaceLifecycle } from "./workspace-lifecycle.ts";

export type CreateResult<Reason = "id-taken" | "no-such-fixture" | "too-many"> =
  | { readonly ok: true; readonly workspace: ListedWorkspace }
  | { readonly ok: false; readonly reason: Reason };

export interface Registry
  extends
    Snapshotting,
    Pick<
      WorkspaceCache,
      | "find"
      | "knownSince"
      | "saltOf"
      | "list"
      | "idleMs"
      | "used"
      | "drop"
      | "dropAfter"
      | "findKey"
      | "knewKey"
      | "hasExpiredKey"
      | "isFree"
    > {
  readonly create: (input: NewWorkspace) => CreateResult;
  /** Creates a workspace from the bytes of a snapshot. Throws `SnapshotError` for an invalid one. */
  readonly createFrom: (
    image: Buffer,
    input: Pick<NewWorkspace, "id"> & Lifetime,
  ) => CreateResult<"id-taken" | "too-many">;
  readonly default: () => Workspace;
  readonly fixtures: Pick<FixtureLibrary, "names">;
  /** The keys and ids of clients that the default workspace adopted. */
  readonly adoption: Adoption;
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
  /** Saves every workspace and closes their files, for up to `withinMs`; the rest stay open. */
  readonly close: (withinMs?: number) => void;
}

export interface RegistryOptions {
  readonly fixtures: FixtureLibrary;
  readonly sandbox: WorkspaceContext;
  readonly storage: Storage;
  /** Whether any invalid file fails the start, not only that of the default workspace. */
  readonly isStrict?: boolean;
  /** The initial choices of new workspaces without choices of their own. */
  readonly assumptions: Assumptions;
  /** The maximum number of workspaces besides the default one; without it, any. */
  readonly workspacesMax?: number | undefined;
  /** What the default workspace adopts; by default nothing. */
  readonly adoption?: Omit<AdoptionOptions, "workspace">;
  /** Called with every workspace on its first use. */
  readonly onOpen?: (workspace: Workspace) => void;
  /** Called with a workspace right before it loses its world: dropped, expired, closed, reset, restored or replaced. */
  readonly onWorldEnd?: ((workspace: Workspace) => void) | undefined;
}

/** The workspaces of an earlier run in `storage`. Throws when the default one is invalid, or with `isStrict` any. */
export function openRegistry(options: RegistryOptions): Registry {
  const { fixtures, storage, onWorldEnd, sandbox } = options;
  const lifecycle = newWorkspaceLifecycle(sandbox.systemNow);
  const cache = openCache(options, lifecycle);
  const broken = openStored(cache, options, () => closeBoth(cache, storage));
  const { adoption, renewed } = adopting(cache, options);
  const initialOf = (id: string, fixture: Fixture, origin: Origin): InitialState =>
    initialStateFrom(id, fixture, origin, sandbox.systemNow, freeFor(cache, id, origin));
  return {
    ...creating(cache, options, { broken, initialOf, created: lifecycle.created }),
    ...listing(cache),
    systemNow: sandbox.systemNow,
    fixtures,
    default: () => defaultIn(cache),
    broken: () => [...broken.values()],
    lifecycle,
    reset(workspace, name) {
      const before = workspace.origin();
      const origin = { ...before, fixture: name ?? before.fixture };
      const fixture = fixtures.find(origin.fixture);
      if (fixture === null) return false;
      onWorldEnd?.(workspace);
      const start = origin.fixture === before.fixture ? storage.rewind : storage.remake;
      workspace.renew(start(workspace, fixture, initialOf(workspace.id, fixture, origin)));
      renewed(workspace);
      return true;
    },
    ...replacing(cache, options, renewed),
    ...snapshotting(options, renewed),
    adoption,
    ...keysIn(cache, adoption),
    ...ending(cache, storage, lifecycle),
  };
}

interface Creating {
  readonly broken: ReadonlyMap<string, unknown>;
  readonly initialOf: (id: string, fixture: Fixture, origin: Origin) => InitialState;
  readonly created: WorkspaceLifecycle["created"];
}

/** What makes a new workspace, of a fixture or of a snapshot. */
function creating(
  cache: WorkspaceCache,
  options: RegistryOptions,
  { broken, initialOf, created }: Creating,
): Pick<Registry, "create" | "createFrom"> {
  const { fixtures, storage, sandbox } = options;
  const freeId = newFreeIds((id) => cache.has(id) || broken.has(id), sandbox.shard);
  const isTaken = (id: string): boolean =>
    cache.find(id) !== null || broken.has(id) || storage.isTaken(id);
  const put = (id: string, store: HeldStore): CreateResult & { readonly ok: true } => {
    const workspace = cache.put(id, store);
    created(workspace);
    return { ok: true, workspace };
  };
  return {
    createFrom(image, input) {
      const id = input.id ?? freeId();
      if (isTaken(id)) return { ok: false, reason: "id-taken" };
      if (isFull(cache, options)) return { ok: false, reason: "too-many" };
      const isFreeIn = (origin: Origin): IsFree => freeFor(cache, id, origin);
      return put(id, restoredStore({ id, image, isFreeIn }, input, options));
    },
    create(input) {
      const id = input.id ?? freeId();
      if (isTaken(id)) return { ok: false, reason: "id-taken" };
      const fixture = fixtures.find(input.fixture);
      if (fixture === null) return { ok: false, reason: "no-such-fixture" };
      if (isFull(cache, options)) return { ok: false, reason: "too-many" };
      if (id !== defaultWorkspaceId) sandbox.sizes?.refuse(id, bytesInImage(fixture.image()));
      const origin = originOf(input, options.assumptions, sandbox);
      return put(id, storage.make(id, fixture, initialOf(id, fixture, origin)));
    },
  };
}

/** Whether the sandbox has its maximum of workspaces. Drops those that are over first. */
function isFull(cache: WorkspaceCache, { workspacesMax }: RegistryOptions): boolean {
  cache.dropExpired();
  return workspacesMax !== undefined && cache.count() >= workspacesMax;
}

/** What the cache does without the rest. */
function listing(cache: WorkspaceCache) {
  const { find, knownSince, saltOf, list, idleMs, used, drop, dropAfter } = cache;
  return { find, knownSince, saltOf, list, idleMs, used, drop, dropAfter };
}

function keysIn(
  cache: WorkspaceCache,
  adoption: Adoption,
): Pick<Registry, "findKey" | "knewKey" | "hasExpiredKey" | "isFree"> {
  const { findKey, hasExpiredKey, isFree } = cache;
  const knewKey = (key: string): boolean => cache.knewKey(key) || adoption.knows(key);
  return { findKey, knewKey, hasExpiredKey, isFree };
}

/** The adoption, and what applies it to a workspace whose records were replaced. */
function adopting(cache: WorkspaceCache, options: RegistryOptions) {
  const asked = options.adoption ?? adoptsNothing;
  const adoption = newAdoption({ ...asked, workspace: () => defaultIn(cache) });
  const renewed = (workspace: Workspace): void => {
    if (workspace.id === defaultWorkspaceId) adoption.applyTo(workspace);
  };
  return { adoption, renewed };
}

const adoptsNothing = { rules: null, isMetered: true, adoptsAnyKey: false };

function defaultIn(cache: WorkspaceCache): Workspace {
  const workspace = cache.find(defaultWorkspaceId);
  if (workspace === null) throw new Error("There is no default workspace.");
  return workspace;
}

function replacing(
  cache: WorkspaceCache,
  { storage, onWorldEnd, sandbox }: RegistryOptions,
  onRenewed: (workspace: Workspace) => void,
): Pick<Registry, "replace"> {
  return {
    replace(workspace, world) {
      const initial = initialStateFromState(
        workspace,
        world,
        freeFor(cache, workspace.id, workspace.origin()),
      );
      onWorldEnd?.(workspace);
      const limited = limitedBy(sandbox.sizes, workspace.id, workspace.store);
      const replaced = limited(() => storage.replace(workspace, world, initial));
      workspace.renew(workspace.store().transaction(replaced));
      onRenewed(workspace);
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
      closeBoth(cache, storage, withinMs);
    },
  };
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
): void {
  try {
    cache.close(withinMs);
  } finally {
    storage.close();
  }
}

interface CacheOptions {
  readonly storage: Storage;
  readonly sandbox: WorkspaceContext;
  readonly onOpen?: (workspace: Workspace) => void;
  readonly onWorldEnd?: ((workspace: Workspace) => void) | undefined;
}

/** The cache of the workspaces in `storage`, empty at first. */
function openCache(
  { storage, sandbox, onOpen, onWorldEnd }: CacheOptions,
  lifecycle: WorkspaceLifecycle,
): WorkspaceCache {
  return newWorkspaceCache({
    remove(id, why) {
      storage.remove(id);
      sandbox.sizes?.forget(id);
      lifecycle.dropped(id, why);
    },
    systemNow: sandbox.systemNow,
    formerKeys: storage.formerKeys,
    onWorldEnd,
    sizes: sandbox.sizes,
    open(id, store, onKeysChanged) {
      const workspace = openWorkspace(id, store, sandbox, onKeysChanged);
      onOpen?.(workspace);
      lifecycle.opened(workspace);
      return workspace;
    },
  });
}
