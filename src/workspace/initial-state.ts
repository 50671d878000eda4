/** What a workspace starts with apart from the rows of its world: its API keys and settings. */
import type { ApiKey } from "../domain/api-key.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import type { Fixture } from "./fixtures.ts";
import type { Ids } from "./ids.ts";
import { newIds } from "./ids.ts";
import { apiKeysOf, loadApiKeys } from "./load-world.ts";
import type { WorkspaceSettings, Origin } from "./workspace-settings.ts";
import { newWorkspaceSettings, writeWorkspaceSettings } from "./workspace-settings.ts";
import type { World } from "./world.ts";

/** It follows from fixture, seed and id, so that it is known before there is a store to write it into. */
export interface InitialState {
  readonly settings: WorkspaceSettings;
  readonly apiKeys: readonly ApiKey[];
}

/** The workspace that a request with no known key is journaled in, and whose control paths need no id. */
export const defaultWorkspaceId = "default";

/** Whether no other workspace has a key or may get it back. */
export type IsFree = (key: string) => boolean;

/** Only the default workspace has the well-known keys of its fixture; a key that another workspace has becomes a new one. */
export function initialStateFrom(
  id: string,
  { world }: Fixture,
  origin: Origin,
  systemNow: () => number,
  isFree: IsFree,
): InitialState {
  const { quotaPerHour } = origin;
  const entries = world.apiKeys.map((entry) =>
    quotaPerHour === undefined ? entry : { ...entry, quotaPerHour },
  );
  const isWellKnown = id === defaultWorkspaceId;
  const given = isWellKnown ? entries.flatMap(({ key }) => key?.toLowerCase() ?? []) : [];
  const textOf = newKeyTexts(newIds(origin.seed, id), given, isFree);
  const apiKeys = apiKeysOf({ ...world, apiKeys: entries }, ({ key }, number) =>
    textOf(isWellKnown ? key : undefined, number),
  );
  const assumptions = { ...world.assumptions, ...origin.assumptions };
  return { apiKeys, settings: { ...newWorkspaceSettings(origin, systemNow), assumptions } };
}

/** What a workspace keeps while another state takes its place. */
interface Kept {
  readonly ids: () => Ids;
  readonly origin: () => Origin;
  readonly clock: Clock;
}

/** The keys of a state keep their text, but for those that another workspace has; the clock goes on. */
export function initialStateFromState(workspace: Kept, world: World, isFree: IsFree): InitialState {
  const given = world.apiKeys.flatMap(({ key }) => key?.toLowerCase() ?? []);
  const textOf = newKeyTexts(workspace.ids(), given, isFree);
  const apiKeys = apiKeysOf(world, ({ key }, number) => textOf(key, number));
  const settings = newWorkspaceSettings(workspace.origin(), workspace.clock.systemNow);
  const clock = workspace.clock.setting();
  return { apiKeys, settings: { ...settings, clock, assumptions: world.assumptions } };
}

/** The texts of keys: the one that is given where it is free, or else the first free one from the number on. */
function newKeyTexts(ids: Ids, given: readonly string[], isFree: IsFree) {
  const kept = new Set(given.filter(isFree));
  const taken = new Set(kept);
  const newText = (number: number): string => {
    const key = ids.key(number);
    if (taken.has(key) || !isFree(key)) return newText(number + 1);
    taken.add(key);
    return key;
  };
  return (key: string | undefined, number: number): string => {
    const text = key?.toLowerCase();
    return text !== undefined && kept.has(text) ? text : newText(number);
  };
}

/** Writes it into a store that holds the rows of the world. */
export function writeInitialState(store: Store, { settings, apiKeys }: InitialState): void {
  loadApiKeys(store, apiKeys);
  writeWorkspaceSettings(store, settings);
}
