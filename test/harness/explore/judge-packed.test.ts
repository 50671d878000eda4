import { describe, expect, it } from "vitest";

import type { TestOutcome } from "../../../src/harness/runs/run.ts";
import { failed, judged, maya } from "./judged.ts";
import { call, callId, lead, planned, world } from "./made-up.ts";

describe("the verdict on one test of a packed run", () => {
  const label = "a.test.ts > creates";
  const own = callId(maya, { workspace: label });
  const what = planned("503", { workspace: label, call: own });
  const baseline = {
    labels: new Set([label]),
    worlds: [{ ...world(lead(maya)), workspace: label }],
    tests: new Map([[label, "passed"]] as const),
  };
  const trial = {
    ...baseline,
    calls: [call(own, { variation: "503" })],
    worlds: [{ ...world(), workspace: label }, world(lead("another@example.com"))],
  };

  it("depends on its own workspace and its own outcome", () => {
    expect(judged(what, trial, baseline).verdict).toBe("lost");
    const failing = { ...trial, tests: new Map([[label, "failed"]] as const) };
    expect(judged(what, { ...failing, exit: failed }, baseline).verdict).toBe("reported");
  });

  it("is unknown for a test that is missing from the results", () => {
    expect(judged(what, { ...trial, tests: new Map() }, baseline).verdict).toBe("unknown");
  });

  it("distinguishes two tests of one name by the number in their labels", () => {
    const labels = new Set([label, `${label} #2`]);
    const second = { ...what, workspace: `${label} #2` };
    const tests = new Map([
      [label, "passed"],
      [`${label} #2`, "failed"],
    ] as const);
    const run = { ...trial, labels, tests };
    expect(judged(what, run, { ...baseline, labels }).verdict).toBe("lost");
    const own2 = callId(maya, { workspace: `${label} #2` });
    const met = { ...second, call: own2 };
    const calls = [call(own2, { variation: "503" })];
    expect(judged(met, { ...run, calls }, { ...baseline, labels }).verdict).toBe("reported");
  });

  it("is unknown for tests that share a label and have different outcomes", () => {
    const labels = new Set([label, `${label} (2)`]);
    const both = (first: TestOutcome, other: TestOutcome) =>
      judged(
        what,
        {
          ...trial,
          labels,
          tests: new Map([
            [label, first],
            [`${label} #2`, other],
          ]),
        },
        { ...baseline, labels },
      ).verdict;
    expect([both("passed", "failed"), both("failed", "passed")]).toEqual(["unknown", "unknown"]);
    expect([both("passed", "passed"), both("failed", "failed")]).toEqual(["lost", "reported"]);
  });

  it("uses the first attempt of a test that the runner retried", () => {
    const labels = new Set([label, `${label} (2)`]);
    expect(judged(what, { ...trial, labels }, baseline).verdict).toBe("reported");
  });
});
