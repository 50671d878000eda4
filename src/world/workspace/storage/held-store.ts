import type { Firm, FirmMember, ReferralCode } from "../../../domain/model/firm.ts";
import { WorkspaceClosed } from "../../store/database.ts";
import type { OpenFiles } from "../../store/open-files.ts";
import type { Store } from "../../store/store.ts";
import type { InitialState } from "../registry/initial-state.ts";
import { readWorkspaceSettings } from "../workspace-settings.ts";

/** The Firms of a workspace with their members and keys, as far as clients are configured with them. */
export interface Directory {
  readonly firms: readonly Pick<Firm, "id" | "name" | "firmType">[];
  readonly firmMembers: readonly Pick<FirmMember, "id" | "firmId" | "email" | "isOwner">[];
  readonly referralCodes: readonly Pick<ReferralCode, "id" | "firmId">[];
}

/** The store of a workspace, which opens on first use, and the summary known without opening it. */
export interface HeldStore extends InitialState {
  /** The store's summary as long as it is unchanged since it was last open. Does not open the store. */
  readonly directory: () => Directory;
  /** The store; opens it if necessary. */
  readonly store: () => Store;
  /** Whether the store was used yet; false once it was closed. */
  readonly isOpen: () => boolean;
  /** The store if it is open now. A file that was not used lately is closed. */
  readonly current: () => Store | null;
  /** The bytes that its database uses, or will use when it is first opened. */
  readonly bytes: () => number;
  /** The bytes of its mails as far as known without opening it. */
  readonly outboxBytes: () => number;
  /** Closes it for good. */
  readonly close: () => void;
  /** Calls `rest` right before the store is closed temporarily. */
  readonly onRest: (rest: () => void) => void;
}

/** A store that `open` opens on first use and that stays open; until then, its database has `bytes`. */
export function promisedStore(
  { settings, apiKeys }: InitialState,
  directory: () => Directory,
  open: () => Store,
  bytes: number,
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
    bytes: () => current()?.bytes() ?? bytes,
    outboxBytes: () => outboxBytesIn(current()) ?? 0,
    close: () => current()?.close(),
    onRest: () => {},
  };
}

/** An open store that holds an initial state. */
export function openedStore(
  store: Store,
  initial: InitialState,
  directory: () => Directory = () => directoryIn(store),
): HeldStore {
  const held = promisedStore(initial, directory, () => store, store.bytes());
  held.store();
  return held;
}

/** The store in `file`, one of `files`, with its summary and size. */
export function storeInFile(
  files: OpenFiles,
  file: string,
  { settings, apiKeys }: InitialState,
  first: { readonly directory: () => Directory; readonly bytes: number },
): HeldStore {
  let { directory, bytes } = first;
  let outboxBytes = 0;
  let rest: (() => void) | null = null;
  let life: "unused" | "used" | "ended" = "unused";
  const current = (): Store | null => (life === "used" ? files.current(file) : null);
  const resting = (store: Store): void => {
    const seen = directoryIn(store);
    directory = () => seen;
    bytes = store.bytes();
    outboxBytes = outboxBytesIn(store) ?? 0;
    rest?.();
  };
  return {
    settings,
    apiKeys,
    directory: () => directory(),
    store() {
      if (life === "ended") throw new WorkspaceClosed();
      life = "used";
      return files.use(file, resting);
    },
    isOpen: () => life === "used",
    current,
    bytes: () => current()?.bytes() ?? bytes,
    outboxBytes: () => outboxBytesIn(current()) ?? outboxBytes,
    close() {
      if (life === "used") files.close(file);
      life = "ended";
    },
    onRest(listener) {
      rest = listener;
    },
  };
}

function outboxBytesIn(store: Store | null): number | null {
  return store?.outbox.standing().bytes ?? null;
}

/** An open store with its summary. */
export function readStore(store: Store): HeldStore {
  return openedStore(store, {
    settings: readWorkspaceSettings(store),
    apiKeys: store.apiKeys.all(),
  });
}

/** The current summary of a store. */
export function directoryIn({ firms, firmMembers, referralCodes }: Store): Directory {
  return {
    firms: firms.all(),
    firmMembers: firmMembers.all(),
    referralCodes: referralCodes.all(),
  };
}
