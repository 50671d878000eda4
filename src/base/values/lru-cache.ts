/**
 * An LRU cache in two generations. Reading a value moves it to the recent generation; when that holds half of the
 * cache, the older one is dropped. An empty cache has no Map: a workspace has a dozen, most of them empty.
 */
export interface LruCache<Key, Value> {
  get(key: Key): Value | undefined;
  /** The value of that key; `make` creates it if missing. */
  ensure(key: Key, make: () => Value): Value;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  clear(): void;
}

/** Holds at most `max` values, and always the most recently used half of that. */
export function newLruCache<Key, Value>(max: number): LruCache<Key, Value> {
  return new TwoGenerations(max);
}

/** A class: closures took ten times the memory. */
class TwoGenerations<Key, Value> implements LruCache<Key, Value> {
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
