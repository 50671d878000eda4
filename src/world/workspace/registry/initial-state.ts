/** The initial state of a workspace apart from its rows: API keys and settings. */
import type { ApiKey } from "../../../domain/model/api-key.ts";
import type { Store } from "../../store/store.ts";
import type { Fixture } from "../fixtures/fixtures.ts";
import type { WorldOutline } from "../fixtures/load-world.ts";
import { apiKeysOf, loadApiKeys } from "../fixtures/load-world.ts";
import type { Ids } from "../ids.ts";
import { newIds } from "../ids.ts";
import type { Clock } from "../time/clock.ts";
import type { WorkspaceSettings, Origin } from "../workspace-settings.ts";
import { newWorkspaceSettings, writeWorkspaceSettings } from "../workspace-settings.ts";

/** Derived from fixture, seed and id, so it is known before a store exists. */
export interface InitialState {
  readonly settings: WorkspaceSettings;
  readonly apiKeys: readonly ApiKey[];
}

/** The workspace that journals requests without a known key, and whose control paths need no id. */
export const defaultWorkspaceId = "default";

/** Whether a workspace may have a key: no other has it or may restore it, and it is of the right shard. */
export type IsFree = (key: string) => boolean;

/**
 * Only the default workspace has the well-known keys of its fixture. A key that another workspace has is replaced by
 * a new one.
 */
export function initialStateFrom(
  id: string,
  { world }: Fixture,
  origin: Origin,
  systemNow: () => number,
  isFree: IsFree,
): InitialState {
  const isWellKnown = id === defaultWorkspaceId;
  const given = isWellKnown ? world.apiKeys.flatMap(({ key }) => key?.toLowerCase() ?? []) : [];
  const textOf = newKeyTexts(newIds(origin.seed, id, origin), given, isFree);
  const ownKeys = apiKeysOf(world, ({ key }, number) =>
    textOf(isWellKnown ? key : undefined, number),
  );
  const { quotaPerHour } = origin;
  const apiKeys =
    quotaPerHour === undefined ? ownKeys : ownKeys.map((key) => ({ ...key, quotaPerHour }));
  const assumptions = { ...world.assumptions, ...origin.assumptions };
  return { apiKeys, settings: { ...newWorkspaceSettings(origin, systemNow), assumptions } };
}

/** The properties of a workspace that survive a replaced state. */
interface Kept {
  readonly ids: () => Ids;
  readonly origin: () => Origin;
  readonly clock: Clock;
}

/** The keys of a state keep their text unless another workspace has it; the clock goes on. */
export function initialStateFromState(
  workspace: Kept,
  world: WorldOutline,
  isFree: IsFree,
): InitialState {
  const given = world.apiKeys.flatMap(({ key }) => key?.toLowerCase() ?? []);
  const textOf = newKeyTexts(workspace.ids(), given, isFree);
  const apiKeys = apiKeysOf(world, ({ key }, number) => textOf(key, number));
  const settings = newWorkspaceSettings(workspace.origin(), workspace.clock.systemNow);
  const clock = workspace.clock.setting();
  return { apiKeys, settings: { ...settings, clock, assumptions: world.assumptions } };
}

/** The texts of keys: the given one if it is free, or the first free one from the number on. */
export function newKeyTexts(ids: Ids, given: readonly string[], isFree: IsFree) {
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

/** Writes the initial state to a store that holds the rows of the world. */
export function writeInitialState(store: Store, { settings, apiKeys }: InitialState): void {
  loadApiKeys(store, apiKeys);
  writeWorkspaceSettings(store, settings);
}
