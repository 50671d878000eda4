import { describe, expect, it } from "vitest";

import {
  baselineDifference,
  stableEmails,
} from "../../../src/harness/explore/baseline/baseline.ts";
import type { ObservedCall } from "../../../src/harness/explore/model.ts";
import { call, callId, lead, observation, world } from "./made-up.ts";

const maya = "maya@example.com";
const noah = "noah@example.com";

/** Calls that list pages, in order of arrival. */
function pages(...offsets: readonly number[]): readonly ObservedCall[] {
  return offsets.map((offset, at) =>
    call(callId(null, { operation: "get-leads-for-firm", ordinal: at + 1 }), {
      query: `offset=${offset}`,
      status: 200,
    }),
  );
}

describe("two baselines", () => {
  it("are the same when their calls differ only in order", () => {
    const one = observation({ calls: pages(0, 20, 40) });
    expect(baselineDifference(one, observation({ calls: pages(40, 0, 20) }))).toBeNull();
  });

  it.each([
    ["a query", pages(0, 30), "offset in the query of get-leads-for-firm (call 2)", "30"],
    ["a missing call", pages(20), "the call get-leads-for-firm", "not made"],
    ["an additional call", pages(0, 20, 20), "the call get-leads-for-firm (call 3)", "made"],
  ])("differ in %s", (_what, calls, what, second) => {
    const one = observation({ calls: pages(0, 20) });
    expect(baselineDifference(one, observation({ calls }))).toMatchObject({ what, second });
  });

  it("agree on the people whose records are the same in both", () => {
    const one = observation({ worlds: [world(lead(maya), lead(noah))] });
    const other = observation({ worlds: [world(lead(maya), lead("x@example.com"))] });
    expect(stableEmails(one, other)).toEqual(new Set([maya]));
  });
});
