import { asJson } from "../../base/values/json.ts";
import type { ApiKey } from "../../domain/model/api-key.ts";
import type { Store } from "../store/store.ts";
import type { Ids } from "./ids.ts";
import { newIds } from "./ids.ts";
import type { Resettable } from "./resettable.ts";
import type { Directory, HeldStore } from "./storage/held-store.ts";
import { directoryIn } from "./storage/held-store.ts";
import type { Limited } from "./storage/size-limits.ts";
import { limitedBy } from "./storage/size-limits.ts";
import type { WorkspaceContext } from "./workspace-context.ts";
import type { WorkspaceSettings } from "./workspace-settings.ts";
import { writeWorkspaceSettings } from "./workspace-settings.ts";

/** The store of a workspace with data read from it once and cached. */
export interface State {
  /** Opened when it is first asked for. */
  readonly store: () => Store;
  readonly isOpen: () => boolean;
  readonly held: () => HeldStore;
  readonly directory: () => Directory;
  readonly settings: () => WorkspaceSettings;
  readonly remember: (change: Partial<WorkspaceSettings>) => void;
  /** Returns to these settings, because the transaction that changed them was rolled back. */
  readonly revertTo: (before: WorkspaceSettings) => void;
  readonly ids: () => Ids;
  /** Every key by its text, including revoked and expired ones. */
  readonly keys: () => ReadonlyMap<string, ApiKey>;
  /** Reports that the store's keys changed. */
  readonly keysChanged: () => void;
  /** Switches to another store, or reloads the same one after its rows changed. */
  readonly renew: (next: HeldStore) => void;
  /** The cached data as resettables of the workspace. */
  readonly resettables: readonly Resettable[];
}

/** The state in `first` of the workspace `id`; `onKeysChanged` gets every set of keys, including the first. */
export function openState(
  id: string,
  first: HeldStore,
  onKeysChanged: (keys: readonly string[]) => void,
  { idTail, sizes }: Pick<WorkspaceContext, "idTail" | "sizes">,
): State {
  let held = first;
  let { settings } = held;
  const idsOf = (): Ids => newIds(settings.origin.seed, id, { ...settings.origin, idTail });
  let ids = idsOf();
  const keys = newKnownKeys(onKeysChanged);
  // Until its first use, the store holds its initial state.
  let isUntouched = true;
  const store = (): Store => {
    isUntouched = false;
    return held.store();
  };
  keys.set(held.apiKeys);
  return {
    store,
    isOpen: () => held.isOpen(),
    held: () => held,
    directory: () =>
      isUntouched || held.current() === null ? held.directory() : directoryIn(held.store()),
    settings: () => settings,
    remember(change) {
      const next = { ...settings, ...change };
      if (held.current() === null && JSON.stringify(next) === JSON.stringify(settings)) return;
      writeLimited(held.store(), limitedBy(sizes, id, held.store), next, settings);
      settings = next;
    },
    revertTo(before) {
      settings = before;
      keys.set(held.store().apiKeys.all());
    },
    ids: () => ids,
    keys: keys.byText,
    keysChanged: () => keys.set(held.store().apiKeys.all()),
    renew(next) {
      if (held.isOpen() && !(next.isOpen() && next.store() === held.store())) held.close();
      held = next;
      isUntouched = true;
      const { seed } = settings.origin;
      ({ settings } = held);
      if (settings.origin.seed !== seed) ids = idsOf();
      keys.set(held.apiKeys);
      sizes?.set(id, held.bytes());
    },
    resettables: ownResettables({ settings: () => settings, ids: () => ids, keys: keys.byText }),
  };
}

/** The keys of a workspace by their text, none at first. */
function newKnownKeys(onChanged: (keys: readonly string[]) => void) {
  let keys: ReadonlyMap<string, ApiKey> = new Map();
  return {
    byText: () => keys,
    set(all: readonly ApiKey[]) {
      keys = new Map(all.map((key) => [key.key, key]));
      onChanged([...keys.keys()]);
    },
  };
}

/** A fault can be large, so that one more is limited; everything else is saved in any case. */
function writeLimited(
  store: Store,
  limited: Limited,
  next: WorkspaceSettings,
  before: WorkspaceSettings,
): void {
  const write = (): void => writeWorkspaceSettings(store, next, before);
  if (next.faults.length > before.faults.length) store.transaction(limited(write));
  else write();
}

function ownResettables({
  settings,
  ids,
  keys,
}: Pick<State, "settings" | "ids" | "keys">): State["resettables"] {
  return [
    { ...nothing, name: "origin", inspect: () => asJson(settings().origin) },
    { ...nothing, name: "assumptions", inspect: () => asJson(settings().assumptions) },
    { ...nothing, name: "ids", inspect: () => ids().of("lead", 1) },
    { ...nothing, name: "keys", inspect: () => asJson([...keys().values()]) },
  ];
}

const nothing = { renew: () => {}, keep: () => ({}) };
