/** Which workspace an API key belongs to. */
export interface KeyIndex {
  /** Says which keys a workspace has now. It keeps those that it had, and another one keeps its own. */
  readonly set: (workspaceId: string, keys: readonly string[]) => void;
  /** Frees the keys of a workspace that is gone. */
  readonly drop: (workspaceId: string) => void;
  readonly workspaceOf: (key: string) => string | null;
}

/** Keys that workspaces had before: a reset or a snapshot may bring them back, so that no other workspace is issued them. */
export interface FormerKeys {
  /** As an earlier run left them. */
  readonly of: (workspaceId: string) => readonly string[];
  readonly keep: (workspaceId: string, keys: readonly string[]) => void;
}

/** An empty index. */
export function newKeyIndex(former: FormerKeys): KeyIndex {
  const owners = new Map<string, string>();
  /** Those that a workspace has or had. */
  const keysOf = new Map<string, readonly string[]>();
  const keptOf = new Map<string, readonly string[]>();
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
    drop(workspaceId) {
      for (const key of keysOf.get(workspaceId) ?? []) {
        if (owners.get(key) === workspaceId) owners.delete(key);
      }
      keysOf.delete(workspaceId);
      keptOf.delete(workspaceId);
    },
    workspaceOf: (key) => owners.get(key) ?? null,
  };
}
