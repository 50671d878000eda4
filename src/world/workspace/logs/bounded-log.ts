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

/** How many empty slots the start of a list has at most. Removing them together costs an append next to nothing. */
const emptySlotsMax = 1_024;

/** An append-only list that drops its oldest entries to stay within limits. `bytesOf` estimates the size of an entry. */
export class BoundedLog<Entry> {
  readonly #bounds: LogBounds;
  readonly #bytesOf: (entry: Entry) => number;
  readonly #kept: (Entry | null)[] = [];
  readonly #sizes: number[] = [];
  /** Dropped entries whose slots are left, and those whose slots were removed. */
  #emptySlots = 0;
  #removedSlots = 0;
  #bytes = 0;

  constructor(bounds: LogBounds, bytesOf: (entry: Entry) => number) {
    this.#bounds = bounds;
    this.#bytesOf = bytesOf;
  }

  append(entry: Entry): void {
    const size = this.#bytesOf(entry);
    this.#kept.push(entry);
    this.#sizes.push(size);
    this.#bytes += size;
    while (this.#isOverBounds()) this.#dropFirst();
  }

  /** The entry at `index`, counted from the first ever appended; undefined when it was dropped or does not exist yet. */
  at(index: number): Entry | undefined {
    return this.#kept[index - this.#removedSlots] ?? undefined;
  }

  /** The kept entries from `index` on, oldest first. */
  from(index: number): Entry[] {
    const start = Math.max(this.#emptySlots, index - this.#removedSlots);
    return this.#kept.slice(start).filter((entry) => entry !== null);
  }

  newest(): Entry | null {
    return this.#kept.at(-1) ?? null;
  }

  standing(): LogUsage {
    return {
      entries: this.#entries(),
      bytes: this.#bytes,
      dropped: this.#removedSlots + this.#emptySlots,
    };
  }

  clear(): void {
    this.#kept.length = 0;
    this.#sizes.length = 0;
    this.#emptySlots = 0;
    this.#removedSlots = 0;
    this.#bytes = 0;
  }

  #entries(): number {
    return this.#kept.length - this.#emptySlots;
  }

  #isOverBounds(): boolean {
    const { entriesMax, bytesMax } = this.#bounds;
    return this.#entries() > entriesMax || this.#bytes > bytesMax;
  }

  #dropFirst(): void {
    this.#bytes -= this.#sizes[this.#emptySlots] ?? 0;
    this.#kept[this.#emptySlots] = null;
    this.#emptySlots += 1;
    if (this.#emptySlots < emptySlotsMax) return;
    this.#kept.splice(0, this.#emptySlots);
    this.#sizes.splice(0, this.#emptySlots);
    this.#removedSlots += this.#emptySlots;
    this.#emptySlots = 0;
  }
}
