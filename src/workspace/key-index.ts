/** Which workspace an API key belongs to. */
export interface KeyIndex {
  readonly set: (workspaceId: string, keys: readonly string[]) => void;
  readonly workspaceOf: (key: string) => string | null;
}

/** An empty index. A key that a second workspace came to have, as a reset can bring one back, is that one's until it has it no more. */
export function newKeyIndex(): KeyIndex {
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
      if (keys.length === 0) keysOf.delete(workspaceId);
      else keysOf.set(workspaceId, keys);
    },
    workspaceOf: (key) => ownersOf(key).at(-1) ?? null,
  };
}
