/**
 * The workspaces of one sandbox, and the way from an API key to its workspace: the one thing that
 * workspaces share.
 */
import type { ApiKey } from "../domain/api-key.ts";
import type { Assumptions } from "../rules/trace.ts";
import { beginningFrom, beginningFromState, defaultWorkspaceId } from "./beginning.ts";
import type { ClockSetting } from "./clock.ts";
import type { FixtureLibrary } from "./fixtures.ts";
import type { HeldStore } from "./held-store.ts";
import type { Origin } from "./memory.ts";
import type { Platform } from "./platform.ts";
import { snapshotting } from "./snapshotting.ts";
import type { Snapshotting } from "./snapshotting.ts";
import type { Storage } from "./storage.ts";
import { refill } from "./storage.ts";
import type { Workspace } from "./workspace.ts";
import { openWorkspace } from "./workspace.ts";
import type { World } from "./world.ts";

/** What a new workspace is made from. */
export interface NewWorkspace {
  readonly id?: string | undefined;
  readonly fixture: string;
  readonly seed: number;
  readonly clock: ClockSetting;
  readonly assumptions: Assumptions;
  /** The quota of every key of the fixture; each has its own when left out. */
  readonly quotaPerHour?: number | null | undefined;
  readonly ttlMs?: number | undefined;
}

export type CreateResult =
  | { readonly ok: true; readonly workspace: Workspace }
  | { readonly ok: false; readonly reason: "id-taken" | "no-such-fixture" };

export interface Registry extends Snapshotting {
  readonly create: (input: NewWorkspace) => CreateResult;
  readonly find: (id: string) => Workspace | null;
  readonly default: () => Workspace;
  readonly list: () => readonly Workspace[];
  readonly drop: (id: string) => void;
  /** Back to the fixture the workspace was made from, or on to another; false when there is no such fixture. */
  readonly reset: (workspace: Workspace, fixture?: string) => boolean;
  /** The workspace with `world` in place of its own; a key that another workspace has becomes a new one. The clock goes on. */
  readonly replace: (workspace: Workspace, world: World) => void;
  /** The workspace and record of a key, also a revoked or expired one. */
  readonly findKey: (key: string) => KeyOwner | null;
  /** Tells those who wait or listen in any workspace that nothing more will come. */
  readonly endEvents: () => void;
  readonly close: () => void;
}

export interface KeyOwner {
  readonly workspace: Workspace;
  readonly apiKey: ApiKey;
}

export interface RegistryOptions {
  readonly fixtures: FixtureLibrary;
  readonly platform: Platform;
  readonly storage: Storage;
  /** Choices that every new workspace begins with, unless it is made with others. */
  readonly assumptions: Assumptions;
  /** Hears of every workspace that is opened. */
  readonly onOpen?: (workspace: Workspace) => void;
}

/** The workspaces that `storage` kept from an earlier run. */
export function openRegistry(options: RegistryOptions): Registry {
  const { fixtures, platform, storage, assumptions } = options;
  const shelf = newShelf(platform, storage, options.onOpen);
  openKept(shelf, storage);
  return {
    create(input) {
      const id = input.id ?? shelf.freeId();
      if (shelf.find(id) !== null) return { ok: false, reason: "id-taken" };
      const fixture = fixtures.find(input.fixture);
      if (fixture === null) return { ok: false, reason: "no-such-fixture" };
      shelf.list();
      const beginning = beginningFrom(id, fixture, originOf(input, assumptions));
      return { ok: true, workspace: shelf.open(id, storage.make(id, fixture, beginning)) };
    },
    find: shelf.find,
    default() {
      const workspace = shelf.find(defaultWorkspaceId);
      if (workspace === null) throw new Error("There is no default workspace.");
      return workspace;
    },
    list: shelf.list,
    drop: shelf.drop,
    reset(workspace, name) {
      const before = workspace.origin();
      const origin = { ...before, fixture: name ?? before.fixture };
      const fixture = fixtures.find(origin.fixture);
      if (fixture === null) return false;
      const start = origin.fixture === before.fixture ? storage.rewind : storage.remake;
      workspace.renew(start(workspace, fixture, beginningFrom(workspace.id, fixture, origin)));
      return true;
    },
    replace(workspace, world) {
      const beginning = beginningFromState(workspace, world, shelf.findKey);
      workspace.renew(refill(workspace.store(), world, beginning));
    },
    ...snapshotting(storage),
    findKey: shelf.findKey,
    endEvents() {
      for (const workspace of shelf.list()) workspace.events.end();
    },
    close() {
      try {
        shelf.close();
      } finally {
        storage.close();
      }
    },
  };
}

/** Opens what was kept; when one cannot be used, none stays open. */
function openKept(shelf: Shelf, storage: Storage): void {
  try {
    for (const id of storage.known()) shelf.open(id, storage.open(id));
  } catch (error) {
    try {
      shelf.close();
    } finally {
      storage.close();
    }
    throw error;
  }
}

type Shelf = Pick<Registry, "find" | "list" | "drop" | "findKey" | "close"> & {
  readonly open: (id: string, store: HeldStore) => Workspace;
  readonly freeId: () => string;
};

/** The workspaces that are open; one whose time is over is dropped when it is looked at. */
function newShelf(platform: Platform, storage: Storage, onOpen: RegistryOptions["onOpen"]): Shelf {
  const workspaces = new Map<string, Workspace>();
  const keyIndex = newKeyIndex();
  let made = 0;
  const drop = (id: string): void => {
    workspaces.get(id)?.discard();
    workspaces.delete(id);
    keyIndex.set(id, []);
    storage.remove(id);
  };
  const find = (id: string): Workspace | null => {
    const workspace = workspaces.get(id);
    if (workspace === undefined) return null;
    const { expiresAt } = workspace.origin();
    if (expiresAt === null || workspace.clock.now() < expiresAt) return workspace;
    drop(id);
    return null;
  };
  const freeId = (): string => {
    made += 1;
    return workspaces.has(`ws-${made}`) ? freeId() : `ws-${made}`;
  };
  return {
    open(id, store) {
      const workspace = openWorkspace(id, store, platform, (keys) => keyIndex.set(id, keys));
      workspaces.set(id, workspace);
      onOpen?.(workspace);
      return workspace;
    },
    freeId,
    drop,
    find,
    list: () => Array.from(workspaces.keys(), find).filter((workspace) => workspace !== null),
    findKey(key) {
      const workspace = find(keyIndex.workspaceOf(key) ?? "");
      const apiKey = workspace?.findKey(key) ?? null;
      return workspace === null || apiKey === null ? null : { workspace, apiKey };
    },
    close() {
      const all = [...workspaces.values()];
      workspaces.clear();
      closeAll(all);
    },
  };
}

/** Closes every one of them, and throws what went wrong with the first that could not be kept. */
function closeAll(workspaces: readonly Workspace[]): void {
  const failures: unknown[] = [];
  for (const workspace of workspaces) {
    try {
      workspace.close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

function originOf(input: NewWorkspace, chosen: Assumptions): Origin {
  const { seed, fixture, clock, quotaPerHour, ttlMs } = input;
  const now = clock.mode === "frozen" ? clock.now : Date.now() + clock.offsetMs;
  return {
    seed,
    fixture,
    clock,
    assumptions: { ...chosen, ...input.assumptions },
    ...(quotaPerHour === undefined ? {} : { quotaPerHour }),
    expiresAt: ttlMs === undefined ? null : now + ttlMs,
  };
}

interface KeyIndex {
  readonly set: (workspaceId: string, keys: readonly string[]) => void;
  readonly workspaceOf: (key: string) => string | null;
}

/** A key that a second workspace came to have, as a reset can bring one back, is that one's until it has it no more. */
function newKeyIndex(): KeyIndex {
  const owners = new Map<string, readonly string[]>();
  const keysOf = new Map<string, readonly string[]>();
  const ownersOf = (key: string): readonly string[] => owners.get(key) ?? [];
  return {
    set(workspaceId, keys) {
      const now = new Set(keys);
      for (const key of keysOf.get(workspaceId) ?? []) {
        if (now.has(key)) continue;
        const left = ownersOf(key).filter((owner) => owner !== workspaceId);
        if (left.length === 0) owners.delete(key);
        else owners.set(key, left);
      }
      for (const key of keys) {
        const known = ownersOf(key);
        if (!known.includes(workspaceId)) owners.set(key, [...known, workspaceId]);
      }
      keysOf.set(workspaceId, keys);
    },
    workspaceOf: (key) => ownersOf(key).at(-1) ?? null,
  };
}
