import type { Firm, FirmMember, ReferralCode } from "../domain/firm.ts";
import { lazily } from "../domain/lazily.ts";
import type { Store } from "../store/store.ts";
import type { Beginning } from "./beginning.ts";
import { readMemory } from "./memory.ts";

/** The Firms of a workspace and who belongs to them, as far as clients are configured with it. */
export interface Directory {
  readonly firms: readonly Pick<Firm, "id" | "name" | "firmType">[];
  readonly firmMembers: readonly Pick<FirmMember, "id" | "firmId" | "email" | "isOwner">[];
  readonly referralCodes: readonly Pick<ReferralCode, "id" | "firmId">[];
}

/** The store of a workspace, which need not be open before somebody asks for it, and what is known of it till then. */
export interface HeldStore extends Beginning {
  /** What the store says of it, as long as nothing was changed in there; does not open it. */
  readonly directory: () => Directory;
  /** Opens it at the first call. */
  readonly store: () => Store;
  readonly isOpen: () => boolean;
}

/** A store that `open` opens once somebody asks for it. */
export function promisedStore(
  { memory, apiKeys }: Beginning,
  directory: () => Directory,
  open: () => Store,
): HeldStore {
  let isOpen = false;
  const store = lazily(() => {
    const opened = open();
    isOpen = true;
    return opened;
  });
  return { memory, apiKeys, directory, store, isOpen: () => isOpen };
}

/** A store that is open and holds a beginning. */
export function openedStore(
  store: Store,
  { memory, apiKeys }: Beginning,
  directory: () => Directory = () => directoryIn(store),
): HeldStore {
  return { memory, apiKeys, directory, store: () => store, isOpen: () => true };
}

/** A store that is open, with what it holds. */
export function readStore(store: Store): HeldStore {
  return openedStore(store, { memory: readMemory(store), apiKeys: store.apiKeys.all() });
}

/** What a store says of it now. */
export function directoryIn({ firms, firmMembers, referralCodes }: Store): Directory {
  return {
    firms: firms.all(),
    firmMembers: firmMembers.all(),
    referralCodes: referralCodes.all(),
  };
}
