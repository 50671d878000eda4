/** That the judge of the load can tell a wrong answer from one that some order of events explains. */
import { describe, expect, it } from "vitest";

import type { Deed, Past, Standing, WorldDeed } from "./load-history.ts";
import { outcomes } from "./load-history.ts";

const created = { kind: "created", lastName: "A" } as const;
const active: Standing = { lastName: "A", state: "Active" };
const archived: Standing = { lastName: "A", state: "Archived" };

const reset = { kind: "reset" } as const;
const kept = { kind: "snapshot", name: "s" } as const;
const restored = { kind: "restore", name: "s" } as const;

function span<What>(what: What, from: number, to: number) {
  return { ...what, from, to };
}

describe("what may have become of a Lead", () => {
  it.each<[name: string, own: Past<Deed>, world: Past<WorldDeed>, possible: readonly Standing[]]>([
    ["nothing more was done", [span(created, 1, 2)], [], [active]],
    ["a reset came before", [span(created, 5, 6)], [span(reset, 1, 2)], [active]],
    ["a reset came after", [span(created, 1, 2)], [span(reset, 3, 4)], [null]],
    ["a reset met it", [span(created, 1, 3)], [span(reset, 2, 4)], [active, null]],
    [
      "a reset met it and it was seen afterwards",
      [span(created, 1, 3), span({ kind: "read", standing: active } as const, 5, 6)],
      [span(reset, 2, 4)],
      [active],
    ],
    [
      "it was seen after a reset that had ended",
      [span(created, 1, 2), span({ kind: "read", standing: active } as const, 5, 6)],
      [span(reset, 3, 4)],
      [],
    ],
    [
      "it was kept, archived and restored",
      [span(created, 1, 2), span({ kind: "archived" } as const, 5, 6)],
      [span(kept, 3, 4), span(restored, 7, 8)],
      [active],
    ],
    [
      "it was archived while it was kept, and restored",
      [span(created, 1, 2), span({ kind: "archived" } as const, 3, 6)],
      [span(kept, 4, 5), span(restored, 7, 8)],
      [active, archived],
    ],
    [
      "it was kept, lost and brought back",
      [span(created, 1, 2)],
      [span(kept, 3, 4), span(reset, 5, 6), span(restored, 7, 8)],
      [active],
    ],
    [
      "it was archived twice",
      [
        span(created, 1, 2),
        span({ kind: "archived" } as const, 3, 4),
        span({ kind: "archived" } as const, 5, 6),
      ],
      [],
      [],
    ],
  ])("%s", (_, own, world, possible) => {
    const found = outcomes(own, world).map((one) => JSON.stringify(one));
    expect(new Set(found)).toEqual(new Set(possible.map((one) => JSON.stringify(one))));
  });
});
