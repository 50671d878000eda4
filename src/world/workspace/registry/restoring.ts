/** Makes new workspaces of downloaded snapshots. */
import type { Store } from "../../store/store.ts";
import { newIds } from "../ids.ts";
import type { ForeignSnapshot } from "../storage/foreign-snapshot.ts";
import { readForeignSnapshot } from "../storage/foreign-snapshot.ts";
import type { HeldStore } from "../storage/held-store.ts";
import { usable } from "../storage/snapshotting.ts";
import type { Storage } from "../storage/storage.ts";
import { newClock } from "../time/clock.ts";
import type { WorkspaceContext } from "../workspace-context.ts";
import type { Origin } from "../workspace-settings.ts";
import {
  originWith,
  readWorkspaceSettings,
  writeWorkspaceSettings,
} from "../workspace-settings.ts";
import type { IsFree } from "./initial-state.ts";
import { newKeyTexts } from "./initial-state.ts";
import type { NewWorkspace } from "./new-workspace.ts";
import { newSalt } from "./new-workspace.ts";

/** How long a restored workspace lives. */
export type Lifetime = Pick<NewWorkspace, "ttlMs" | "isKeptByUse">;

/**
 * The store of a new workspace from the bytes of a snapshot, with an identity of its own. A key that is not free is
 * replaced by a new one. Throws `SnapshotError` for an invalid snapshot, and `OverLimitError` for one that is too large.
 */
export function restoredStore(
  {
    id,
    image,
    isFreeIn,
  }: { readonly id: string; readonly image: Buffer; readonly isFreeIn: (origin: Origin) => IsFree },
  lifetime: Lifetime,
  { storage, sandbox }: { readonly storage: Storage; readonly sandbox: WorkspaceContext },
): HeldStore {
  const snapshot = readForeignSnapshot(image);
  sandbox.sizes?.refuse(id, snapshot.bytes);
  const origin = originHere(snapshot, lifetime, sandbox);
  const isFree = isFreeIn(origin);
  return usable("that was sent", () =>
    storage.adopt(id, image, (store) => {
      const settings = readWorkspaceSettings(store);
      writeWorkspaceSettings(store, { ...settings, origin }, settings);
      replaceKeys(store, id, origin, isFree);
    }),
  );
}

/** The origin of the snapshot with what a sandbox gives each new workspace. */
function originHere(
  { settings }: ForeignSnapshot,
  { ttlMs, isKeptByUse = false }: Lifetime,
  { hasTokens = false, shard, systemNow }: WorkspaceContext,
): Origin {
  const now = newClock(settings, systemNow).now();
  const { shard: _shard, ...origin } = originWith(settings.origin, {
    salt: hasTokens ? newSalt() : undefined,
    ttlMs,
    expiresAt: ttlMs === undefined || isKeptByUse ? null : now + ttlMs,
  });
  return shard === undefined ? origin : { ...origin, shard };
}

function replaceKeys(store: Store, id: string, origin: Origin, isFree: IsFree): void {
  const keys = store.apiKeys.all();
  const texts = keys.map(({ key }) => key.toLowerCase());
  const textOf = newKeyTexts(newIds(origin.seed, id, origin), texts, isFree);
  for (const [index, apiKey] of keys.entries()) {
    const key = textOf(apiKey.key, index + 1);
    if (key !== apiKey.key) store.apiKeys.update({ ...apiKey, key });
  }
}
