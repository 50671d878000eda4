import type { Changes } from "./changes.ts";

/** The recently written rows of one table. */
export interface WriteLog {
  /** Reports that the row of that number was written, or that a write to it was rolled back. */
  readonly written: (number: number) => void;
  /** The numbers of the rows written or rolled back after that version; null when the record is incomplete. */
  readonly since: (version: number) => ReadonlySet<number> | null;
}

/** With more rows written since its last use, updating a list costs as much as reading it. */
const writtenMax = 100;

/** No row was written yet. */
export function newWriteLog(changes: Changes): WriteLog {
  let writes: { readonly version: number; readonly number: number }[] = [];
  let from = 0;
  changes.onNotUndone(() => {
    writes = [];
    from = changes.version();
  });
  return {
    written(number) {
      writes.push({ version: changes.version(), number });
      if (writes.length <= 2 * writtenMax) return;
      from = writes[writtenMax]?.version ?? from;
      writes = writes.slice(-writtenMax);
    },
    since(version) {
      if (version < from) return null;
      const first = writes.findIndex((write) => write.version > version);
      return new Set(first < 0 ? [] : writes.slice(first).map(({ number }) => number));
    },
  };
}
