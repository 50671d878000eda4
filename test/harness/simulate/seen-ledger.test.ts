/** Without a ledger, the answers that a client got take its place. */
/* oxlint-disable unicorn/consistent-function-scoping -- a group of tests has a short name for its question */
import { describe, expect, it } from "vitest";

import {
  isOfPlans,
  newSeenLedger,
  recordsOf,
} from "../../../src/harness/simulate/ledger/seen-ledger.ts";

describe("what a client knows from its answers", () => {
  const lead = {
    id: "L1",
    email: "a@b.c",
    deletedAt: null,
    convertedAt: null,
    plan_ids: ["P1", 7, "P2"],
  };
  const after = (
    ...notes: readonly (readonly [string, readonly Readonly<Record<string, unknown>>[]])[]
  ) => {
    const seen = newSeenLedger();
    for (const [path, records] of notes) seen.note(path, JSON.parse(JSON.stringify(records)));
    return seen.read();
  };

  it.each([
    [{}, "Active"],
    [{ deletedAt: "t" }, "Archived"],
    [{ deletedAt: "t", convertedAt: "t" }, "Converted"],
  ])("is the state of a Lead with %j: %s", (changes, state) => {
    expect(after(["/leads/L1", [{ ...lead, ...changes }]])).toMatchObject({
      rows: [{ id: "L1", email: "a@b.c", state, planIds: ["P1", "P2"], planStatus: [null, null] }],
    });
  });

  it("is the newest version of each Lead, and of Plans wherever they are", () => {
    const plans = [{ id: "P2", status: "New" }, { id: "P3" }, { status: "New" }, 5];
    const reading = after(
      ["/leads", [lead]],
      ["/leads", [{ ...lead, email: "new@b.c", Plans: plans }]],
      ["/v1/plans", [{ id: "P1", status: "Closed", deletedAt: null, email: "x" }]],
    );
    expect(reading).toMatchObject({
      rows: [{ email: "new@b.c", planStatus: ["Closed", "New"] }],
      columns: new Set(["id", "email", "state", "planIds", "planStatus"]),
    });
  });

  it("is nothing of records that are not Leads", () => {
    const others = [
      { id: "X" },
      { id: "X", email: "a" },
      { id: "X", deletedAt: null },
      { ...lead, id: 7 },
    ];
    expect(after(["/firms", others])).toMatchObject({
      rows: [],
      columns: new Set(["id", "email", "state", "planIds"]),
    });
  });

  it.each([
    ["/v1/plans", true],
    ["/v1/PLANS/P1", true],
    ["/v1/plansX", false],
    ["/v1/leads", false],
  ])("is of Plans at %s: %s", (path, isThere) => {
    expect(isOfPlans(path)).toBe(isThere);
  });

  it.each<readonly [number, string | null, number]>([
    [200, '{"data":[{},{},1]}', 2],
    [200, '{"data":{"id":"L1"}}', 1],
    [299, '{"data":{}}', 1],
    [300, '{"data":{}}', 0],
    [200, null, 0],
    [200, "[]", 0],
    [200, "{}", 0],
  ])("has the records of an answer %i %s: %i", (status, body, count) => {
    expect(recordsOf({ status, headers: {}, body })).toHaveLength(count);
  });
});
