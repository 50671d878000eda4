/** Values by key, of which those that were not asked for lately are let go. */
export interface Kept<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  /** The value of that key, made when there is none. */
  readonly ensure: (key: Key, make: () => Value) => Value;
  readonly set: (key: Key, value: Value) => void;
  readonly delete: (key: Key) => void;
  readonly clear: () => void;
}

/** Keeps `max` values at most, and at least the half of that which was used last. */
export function newKept<Key, Value>(max: number): Kept<Key, Value> {
  let recent = new Map<Key, Value>();
  let older = recent;
  const set = (key: Key, value: Value): void => {
    if (recent.size >= max / 2 && !recent.has(key)) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
  };
  const get = (key: Key): Value | undefined => {
    const value = recent.get(key);
    if (value !== undefined || older === recent) return value;
    const found = older.get(key);
    if (found !== undefined) set(key, found);
    return found;
  };
  return {
    get,
    ensure(key, make) {
      const known = get(key);
      if (known !== undefined) return known;
      const made = make();
      set(key, made);
      return made;
    },
    set,
    delete(key) {
      recent.delete(key);
      older.delete(key);
    },
    clear() {
      recent = new Map();
      older = recent;
    },
  };
}
