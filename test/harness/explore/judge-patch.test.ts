import { describe, expect, it } from "vitest";

import type { ObservedCall, Observation } from "../../../src/harness/explore/model.ts";
import type { FinalWorld } from "../../../src/harness/runs/run.ts";
import { judged, left, maya } from "./judged.ts";
import { call, callId, lead, planned, world } from "./made-up.ts";

/** A world that contains only Maya's Lead. */
function stored(notes: string, name: string): readonly FinalWorld[] {
  return [world(lead(maya, { content: { notes, name } }))];
}

describe("the verdict on a varied PATCH", () => {
  it("is altered, not lost, for a PATCH that happened and whose field has another value", () => {
    const id = callId(maya, { operation: "patch-Lead" });
    const patch = (notes: string, given: Partial<ObservedCall> = {}) =>
      call(given.id ?? id, {
        method: "PATCH",
        body: JSON.stringify({ notes }),
        status: 200,
        serverStatus: 200,
        ...given,
      });
    const second = callId(maya, { operation: "patch-Lead", ordinal: 2 });
    const baseline = { calls: [patch("new")], worlds: stored("new", "May") };
    const verdict = (variation: string, trial: Partial<Observation>) =>
      judged(planned(variation, { call: id }), trial, baseline).verdict;
    const varied = { variation: "reset-after", status: 0 };
    // Twice, the second time on top of the first.
    expect(
      verdict("reset-after", {
        calls: [patch("new", varied), patch("new new", { id: second })],
        worlds: stored("new new", "May"),
        ...left("changed", false),
      }),
    ).toBe("altered");
    // Back to the value before the call, as a toggle does.
    expect(
      verdict("reset-after", {
        calls: [patch("new", varied), patch("old", { id: second })],
        worlds: stored("old", "May"),
        ...left("changed", false),
      }),
    ).toBe("altered");
    // Refused, and tried again with another value.
    const refused = { variation: "503", status: 503, serverStatus: 0 };
    expect(
      verdict("503", {
        calls: [patch("new", refused), patch("newer", { id: second })],
        worlds: stored("newer", "May"),
      }),
    ).toBe("altered");
    // Refused, and only another field tried again.
    expect(
      verdict("503", {
        calls: [patch("new", refused), patch("", { id: second, body: '{"name":"May"}' })],
        worlds: stored("old", "May"),
      }),
    ).toBe("lost");
  });
});
