import type { Firm, FirmMember, ReferralCode } from "../domain/firm.ts";
import type { OpenFiles } from "../store/open-files.ts";
import type { Store } from "../store/store.ts";
import type { InitialState } from "./initial-state.ts";
import { readWorkspaceSettings } from "./workspace-settings.ts";

/** The Firms of a workspace and who belongs to them, as far as clients are configured with it. */
export interface Directory {
  readonly firms: readonly Pick<Firm, "id" | "name" | "firmType">[];
  readonly firmMembers: readonly Pick<FirmMember, "id" | "firmId" | "email" | "isOwner">[];
  readonly referralCodes: readonly Pick<ReferralCode, "id" | "firmId">[];
}

/** The store of a workspace, which need not be open before it is asked for, and what is known of it till then. */
export interface HeldStore extends InitialState {
  /** What the store says of it, as long as nothing was changed in there since it was last open; does not open it. */
  readonly directory: () => Directory;
  /** Opens it where it is not open. */
  readonly store: () => Store;
  /** Whether anybody asked for it yet; false once it was closed. */
  readonly isOpen: () => boolean;
  /** The store if it is open at this moment, which one in a file that has not been used lately is not. */
  readonly current: () => Store | null;
  /** Closes it for good. */
  readonly close: () => void;
  /** Has `rest` called just before it is closed for the time being. */
  readonly onRest: (rest: () => void) => void;
}

/** A store that `open` opens on first use, and that stays open. */
export function promisedStore(
  { settings, apiKeys }: InitialState,
  directory: () => Directory,
  open: () => Store,
): HeldStore {
  let opened: Store | null = null;
  const current = (): Store | null => (opened?.isOpen() === true ? opened : null);
  return {
    settings,
    apiKeys,
    directory,
    store: () => (opened ??= open()),
    isOpen: () => current() !== null,
    current,
    close: () => current()?.close(),
    onRest: () => {},
  };
}

/** A store that is open and holds a beginning. */
export function openedStore(
  store: Store,
  initial: InitialState,
  directory: () => Directory = () => directoryIn(store),
): HeldStore {
  const held = promisedStore(initial, directory, () => store);
  held.store();
  return held;
}

/** The store in `file`, one of `files`. */
export function storeInFile(
  files: OpenFiles,
  file: string,
  { settings, apiKeys }: InitialState,
  first: () => Directory,
): HeldStore {
  let directory = first;
  let rest: (() => void) | null = null;
  let life: "unused" | "used" | "ended" = "unused";
  const resting = (store: Store): void => {
    const seen = directoryIn(store);
    directory = () => seen;
    rest?.();
  };
  return {
    settings,
    apiKeys,
    directory: () => directory(),
    store() {
      if (life === "ended") throw new Error("The workspace was put away.");
      life = "used";
      return files.use(file, resting);
    },
    isOpen: () => life === "used",
    current: () => (life === "used" ? files.current(file) : null),
    close() {
      if (life === "used") files.close(file);
      life = "ended";
    },
    onRest(listener) {
      rest = listener;
    },
  };
}

/** A store that is open, with what it holds. */
export function readStore(store: Store): HeldStore {
  return openedStore(store, {
    settings: readWorkspaceSettings(store),
    apiKeys: store.apiKeys.all(),
  });
}

/** What a store says of it now. */
export function directoryIn({ firms, firmMembers, referralCodes }: Store): Directory {
  return {
    firms: firms.all(),
    firmMembers: firmMembers.all(),
    referralCodes: referralCodes.all(),
  };
}
