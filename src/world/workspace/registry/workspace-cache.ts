/**
 * The workspaces of one sandbox by id and by API key. An unused one is only its initial state; the rest is made on
 * first use.
 */
import { performance } from "../../../base/values/native-timers.ts";
import type { ApiKey } from "../../../domain/model/api-key.ts";
import type { LogEnd } from "../logs/events.ts";
import type { HeldStore } from "../storage/held-store.ts";
import type { SizeLimits } from "../storage/size-limits.ts";
import { newClock } from "../time/clock.ts";
import type { Clock } from "../time/clock.ts";
import type { Identity, Origin } from "../workspace-settings.ts";
import type { Workspace } from "../workspace.ts";
import { defaultWorkspaceId } from "./initial-state.ts";
import type { FormerKeys } from "./key-index.ts";
import { newKeyIndex } from "./key-index.ts";

export interface WorkspaceCache {
  readonly put: (id: string, store: HeldStore) => ListedWorkspace;
  readonly find: (id: string) => Workspace | null;
  /** Whether there is one with that id. It does not count as a use. */
  readonly has: (id: string) => boolean;
  /** When this process created or read the workspace, in the system's epoch milliseconds. */
  readonly knownSince: (id: string) => number;
  /** The salt of its token; null for no workspace. It does not count as a use. */
  readonly saltOf: (id: string) => string | null;
  readonly list: () => readonly ListedWorkspace[];
  /** How long nothing used the workspace, in milliseconds of real time, since this process started at most. */
  readonly idleMs: (id: string) => number;
  /** The number of workspaces besides the default one. */
  readonly count: () => number;
  readonly used: () => readonly Workspace[];
  readonly drop: (id: string, why?: LogEnd) => void;
  /** Drops the workspace when nothing used it for `idleMs` in real time, whatever its clock shows. */
  readonly dropAfter: (
    workspace: Workspace,
    idleMs: number,
    named?: Partial<Pick<Identity, "label" | "owner">>,
  ) => void;
  readonly dropExpired: () => void;
  /** The workspace and record of a key, including revoked and expired keys. */
  readonly findKey: (key: string) => KeyOwner | null;
  /** Whether that is or was a key of a workspace, also of a dropped one. */
  readonly knewKey: (key: string) => boolean;
  readonly hasExpiredKey: (key: string) => boolean;
  /** Whether no workspace other than `workspaceId` has a key or may restore it. */
  readonly isFree: (key: string, workspaceId: string) => boolean;
  /** Saves every workspace and closes their files, for up to `withinMs`; the rest stay open. */
  readonly close: (withinMs: number) => void;
}

/** The properties of every workspace, used or not. */
export type ListedWorkspace = Pick<
  Workspace,
  "id" | "origin" | "clock" | "assumptions" | "directory" | "keys" | "bytes"
>;

export interface KeyOwner {
  readonly workspace: Workspace;
  readonly apiKey: ApiKey;
}

export interface CacheOptions {
  readonly open: (
    id: string,
    store: HeldStore,
    onKeysChanged: (keys: readonly string[]) => void,
  ) => Workspace;
  readonly remove: (id: string, why: LogEnd) => void;
  readonly systemNow: () => number;
  readonly formerKeys: FormerKeys;
  /** Gets the size of each workspace. */
  readonly sizes?: SizeLimits | undefined;
  /** Called with a workspace right before it is dropped or closed; opens it if necessary. */
  readonly onWorldEnd?: ((workspace: Workspace) => void) | undefined;
}

type Place = ({ readonly store: HeldStore } | { readonly workspace: Workspace }) & {
  readonly times: PlaceTimes;
};

/** In real time, epoch milliseconds; a restart begins again. */
interface PlaceTimes {
  readonly since: number;
  usedAt: number;
  /** Whether time on the clock of the workspace, or without use, ends it. */
  canExpire: boolean;
}

/** A cache without workspaces. */
export function newWorkspaceCache(options: CacheOptions): WorkspaceCache {
  const { places, placeOf, add, keyIndex, find, ended, drop, dropExpired } = newPlaces(options);
  const used = (): readonly Workspace[] =>
    [...places.values()].flatMap((place) => ("workspace" in place ? [place.workspace] : []));
  return {
    put(id, store) {
      const place = add(id, store);
      // The workspace itself does the rest.
      return (store.isOpen() ? find(id) : null) ?? listedWorkspace(id, place, options.systemNow);
    },
    find,
    has: (id) => places.has(id),
    knownSince: (id) => places.get(id)?.times.since ?? options.systemNow(),
    saltOf(id) {
      const place = placeOf(id);
      return place === null ? null : (originIn(place).salt ?? noSalt);
    },
    list() {
      dropExpired();
      return Array.from(places, ([id, place]) => listedWorkspace(id, place, options.systemNow));
    },
    idleMs: (id) => idleMsOf(places.get(id), options.systemNow),
    count: () => places.size - (places.has(defaultWorkspaceId) ? 1 : 0),
    used,
    drop,
    dropAfter(workspace, idleMs, named = {}) {
      workspace.setIdentity({ ...named, ttlMs: idleMs, expiresAt: null });
      const times = places.get(workspace.id)?.times;
      if (times !== undefined)
        Object.assign(times, { usedAt: options.systemNow(), canExpire: true });
    },
    dropExpired,
    findKey(key) {
      const workspace = find(keyIndex.workspaceOf(key) ?? "");
      const apiKey = workspace?.findKey(key) ?? null;
      return workspace === null || apiKey === null ? null : { workspace, apiKey };
    },
    knewKey: keyIndex.knew,
    hasExpiredKey: keyIndex.hasExpired,
    isFree(key, workspaceId) {
      const owner = keyIndex.workspaceOf(key);
      return owner === null || owner === workspaceId || find(owner) === null;
    },
    close(withinMs) {
      for (const id of places.keys()) ended(id);
      const all = used();
      places.clear();
      closeAll(all, withinMs);
    },
  };
}

/** The entries by id, empty at first. An expired one is dropped when it is read. */
function newPlaces({ open, remove, systemNow, formerKeys, sizes, onWorldEnd }: CacheOptions) {
  const places = new Map<string, Place>();
  const keyIndex = newKeyIndex(formerKeys);
  const opened = (id: string, place: Place): Workspace => {
    if ("workspace" in place) return place.workspace;
    const workspace = open(id, place.store, (keys) => keyIndex.set(id, keys));
    places.set(id, { workspace, times: place.times });
    return workspace;
  };
  const ended = (id: string): void => {
    const place = places.get(id);
    if (place !== undefined) onWorldEnd?.(opened(id, place));
  };
  const add = (id: string, store: HeldStore): Place => {
    const place = { store, times: timesNow(store.settings.origin, systemNow) };
    const keys = Array.from(store.apiKeys, ({ key }) => key);
    // Before the rest: it throws for an invalid file of former keys.
    keyIndex.set(id, keys);
    places.set(id, place);
    sizes?.set(id, store.bytes());
    return place;
  };
  const drop = (id: string, why: LogEnd = "dropped"): void => {
    ended(id);
    const place = places.get(id);
    if (place !== undefined && "workspace" in place) place.workspace.discard(why);
    places.delete(id);
    keyIndex.drop(id, why);
    remove(id, why);
  };
  const placeOf = (id: string): Place | null => {
    const place = places.get(id);
    if (place === undefined) return null;
    if (!place.times.canExpire || !hasExpired(place, systemNow)) return place;
    drop(id, "expired");
    return null;
  };
  const find = (id: string): Workspace | null => {
    const place = placeOf(id);
    if (place === null) return null;
    place.times.usedAt = systemNow();
    return opened(id, place);
  };
  const dropExpired = (): void => {
    for (const [id, { times }] of places) if (times.canExpire) placeOf(id);
  };
  return { places, placeOf, add, keyIndex, find, ended, drop, dropExpired };
}

function lifeOf(place: Place, systemNow: () => number): Life {
  if ("workspace" in place) return { ...place.workspace.origin(), clock: place.workspace.clock };
  const { settings } = place.store;
  return { ...settings.origin, clock: newClock(settings, systemNow) };
}

/** The salt of workspaces that are older than the control token. */
const noSalt = "0";

function originIn(place: Place): Origin {
  return "workspace" in place ? place.workspace.origin() : place.store.settings.origin;
}

function listedWorkspace(id: string, place: Place, systemNow: () => number): ListedWorkspace {
  if ("workspace" in place) return place.workspace;
  const { settings, apiKeys, directory } = place.store;
  return {
    id,
    origin: () => settings.origin,
    clock: newClock(settings, systemNow),
    assumptions: () => settings.assumptions,
    directory,
    keys: () => apiKeys,
    bytes: place.store.bytes,
  };
}

/**
 * Saves all workspaces, then closes their files for up to `withinMs`. Throws the first error of a workspace that could
 * not be saved.
 */
function closeAll(workspaces: readonly Workspace[], withinMs: number): void {
  const failures: unknown[] = [];
  for (const workspace of workspaces) {
    try {
      workspace.finish();
    } catch (error) {
      failures.push(error);
    }
  }
  const until = performance.now() + (failures.length > 0 ? Number.POSITIVE_INFINITY : withinMs);
  for (const workspace of workspaces) {
    if (performance.now() > until) break;
    workspace.close();
  }
  if (failures.length > 0) throw failures[0];
}

/** What ends a workspace: time on its clock, or time without use. */
interface Life extends Pick<Origin, "expiresAt" | "ttlMs"> {
  readonly clock: Clock;
}

function timesNow({ expiresAt, ttlMs }: Origin, systemNow: () => number): PlaceTimes {
  const now = systemNow();
  return { since: now, usedAt: now, canExpire: expiresAt !== null || ttlMs !== undefined };
}

function idleMsOf(place: Place | undefined, systemNow: () => number): number {
  const now = systemNow();
  return now - (place?.times.usedAt ?? now);
}

function hasExpired(place: Place, systemNow: () => number): boolean {
  const { expiresAt, ttlMs, clock } = lifeOf(place, systemNow);
  if (ttlMs !== undefined && idleMsOf(place, systemNow) >= ttlMs) return true;
  return expiresAt !== null && clock.now() >= expiresAt;
}
