/** What a workspace writes into its store after the world: its API keys and what it remembers of itself. */
import type { Fixture } from "./fixtures.ts";
import { newIds } from "./ids.ts";
import { loadApiKeys } from "./load-world.ts";
import type { Origin } from "./memory.ts";
import { newMemory, writeMemory } from "./memory.ts";
import type { Finish } from "./storage.ts";
import type { Workspace } from "./workspace.ts";
import type { World } from "./world.ts";

/** The workspace that a request with no known key is journaled in, and whose control paths need no id. */
export const defaultWorkspaceId = "default";

/** Only the default workspace has the well-known keys of its fixture: a key belongs to one workspace. */
export function finisher(id: string, fixture: Fixture, origin: Origin): Finish {
  return (store) => {
    const ids = newIds(origin.seed, id);
    const { quotaPerHour } = origin;
    const apiKeys = fixture.world.apiKeys.map((entry) =>
      quotaPerHour === undefined ? entry : { ...entry, quotaPerHour },
    );
    loadApiKeys(store, { ...fixture.world, apiKeys }, (entry, number) =>
      id === defaultWorkspaceId && entry.key !== undefined
        ? entry.key.toLowerCase()
        : ids.key(number),
    );
    const assumptions = { ...fixture.world.assumptions, ...origin.assumptions };
    writeMemory(store, { ...newMemory(origin), assumptions });
  };
}

/** The keys of a state keep their text, but for those that another workspace has. */
export function stateFinisher(
  workspace: Workspace,
  world: World,
  ownerOf: (key: string) => { readonly workspace: Workspace } | null,
): Finish {
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
  return (store) => {
    loadApiKeys(store, world, ({ key = "" }, number) => {
      const given = key.toLowerCase();
      return kept.includes(given) ? given : newKey(number);
    });
    const memory = newMemory(workspace.origin());
    const clock = workspace.clock.setting();
    writeMemory(store, { ...memory, clock, assumptions: world.assumptions });
  };
}
