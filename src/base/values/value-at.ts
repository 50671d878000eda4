/** Values inside of others, by the names and indexes that lead to them. Names are untrusted. */

/** The value at `keys`; undefined without one. */
export function valueAt(value: unknown, keys: readonly PropertyKey[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return valueAt(Reflect.get(value, key), rest);
}

/** A copy of the value with another one at `keys`; undefined removes it. */
export function withValue(value: unknown, keys: readonly string[], to: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return to;
  const isList = Array.isArray(value);
  const own = new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  const inner = withValue(own.get(key), rest, to);
  if (inner === undefined) own.delete(key);
  else own.set(key, inner);
  return isList ? [...own.values()] : Object.fromEntries(own);
}
