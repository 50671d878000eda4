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

/** An append-only list that drops its oldest entries to stay within limits. `bytesOf` estimates the size of an entry. */
export class BoundedLog<Entry> {
  readonly #bounds: LogBounds;
  readonly #bytesOf: (entry: Entry) => number;
  readonly #kept: Entry[] = [];
  readonly #sizes: number[] = [];
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
    return this.#kept[index - this.#dropped];
  }

  /** The kept entries from `index` on, oldest first. */
  from(index: number): Entry[] {
    return this.#kept.slice(Math.max(0, index - this.#dropped));
  }

  newest(): Entry | null {
    return this.#kept.at(-1) ?? null;
  }

  standing(): LogUsage {
    return { entries: this.#kept.length, bytes: this.#bytes, dropped: this.#dropped };
  }

  clear(): void {
    this.#kept.length = 0;
    this.#sizes.length = 0;
    this.#bytes = 0;
    this.#dropped = 0;
  }

  #isOverBounds(): boolean {
    const { entriesMax, bytesMax } = this.#bounds;
    return this.#kept.length > entriesMax || this.#bytes > bytesMax;
  }

  #dropFirst(): void {
    this.#kept.shift();
    this.#bytes -= this.#sizes.shift() ?? 0;
    this.#dropped += 1;
  }
}
