/** Long lists in blocks that never change: a redraw costs by the blocks that are new, and by the visible rows. */
import { useMemo } from "preact/hooks";

export type Blocks<Item> = readonly (readonly Item[])[];

/** The same function; it computes the result of each block once. */
export function perBlock<Block extends object, Value>(of: (block: Block) => Value) {
  const known = new WeakMap<Block, Value>();
  return (block: Block): Value => {
    const value = known.get(block) ?? of(block);
    known.set(block, value);
    return value;
  };
}

export function usePerBlock<Block extends object, Value>(
  of: (block: Block) => Value,
  inputs: readonly unknown[],
) {
  return useMemo(() => perBlock(of), inputs);
}

export function lengthOf(blocks: Blocks<unknown>): number {
  return blocks.reduce((length, block) => length + block.length, 0);
}

/** The index of the item whose index in its block `find` returns; -1 without one. */
export function indexIn<Item>(blocks: Blocks<Item>, find: (block: readonly Item[]) => number) {
  const at = blocks.findIndex((block) => find(block) !== -1);
  const block = blocks[at];
  return block === undefined ? -1 : lengthOf(blocks.slice(0, at)) + find(block);
}

/** The items from the index `first` up to `last`, which is not included. */
export function itemsIn<Item>(blocks: Blocks<Item>, first: number, last: number): readonly Item[] {
  let start = 0;
  return blocks.flatMap((block) => {
    const from = Math.max(first - start, 0);
    const to = Math.max(last - start, 0);
    start += block.length;
    return from < block.length && to > 0 ? block.slice(from, to) : [];
  });
}
