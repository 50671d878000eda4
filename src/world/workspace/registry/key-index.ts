import type { LogEnd } from "../logs/events.ts";

/** Maps API keys to their workspaces. */
export interface KeyIndex {
  /** Sets the current keys of a workspace. It keeps a claim on its earlier keys, and other workspaces keep theirs. */
  readonly set: (workspaceId: string, keys: readonly string[]) => void;
  /** Frees the keys of a dropped workspace. */
  readonly drop: (workspaceId: string, why: LogEnd) => void;
  readonly workspaceOf: (key: string) => string | null;
  /** Whether a workspace has that key or had it, even if it was dropped; the newest 10,000 of those count. */
  readonly knew: (key: string) => boolean;
  /** Whether a workspace with that key has expired; the newest 10,000 keys of dropped workspaces count. */
  readonly hasExpired: (key: string) => boolean;
}

/** Earlier keys of workspaces. A reset or a snapshot may restore them, so no other workspace may get them. */
export interface FormerKeys {
  /** Restores the claims of an earlier run. */
  readonly of: (workspaceId: string) => readonly string[];
  readonly keep: (workspaceId: string, keys: readonly string[]) => void;
}

/** An empty index. */
export function newKeyIndex(former: FormerKeys): KeyIndex {
  const owners = new Map<string, string>();
  /** The current and earlier keys. */
  const keysOf = new Map<string, readonly string[]>();
  const keptOf = new Map<string, readonly string[]>();
  const dropped = new Map<string, LogEnd>();
  return {
    set(workspaceId, keys) {
      const kept = keptOf.get(workspaceId) ?? former.of(workspaceId);
      const all = new Set([...kept, ...(keysOf.get(workspaceId) ?? []), ...keys]);
      for (const key of all) {
        if (!owners.has(key)) owners.set(key, workspaceId);
      }
      keysOf.set(workspaceId, [...all]);
      const present = new Set(keys);
      const lost = [...all].filter((key) => !present.has(key));
      const isNews = lost.some((key) => !kept.includes(key));
      if (isNews) former.keep(workspaceId, lost);
      keptOf.set(workspaceId, isNews ? lost : kept);
    },
    drop(workspaceId, why) {
      for (const key of keysOf.get(workspaceId) ?? []) {
        if (owners.get(key) !== workspaceId) continue;
        owners.delete(key);
        dropped.set(key, why);
      }
      for (const key of dropped.keys()) {
        if (dropped.size <= droppedMax) break;
        dropped.delete(key);
      }
      keysOf.delete(workspaceId);
      keptOf.delete(workspaceId);
    },
    workspaceOf: (key) => owners.get(key) ?? null,
    hasExpired: (key) => !owners.has(key) && dropped.get(key) === "expired",
    knew: (key) => owners.has(key) || dropped.has(key),
  };
}

const droppedMax = 10_000;
