/** How much a log keeps: entries, and bytes of what they hold. */
export interface LogBounds {
  readonly entriesMax: number;
  readonly bytesMax: number;
}

/** What a log keeps now, and how many entries it dropped to stay within its bounds. */
export interface LogStanding {
  readonly entries: number;
  readonly bytes: number;
  readonly dropped: number;
}

/** The newest entries of a list that grows at its end; the oldest are dropped to stay within bounds. */
export interface BoundedLog<Entry> {
  readonly append: (entry: Entry) => void;
  /** The entry at `index`, counted from the first ever appended; undefined when it was dropped or is not there yet. */
  readonly at: (index: number) => Entry | undefined;
  /** The entries from `index` on that are still kept, oldest first. */
  readonly from: (index: number) => Entry[];
  readonly newest: () => Entry | null;
  readonly standing: () => LogStanding;
  readonly clear: () => void;
}

/** An empty log; `bytesOf` estimates what an entry takes, and is the same each time. */
export function newBoundedLog<Entry>(
  bounds: LogBounds,
  bytesOf: (entry: Entry) => number,
): BoundedLog<Entry> {
  // What was dropped leaves an empty place until there are so many that they are cut off.
  let kept: (Entry | null)[] = [];
  let first = 0;
  let bytes = 0;
  let dropped = 0;
  const isOverBounds = (): boolean =>
    kept.length - first > bounds.entriesMax || bytes > bounds.bytesMax;
  const dropFirst = (): void => {
    const entry = kept[first] ?? null;
    bytes -= entry === null ? 0 : bytesOf(entry);
    kept[first] = null;
    first += 1;
    dropped += 1;
    // Rarely enough to cost nothing, often enough that there are never more such places than entries.
    if (first * 2 > kept.length) {
      kept = kept.slice(first);
      first = 0;
    }
  };
  const place = (index: number): number => first + index - dropped;
  return {
    append(entry) {
      kept.push(entry);
      bytes += bytesOf(entry);
      while (isOverBounds()) dropFirst();
    },
    at: (index) => kept[place(index)] ?? undefined,
    from: (index) => kept.slice(Math.max(first, place(index))).filter((entry) => entry !== null),
    newest: () => kept.at(-1) ?? null,
    standing: () => ({ entries: kept.length - first, bytes, dropped }),
    clear() {
      kept = [];
      first = 0;
      bytes = 0;
      dropped = 0;
    },
  };
}
