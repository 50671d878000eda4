import type { ApiKey } from "../domain/api-key.ts";
import { asJson } from "../domain/json.ts";
import type { Store } from "../store/store.ts";
import type { Ids } from "./ids.ts";
import { newIds } from "./ids.ts";
import type { Memory } from "./memory.ts";
import { readMemory, writeMemory } from "./memory.ts";
import type { Part } from "./part.ts";

/** The store of a workspace with what is read from it once and kept at hand. */
export interface State {
  readonly store: () => Store;
  readonly memory: () => Memory;
  readonly remember: (change: Partial<Memory>) => void;
  readonly ids: () => Ids;
  /** Every key by its text, revoked and expired ones too. */
  readonly keys: () => ReadonlyMap<string, ApiKey>;
  /** Tells that the keys were changed in the store. */
  readonly keysChanged: () => void;
  /** Takes over another store, or the same one after its rows were changed from outside. */
  readonly renew: (store: Store) => void;
  /** What is kept at hand, as parts of the workspace. */
  readonly parts: readonly Part[];
}

/** The state that `store` holds for the workspace `id`; `onKeysChanged` hears every set of keys, the first one too. */
export function openState(
  id: string,
  first: Store,
  onKeysChanged: (keys: readonly string[]) => void,
): State {
  let store = first;
  let memory = readMemory(store);
  let ids = newIds(memory.origin.seed, id);
  let keys: ReadonlyMap<string, ApiKey> = new Map();
  const keysChanged = (): void => {
    keys = new Map(store.apiKeys.all().map((key) => [key.key, key]));
    onKeysChanged([...keys.keys()]);
  };
  const nothing = { renew: () => {}, keep: () => ({}) };
  keysChanged();
  return {
    store: () => store,
    memory: () => memory,
    remember(change) {
      const next = { ...memory, ...change };
      writeMemory(store, next);
      memory = next;
    },
    ids: () => ids,
    keys: () => keys,
    keysChanged,
    renew(next) {
      if (next !== store) store.close();
      store = next;
      memory = readMemory(next);
      ids = newIds(memory.origin.seed, id);
      keysChanged();
    },
    parts: [
      { ...nothing, name: "origin", inspect: () => asJson(memory.origin) },
      { ...nothing, name: "assumptions", inspect: () => asJson(memory.assumptions) },
      { ...nothing, name: "ids", inspect: () => ids.of("lead", 1) },
      { ...nothing, name: "keys", inspect: () => asJson([...keys.values()]) },
    ],
  };
}
