/**
 * The workspaces of one sandbox, and the way from an API key to its workspace: the one thing that
 * workspaces share.
 */
import type { Assumptions } from "../rules/trace.ts";
import type { Beginning, IsFree } from "./beginning.ts";
import { beginningFrom, beginningFromState, defaultWorkspaceId } from "./beginning.ts";
import type { ClockSetting } from "./clock.ts";
import type { Fixture, FixtureLibrary } from "./fixtures.ts";
import type { Lives } from "./lives.ts";
import { newLives } from "./lives.ts";
import type { Origin } from "./memory.ts";
import type { Platform } from "./platform.ts";
import type { ListedWorkspace, Shelf } from "./shelf.ts";
import { newShelf } from "./shelf.ts";
import { snapshotting } from "./snapshotting.ts";
import type { Snapshotting } from "./snapshotting.ts";
import type { Storage } from "./storage.ts";
import type { Workspace } from "./workspace.ts";
import { openWorkspace } from "./workspace.ts";
import type { World } from "./world.ts";

/** What a new workspace is made from. */
export interface NewWorkspace {
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly fixture: string;
  readonly seed: number;
  readonly clock: ClockSetting;
  readonly assumptions: Assumptions;
  /** The quota of every key of the fixture; each has its own when left out. */
  readonly quotaPerHour?: number | null | undefined;
  readonly ttlMs?: number | undefined;
}

export type CreateResult =
  | { readonly ok: true; readonly workspace: ListedWorkspace }
  | { readonly ok: false; readonly reason: "id-taken" | "no-such-fixture" };

export interface Registry
  extends Snapshotting, Pick<Shelf, "find" | "list" | "used" | "drop" | "findKey" | "isFree"> {
  readonly create: (input: NewWorkspace) => CreateResult;
  readonly default: () => Workspace;
  readonly lives: Pick<Lives, "log" | "follow">;
  /** The system's time that the clocks of workspaces run by, in epoch milliseconds. */
  readonly systemNow: () => number;
  /** Back to the fixture the workspace was made from, or on to another; false when there is no such fixture. */
  readonly reset: (workspace: Workspace, fixture?: string) => boolean;
  /** The workspace with `world` in place of its own; a key that another workspace has becomes a new one. The clock goes on. */
  readonly replace: (workspace: Workspace, world: World) => void;
  /** Tells those who wait or listen in any workspace that nothing more will come, and lets go of held requests. */
  readonly endEvents: () => void;
  /** Keeps every workspace and closes their files; false when that took longer than `withinMs` and some are left open. */
  readonly close: (withinMs?: number) => boolean;
}

export interface RegistryOptions {
  readonly fixtures: FixtureLibrary;
  readonly platform: Platform;
  readonly storage: Storage;
  /** Choices that every new workspace begins with, unless it is made with others. */
  readonly assumptions: Assumptions;
  /** Hears of every workspace that is used, when it is for the first time. */
  readonly onOpen?: (workspace: Workspace) => void;
  /** Called with a workspace just before its world goes: it is dropped, expires, is closed, reset, restored or replaced. */
  readonly onWorldEnd?: ((workspace: Workspace) => void) | undefined;
}

/** The workspaces that `storage` kept from an earlier run. */
export function openRegistry(options: RegistryOptions): Registry {
  const { fixtures, storage, assumptions, onWorldEnd } = options;
  const { systemNow } = options.platform;
  const lives = newLives(systemNow);
  const shelf = shelfOf(options, lives);
  openKept(shelf, storage);
  const beginningOf = (id: string, fixture: Fixture, origin: Origin): Beginning =>
    beginningFrom(id, fixture, origin, systemNow, freeFor(shelf, id));
  return {
    create(input) {
      const id = input.id ?? shelf.freeId();
      if (shelf.find(id) !== null) return { ok: false, reason: "id-taken" };
      const fixture = fixtures.find(input.fixture);
      if (fixture === null) return { ok: false, reason: "no-such-fixture" };
      shelf.dropOver();
      const beginning = beginningOf(id, fixture, originOf(input, assumptions, systemNow()));
      const workspace = shelf.put(id, storage.make(id, fixture, beginning));
      lives.created(workspace);
      return { ok: true, workspace };
    },
    find: shelf.find,
    systemNow,
    default: () => defaultIn(shelf),
    list: shelf.list,
    used: shelf.used,
    drop: shelf.drop,
    lives,
    reset(workspace, name) {
      const before = workspace.origin();
      const origin = { ...before, fixture: name ?? before.fixture };
      const fixture = fixtures.find(origin.fixture);
      if (fixture === null) return false;
      onWorldEnd?.(workspace);
      const start = origin.fixture === before.fixture ? storage.rewind : storage.remake;
      workspace.renew(start(workspace, fixture, beginningOf(workspace.id, fixture, origin)));
      return true;
    },
    replace(workspace, world) {
      const beginning = beginningFromState(workspace, world, freeFor(shelf, workspace.id));
      onWorldEnd?.(workspace);
      workspace.renew(storage.replace(workspace, world, beginning));
    },
    ...snapshotting(storage, onWorldEnd),
    findKey: shelf.findKey,
    isFree: shelf.isFree,
    ...ending(shelf, storage, lives),
  };
}

function defaultIn(shelf: Shelf): Workspace {
  const workspace = shelf.find(defaultWorkspaceId);
  if (workspace === null) throw new Error("There is no default workspace.");
  return workspace;
}

function ending(
  shelf: Shelf,
  storage: Storage,
  { log }: Lives,
): Pick<Registry, "endEvents" | "close"> {
  return {
    endEvents() {
      for (const workspace of shelf.used()) {
        workspace.heldRequests.cutAll();
        workspace.events.end("server-stopped");
      }
      log.end("server-stopped");
    },
    close(withinMs) {
      log.end("server-stopped");
      return closeBoth(shelf, storage, withinMs);
    },
  };
}

function shelfOf({ storage, platform, onOpen, onWorldEnd }: RegistryOptions, lives: Lives): Shelf {
  return newShelf({
    remove(id, why) {
      storage.remove(id);
      lives.dropped(id, why);
    },
    systemNow: platform.systemNow,
    formerKeys: storage.formerKeys,
    onWorldEnd,
    open(id, store, onKeysChanged) {
      const workspace = openWorkspace(id, store, platform, onKeysChanged);
      onOpen?.(workspace);
      lives.opened(workspace);
      return workspace;
    },
  });
}

function freeFor({ isFree }: Shelf, id: string): IsFree {
  return (key) => isFree(key, id);
}

function closeBoth(shelf: Shelf, storage: Storage, withinMs = Number.POSITIVE_INFINITY): boolean {
  try {
    return shelf.close(withinMs);
  } finally {
    storage.close();
  }
}

/** Opens what was kept; when one cannot be used, none stays open. */
function openKept(shelf: Shelf, storage: Storage): void {
  try {
    for (const id of storage.known()) shelf.put(id, storage.open(id));
  } catch (error) {
    closeBoth(shelf, storage);
    throw error;
  }
}

function originOf(input: NewWorkspace, chosen: Assumptions, systemNow: number): Origin {
  const { label, seed, fixture, clock, quotaPerHour, ttlMs } = input;
  const now = clock.mode === "frozen" ? clock.now : systemNow + clock.offsetMs;
  return {
    ...(label === undefined ? {} : { label }),
    seed,
    fixture,
    clock,
    assumptions: { ...chosen, ...input.assumptions },
    ...(quotaPerHour === undefined ? {} : { quotaPerHour }),
    expiresAt: ttlMs === undefined ? null : now + ttlMs,
  };
}
