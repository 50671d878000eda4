import { describe, expect, it } from "vitest";

import type { ObservedCall } from "../../../src/harness/explore/model.ts";
import { planTrials } from "../../../src/harness/explore/plan/plan.ts";
import { call, callId, observation } from "./made-up.ts";

const options = { operations: [], assumptions: {}, packs: false };

describe("the trials of a shard", () => {
  const calls = ["maya", "noah", "zoe"].flatMap((name) => {
    const id = callId(`${name}@example.com`);
    return [call(id), call({ ...id, operation: "patch-lead" })];
  });
  const families = ["faults", "rough", "evolution"] as const;
  const variations = (given: readonly ObservedCall[], part: number, of = 3): readonly string[] =>
    planTrials(observation({ calls: given }), { ...options, families, shard: { part, of } })
      .flatMap((trial) => trial.variations)
      .map((planned) => JSON.stringify([planned.variation, planned.call]))
      .toSorted();

  it("are the same on machines that see parallel calls in another order", () => {
    for (const part of [1, 2, 3]) {
      const seen = variations(calls, part);
      expect(seen.length).toBeGreaterThan(15);
      expect(variations(calls.toReversed(), part)).toEqual(seen);
    }
  });

  it("are in no other shard, and together those of the plan", () => {
    const together = [1, 2, 3].flatMap((part) => variations(calls, part)).toSorted();
    expect(together).toEqual(variations(calls, 1, 1));
  });

  it("have ids of their own", () => {
    const ids = [1, 2].flatMap((part) =>
      planTrials(observation({ calls }), { ...options, families, shard: { part, of: 2 } }).map(
        ({ id }) => id,
      ),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});
