/** Values by key, of which those that were not asked for lately are let go. */
export interface Kept<Key, Value> {
  get(key: Key): Value | undefined;
  /** The value of that key, made when there is none. */
  ensure(key: Key, make: () => Value): Value;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  clear(): void;
}

/** Keeps `max` values at most, and at least the half of that which was used last. */
export function newKept<Key, Value>(max: number): Kept<Key, Value> {
  return new KeptOf(max);
}

/** A class, as every workspace has a dozen of them, most of them empty: closures of each took ten times that. */
class KeptOf<Key, Value> implements Kept<Key, Value> {
  readonly #max: number;
  #recent: Map<Key, Value> | null = null;
  #older: Map<Key, Value> | null = null;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: Key): Value | undefined {
    const value = this.#recent?.get(key);
    if (value !== undefined || this.#older === null) return value;
    const found = this.#older.get(key);
    if (found !== undefined) this.set(key, found);
    return found;
  }

  ensure(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  set(key: Key, value: Value): void {
    let recent = (this.#recent ??= new Map());
    if (recent.size >= this.#max / 2 && !recent.has(key)) {
      this.#older = recent;
      recent = this.#recent = new Map();
    }
    recent.set(key, value);
  }

  delete(key: Key): void {
    this.#recent?.delete(key);
    this.#older?.delete(key);
  }

  clear(): void {
    this.#recent = null;
    this.#older = null;
  }
}
