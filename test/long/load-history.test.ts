/** The load check distinguishes wrong responses from those that some order of events explains. */
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

describe("the possible states of a Lead", () => {
  it.each<[name: string, own: Past<Deed>, world: Past<WorldDeed>, possible: readonly Standing[]]>([
    ["right after its creation", [span(created, 1, 2)], [], [active]],
    ["after a reset before its creation", [span(created, 5, 6)], [span(reset, 1, 2)], [active]],
    ["after a reset", [span(created, 1, 2)], [span(reset, 3, 4)], [null]],
    [
      "after a reset during its creation",
      [span(created, 1, 3)],
      [span(reset, 2, 4)],
      [active, null],
    ],
    [
      "after a reset during its creation and a later read",
      [span(created, 1, 3), span({ kind: "read", standing: active } as const, 5, 6)],
      [span(reset, 2, 4)],
      [active],
    ],
    [
      "after a read that followed a reset",
      [span(created, 1, 2), span({ kind: "read", standing: active } as const, 5, 6)],
      [span(reset, 3, 4)],
      [],
    ],
    [
      "after a snapshot, its archiving and a restore",
      [span(created, 1, 2), span({ kind: "archived" } as const, 5, 6)],
      [span(kept, 3, 4), span(restored, 7, 8)],
      [active],
    ],
    [
      "after its archiving during a snapshot, and a restore",
      [span(created, 1, 2), span({ kind: "archived" } as const, 3, 6)],
      [span(kept, 4, 5), span(restored, 7, 8)],
      [active, archived],
    ],
    [
      "after a snapshot, a reset and a restore",
      [span(created, 1, 2)],
      [span(kept, 3, 4), span(reset, 5, 6), span(restored, 7, 8)],
      [active],
    ],
    [
      "after archiving twice",
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
