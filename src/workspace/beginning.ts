/** What a workspace begins with beside the rows of its world: its API keys and what it remembers of itself. */
import type { ApiKey } from "../domain/api-key.ts";
import type { Store } from "../store/store.ts";
import type { Fixture } from "./fixtures.ts";
import { newIds } from "./ids.ts";
import { apiKeysOf, loadApiKeys } from "./load-world.ts";
import type { Memory, Origin } from "./memory.ts";
import { newMemory, writeMemory } from "./memory.ts";
import type { Workspace } from "./workspace.ts";
import type { World } from "./world.ts";

/** It follows from fixture, seed and id, so that it is known before there is a store to write it into. */
export interface Beginning {
  readonly memory: Memory;
  readonly apiKeys: readonly ApiKey[];
}

/** The workspace that a request with no known key is journaled in, and whose control paths need no id. */
export const defaultWorkspaceId = "default";

/** Only the default workspace has the well-known keys of its fixture: a key belongs to one workspace. */
export function beginningFrom(
  id: string,
  { world }: Fixture,
  origin: Origin,
  systemNow: () => number,
): Beginning {
  const ids = newIds(origin.seed, id);
  const { quotaPerHour } = origin;
  const entries = world.apiKeys.map((entry) =>
    quotaPerHour === undefined ? entry : { ...entry, quotaPerHour },
  );
  const apiKeys = apiKeysOf({ ...world, apiKeys: entries }, (entry, number) =>
    id === defaultWorkspaceId && entry.key !== undefined
      ? entry.key.toLowerCase()
      : ids.key(number),
  );
  const assumptions = { ...world.assumptions, ...origin.assumptions };
  return { apiKeys, memory: { ...newMemory(origin, systemNow), assumptions } };
}

/** The keys of a state keep their text, but for those that another workspace has; the clock goes on. */
export function beginningFromState(
  workspace: Workspace,
  world: World,
  ownerOf: (key: string) => { readonly workspace: Workspace } | null,
): Beginning {
  const isOurs = (key: string): boolean => {
    const owner = ownerOf(key);
    return owner === null || owner.workspace === workspace;
  };
  const kept = world.apiKeys.flatMap(({ key }) => key?.toLowerCase() ?? []).filter(isOurs);
  const taken = new Set(kept);
  const newKey = (number: number): string => {
    const key = workspace.ids().key(number);
    if (taken.has(key) || !isOurs(key)) return newKey(number + 1);
    taken.add(key);
    return key;
  };
  const apiKeys = apiKeysOf(world, ({ key = "" }, number) => {
    const given = key.toLowerCase();
    return kept.includes(given) ? given : newKey(number);
  });
  const memory = newMemory(workspace.origin(), workspace.clock.systemNow);
  const clock = workspace.clock.setting();
  return { apiKeys, memory: { ...memory, clock, assumptions: world.assumptions } };
}

/** Writes it into a store that holds the rows of the world. */
export function writeBeginning(store: Store, { memory, apiKeys }: Beginning): void {
  loadApiKeys(store, apiKeys);
  writeMemory(store, memory);
}
