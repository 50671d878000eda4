/** What is behind a difference between ledger and world, and which differences are one finding. */
/* oxlint-disable unicorn/consistent-function-scoping -- a group of tests has a short name for its question */
import { describe, expect, it } from "vitest";

import { findingsIn } from "../../../src/harness/simulate/findings.ts";
import { causeOf } from "../../../src/harness/simulate/judge/cause.ts";
import type { Discovery } from "../../../src/harness/simulate/model.ts";
import { withNeededCauses } from "../../../src/harness/simulate/shrink/needed-causes.ts";
import { discovery, finding, happened, historyEvent, historyRun } from "./made-up.ts";

describe("the cause of a difference", () => {
  const causeFor = (
    found: Partial<Discovery>,
    events: readonly ReturnType<typeof happened>[],
    from = 1,
  ) => causeOf(discovery({ event: null, ...found }), { from, tick: 4 }, events);

  it.each<readonly [string, Partial<Discovery>, readonly ReturnType<typeof happened>[], object]>([
    [
      "is its own event",
      { event: "e2" },
      [happened("create", 2), happened("patch", 3)],
      { cause: "create", disturbance: null },
    ],
    [
      "is named with what disturbed its tick",
      { event: "e2" },
      [happened("create", 2), happened("crash", 2)],
      { cause: "create", disturbance: "crash" },
    ],
    [
      "is not disturbed by another tick",
      { event: "e2" },
      [happened("create", 2), happened("crash", 3)],
      { cause: "create", disturbance: null },
    ],
    [
      "without its own is the most harmful of the latest tick",
      {},
      [happened("crash", 2), happened("patch", 3), happened("burst", 3)],
      { cause: "burst", disturbance: "burst" },
    ],
    [
      "is no event of a later tick",
      {},
      [happened("convert", 2), happened("crash", 5)],
      { cause: "convert", disturbance: null },
    ],
    ["is the start for a Lead that was never there", {}, [], { cause: "start", disturbance: null }],
    [
      "is none for another difference without an event",
      { kind: "ghost" },
      [],
      { cause: "none", disturbance: null },
    ],
  ])("%s", (_name, found, events, expected) => {
    expect(causeFor(found, events)).toEqual(expected);
  });

  it("is not an event that is too old, unless it is its own", () => {
    expect(causeFor({}, [happened("crash", 2)], 3)).toEqual({ cause: "start", disturbance: null });
    expect(causeFor({}, [happened("crash", 3)], 3)).toEqual({
      cause: "crash",
      disturbance: "crash",
    });
    const own = { event: "e2" };
    expect(causeFor(own, [happened("convert", 2)], 3)).toEqual({
      cause: "convert",
      disturbance: null,
    });
    expect(causeFor(own, [happened("convert", 2), happened("crash", 3)], 3).cause).toBe("crash");
    expect(causeFor(own, [happened("convert", 2)], 2)).toEqual({
      cause: "convert",
      disturbance: null,
    });
  });
});

describe("one finding", () => {
  const found = (...discoveries: readonly Discovery[]) =>
    findingsIn([historyRun({ discoveries })]).map(
      ({ discovery: { cause }, count }) => `${cause} ${count}`,
    );

  it("is what has the same kind, column, cause and permanence", () => {
    expect(found(discovery(), discovery({ lead: "lead2" }))).toEqual(["create 2"]);
    expect(found(discovery(), discovery({ lasting: false }))).toHaveLength(2);
    expect(found(discovery(), discovery({ column: "email" }))).toHaveLength(2);
    expect(found(discovery(), discovery({ cause: "convert" }))).toHaveLength(2);
  });

  it("is blamed on a disturbance only where none shows without it", () => {
    const disturbed = discovery({ disturbance: "crash" });
    expect(found(disturbed)).toEqual(["crash 1"]);
    expect(found(disturbed, discovery())).toEqual(["create 2"]);
    expect(found(disturbed, discovery({ cause: "patch", disturbance: "crash" }))).toEqual([
      "crash 2",
    ]);
  });

  it("is shown by a history without a disturbance where there is one", () => {
    const [one] = findingsIn([
      historyRun({ discoveries: [discovery({ disturbance: "crash", lead: "lead1" })] }),
      historyRun({ leads: 9, discoveries: [discovery({ lead: "lead2" })] }),
    ]);
    expect(one).toMatchObject({ discovery: { lead: "lead2" }, run: { leads: 9 }, count: 2 });
  });

  it("has the same id in every run", () => {
    const ids = [1, 2].map(() => findingsIn([historyRun({ discoveries: [discovery()] })])[0]?.id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).toMatch(/^f-[0-9a-f]{12}$/);
  });
});

describe("a finding whose smallest history lacks its cause", () => {
  const shrunk = (kind: "create" | "crash") => ({
    history: { leads: 1, events: [historyEvent(kind, 2)] },
    run: historyRun(),
    discovery: discovery({ cause: "create" }),
    minimal: true,
    alternatives: [],
    runs: 1,
  });
  const crash = (given: Parameters<typeof finding>[1]) =>
    finding({ cause: "crash" }, { id: "f-crash", ...given });
  const causes = (...findings: Parameters<typeof withNeededCauses>[0]) =>
    withNeededCauses(findings).map(({ discovery: { cause }, count }) => `${cause} ${count}`);

  it("gets the cause of that history", () => {
    expect(causes(crash({ shrunk: shrunk("create") }))).toEqual(["create 1"]);
    expect(causes(crash({ shrunk: shrunk("crash") }))).toEqual(["crash 1"]);
    expect(causes(crash({ shrunk: null }))).toEqual(["crash 1"]);
    expect(causes(finding({ cause: "patch" }, { shrunk: shrunk("create") }))).toEqual(["patch 1"]);
  });

  it("is one with the finding of that cause", () => {
    const [own] = findingsIn([historyRun({ discoveries: [discovery()] })]);
    const plain = finding({}, { id: own?.id ?? "", count: 2 });
    expect(causes(crash({ shrunk: shrunk("create"), count: 3 }), plain)).toEqual(["create 5"]);
  });
});
