/** Removes from `items` one item with the key of each of `others`. */
export function multisetDifference<Item>(
  items: readonly Item[],
  others: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const left = new Map([...Map.groupBy(others, keyOf)].map(([key, same]) => [key, same.length]));
  return items.filter((item) => {
    const key = keyOf(item);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
}
