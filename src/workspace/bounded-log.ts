/** The limits of a log: entries, and bytes of their content. */
export interface LogBounds {
  readonly entriesMax: number;
  readonly bytesMax: number;
}

/** The size of a log, and how many entries it dropped to stay within its limits. */
export interface LogUsage {
  readonly entries: number;
  readonly bytes: number;
  readonly dropped: number;
}

/** An append-only list that drops its oldest entries to stay within limits. */
export interface BoundedLog<Entry> {
  readonly append: (entry: Entry) => void;
  /** The entry at `index`, counted from the first ever appended; undefined when it was dropped or does not exist yet. */
  readonly at: (index: number) => Entry | undefined;
  /** The kept entries from `index` on, oldest first. */
  readonly from: (index: number) => Entry[];
  readonly newest: () => Entry | null;
  readonly standing: () => LogUsage;
  readonly clear: () => void;
}

/** An empty log. `bytesOf` estimates the size of an entry. */
export function newBoundedLog<Entry>(
  bounds: LogBounds,
  bytesOf: (entry: Entry) => number,
): BoundedLog<Entry> {
  // Dropped entries leave empty slots until enough of them can be removed at once.
  let kept: (Entry | null)[] = [];
  let sizes: number[] = [];
  let first = 0;
  let bytes = 0;
  let dropped = 0;
  const isOverBounds = (): boolean =>
    kept.length - first > bounds.entriesMax || bytes > bounds.bytesMax;
  const dropFirst = (): void => {
    bytes -= sizes[first] ?? 0;
    kept[first] = null;
    first += 1;
    dropped += 1;
    // Rare enough to cost nothing, frequent enough that empty slots never outnumber entries.
    if (first * 2 > kept.length) {
      kept = kept.slice(first);
      sizes = sizes.slice(first);
      first = 0;
    }
  };
  const place = (index: number): number => first + index - dropped;
  return {
    append(entry) {
      const size = bytesOf(entry);
      kept.push(entry);
      sizes.push(size);
      bytes += size;
      while (isOverBounds()) dropFirst();
    },
    at: (index) => kept[place(index)] ?? undefined,
    from: (index) => kept.slice(Math.max(first, place(index))).filter((entry) => entry !== null),
    newest: () => kept.at(-1) ?? null,
    standing: () => ({ entries: kept.length - first, bytes, dropped }),
    clear() {
      kept = [];
      sizes = [];
      first = 0;
      bytes = 0;
      dropped = 0;
    },
  };
}
