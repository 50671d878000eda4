import { describe, expect, it } from "vitest";

import { indexIn, itemsIn, lengthOf, perBlock } from "../../../../src/apps/console/parts/blocks.ts";

const blocks = [["a", "b"], [], ["c"], ["d", "e", "f"]];
const all = blocks.flat();

describe("a list in blocks", () => {
  it("has the length, the items and the indexes of the whole list", () => {
    expect(lengthOf(blocks)).toBe(all.length);
    for (let first = 0; first <= all.length; first += 1) {
      for (let last = first; last <= all.length + 1; last += 1) {
        expect({ first, last, items: itemsIn(blocks, first, last) }).toEqual({
          first,
          last,
          items: all.slice(first, last),
        });
      }
    }
    for (const item of [...all, "g"]) {
      expect(indexIn(blocks, (block) => block.indexOf(item))).toBe(all.indexOf(item));
    }
    expect(itemsIn(blocks, -1, 0)).toEqual([]);
  });

  it("computes what is derived from a block once", () => {
    const seen: (readonly string[])[] = [];
    const size = perBlock((block: readonly string[]) => {
      seen.push(block);
      return block.length;
    });
    expect([...blocks, ...blocks].map(size)).toEqual([2, 0, 1, 3, 2, 0, 1, 3]);
    expect(seen).toEqual(blocks);
  });
});
