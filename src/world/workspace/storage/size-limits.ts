/**
 * The limits on the database of one workspace, and on all databases and snapshots on disk together. A transaction that ends over a limit is rolled
 * back. Reads, deletions, resets and drops are not limited, because they make room or need none.
 */
import type { Store } from "../../store/store.ts";

/** A write that a limit rejected; the message names the limit and the size. */
export class OverLimitError extends Error {
  readonly limit: "one" | "all";

  constructor(limit: OverLimitError["limit"], message: string) {
    super(`${message} Nothing of this was kept.`);
    this.limit = limit;
  }
}

/** Adds the check of the limits to the end of the work of a transaction, if there are limits. */
export type Limited = <Result>(work: () => Result) => () => Result;

export interface SizeLimits {
  /** For the transactions on the store of a workspace. */
  readonly limited: (id: string, store: () => Store) => Limited;
  /** Throws `OverLimitError` if the workspace may not have that many bytes. */
  readonly refuse: (id: string, bytes: number) => void;
  readonly set: (id: string, bytes: number) => void;
  /** Throws `OverLimitError` if the snapshots of a workspace may not take that many bytes. */
  readonly refuseSnapshots: (id: string, bytes: number) => void;
  readonly setSnapshots: (id: string, bytes: number) => void;
  readonly forget: (id: string) => void;
}

export interface SizeLimitOptions {
  /** The maximum bytes of one workspace. */
  readonly workspaceBytesMax: number | null;
  /** The maximum bytes of all workspaces and their snapshots together. */
  readonly bytesMax: number | null;
}

/** The limits; undefined without any. */
export function newSizeLimits(options: SizeLimitOptions): SizeLimits | undefined {
  const { workspaceBytesMax, bytesMax } = options;
  if (workspaceBytesMax === null && bytesMax === null) return undefined;
  const sizes = new Map<string, number>();
  let total = 0;
  const set = (id: string, bytes: number): void => {
    total += bytes - (sizes.get(id) ?? 0);
    sizes.set(id, bytes);
  };
  const refuseTogether = (key: string, bytes: number): void => {
    const all = total - (sizes.get(key) ?? 0) + bytes;
    if (bytesMax === null || all <= bytesMax) return;
    const limit = `--bytes-max allows ${withThousands(bytesMax)}`;
    throw new OverLimitError(
      "all",
      `All workspaces would take ${withThousands(all)} bytes; ${limit}.`,
    );
  };
  const refuse = (id: string, bytes: number): void => {
    if (workspaceBytesMax !== null && bytes > workspaceBytesMax) {
      const limit = `--workspace-bytes-max allows ${withThousands(workspaceBytesMax)}`;
      throw new OverLimitError(
        "one",
        `The workspace would take ${withThousands(bytes)} bytes; ${limit}.`,
      );
    }
    refuseTogether(id, bytes);
  };
  return {
    limited: (id, store) => (work) => () => {
      const result = work();
      const bytes = store().bytes();
      refuse(id, bytes);
      set(id, bytes);
      return result;
    },
    refuse,
    set,
    refuseSnapshots: (id, bytes) => refuseTogether(snapshotsOf(id), bytes),
    setSnapshots: (id, bytes) => set(snapshotsOf(id), bytes),
    forget(id) {
      total -= sizes.get(id) ?? 0;
      sizes.delete(id);
    },
  };
}

/** Where the snapshots of a workspace are counted; no id has a slash. */
function snapshotsOf(id: string): string {
  return `${id}/snapshots`;
}

function withThousands(bytes: number): string {
  return bytes.toLocaleString("en-US");
}

/** What limits the transactions of a workspace; without limits, nothing. */
export function limitedBy(sizes: SizeLimits | undefined, id: string, store: () => Store): Limited {
  return sizes?.limited(id, store) ?? ((work) => work);
}
