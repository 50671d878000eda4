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

/** A part of this size at the start of the arrays may be empty. */
const emptyPartMax = 1 / 8;

/** An append-only list that drops its oldest entries to stay within limits. `bytesOf` estimates the size of an entry. */
export class BoundedLog<Entry> {
  readonly #bounds: LogBounds;
  readonly #bytesOf: (entry: Entry) => number;
  // Dropped entries leave empty slots until enough of them can be removed at once.
  readonly #kept: (Entry | null)[] = [];
  readonly #sizes: number[] = [];
  #first = 0;
  #bytes = 0;
  #dropped = 0;

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
    return this.#kept[this.#place(index)] ?? undefined;
  }

  /** The kept entries from `index` on, oldest first. */
  from(index: number): Entry[] {
    const start = Math.max(this.#first, this.#place(index));
    return this.#kept.slice(start).filter((entry) => entry !== null);
  }

  newest(): Entry | null {
    return this.#kept.at(-1) ?? null;
  }

  standing(): LogUsage {
    const entries = this.#kept.length - this.#first;
    return { entries, bytes: this.#bytes, dropped: this.#dropped };
  }

  clear(): void {
    this.#kept.length = 0;
    this.#sizes.length = 0;
    this.#first = 0;
    this.#bytes = 0;
    this.#dropped = 0;
  }

  #isOverBounds(): boolean {
    const { entriesMax, bytesMax } = this.#bounds;
    return this.#kept.length - this.#first > entriesMax || this.#bytes > bytesMax;
  }

  #dropFirst(): void {
    this.#bytes -= this.#sizes[this.#first] ?? 0;
    this.#kept[this.#first] = null;
    this.#first += 1;
    this.#dropped += 1;
    if (this.#first <= this.#kept.length * emptyPartMax) return;
    this.#kept.splice(0, this.#first);
    this.#sizes.splice(0, this.#first);
    this.#first = 0;
  }

  #place(index: number): number {
    return this.#first + index - this.#dropped;
  }
}
