import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { sized } from "../long/size.ts";
import type { HistoryStep } from "../property/history.ts";
import { someHistory, transcript } from "../property/history.ts";
import { seeded } from "../property/seeded.ts";
import { isRemote } from "../support/target.ts";
import { newWorld } from "../support/world.ts";
import { misfits, RecordedPact, verified } from "./recorded.ts";

/** The pact of a history in its own workspace. */
async function recorded(history: readonly HistoryStep[]): Promise<RecordedPact> {
  const world = await newWorld();
  await transcript(world, history);
  const { json } = await world.control("GET", "/pact");
  await world.close();
  return RecordedPact.parse(json);
}

describe("the pact of any history", () => {
  // The sandbox of the verification runs in this process.
  it.skipIf(isRemote)(
    "verifies against a fresh sandbox, with all histories in one pact",
    async () => {
      const { seed = 0, numRuns = 1 } = seeded<unknown>(sized(4, 8));
      const histories = fc.sample(someHistory, { seed, numRuns });
      const pacts = await Promise.all(histories.map(recorded));
      expect(pacts.flatMap(({ interactions }) => interactions).length).toBeGreaterThan(60);
      const report = await verified(pacts);
      expect({ seed, misfits: misfits(report) }).toEqual({ seed, misfits: [] });
      expect(report.passed).toBe(true);
    },
    60_000,
  );
});
