/** What a finding says that the client claimed. */
import { expect, it } from "vitest";

import { reportOf } from "../../../../src/harness/explore/report/report.ts";
import { judgeTrial } from "../../../../src/harness/explore/trials/trial.ts";
import { inProcessSettings, reportContext } from "../explored-in-process.ts";
import { call, callId, lead, observation, planned, world } from "../made-up.ts";

const maya = "maya@example.com";
const label = "a.test.ts > creates";
const id = callId(maya, { workspace: label });

it("is the outcome of the test that the label names, also where the results write its name differently", () => {
  const suite = {
    labels: new Set([label]),
    tests: new Map([["a.test.ts::creates", "passed"]] as const),
  };
  const baseline = observation({ ...suite, worlds: [{ ...world(lead(maya)), workspace: label }] });
  const run = observation({ ...suite, calls: [call(id, { variation: "503" })] });
  const variations = [planned("503", { workspace: label, call: id })];
  const exploration = {
    problem: null,
    baseline,
    nondeterminism: null,
    judged: judgeTrial({ id: "trial-1", variations, waits: false }, baseline, run),
    leftOut: [],
    elsewhere: [],
    inSequence: false,
    interrupted: false,
    runs: 3,
    stillRunning: [],
    durationMs: 1,
  };
  const settings = inProcessSettings(async () => 0);
  const { findings } = reportOf(exploration, settings, reportContext);
  expect(findings.map(({ verdict, claim }) => [verdict, claim.test])).toEqual([["lost", "passed"]]);
});
