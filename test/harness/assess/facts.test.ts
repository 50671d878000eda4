/** The facts of the page, which all forms of the report share. */
import { describe, expect, it } from "vitest";

import {
  evidenceText,
  headlineOf,
  howText,
  notCoveredLines,
  useFacts,
} from "../../../src/harness/assess/report/facts.ts";
import { madeUpReport } from "./made-up-report.ts";

describe("the facts of the page", () => {
  const report = madeUpReport();
  const facts = (use: Partial<typeof report.use>) =>
    Object.fromEntries(useFacts({ ...report, use: { ...report.use, ...use } }));

  it.each<readonly [Partial<typeof report.use>, string, string]>([
    [{ operations: {} }, "Operations", "none"],
    [{ operations: { "get-lead": 2 } }, "Operations", "get-lead 2"],
    [{ pageSizes: [] }, "Page sizes", "no list was read"],
    [{ pageSizes: [20, 50] }, "Page sizes", "20, 50"],
    [{ callsPerHour: null, everyMs: null }, "Calls an hour", "unknown without --every"],
    [{ callsPerHour: null, everyMs: 1 }, "Calls an hour", "unknown"],
    [
      { callsPerHour: 50, leads: null },
      "Calls an hour",
      "50: 50 % of 100, 25 % of 200, 10 % of 500",
    ],
    [
      { callsPerHour: 50, leads: 9 },
      "Calls an hour",
      "50 with 9 Leads: 50 % of 100, 25 % of 200, 10 % of 500",
    ],
    [{ everyMs: null }, "Schedule", "unknown"],
    [{ everyMs: 5_400_000 }, "Schedule", "every 1 h 30 min"],
    [{ everyMs: 20_500 }, "Schedule", "every 20.5 s"],
    [{ everyMs: 0 }, "Schedule", "every 0 s"],
    [{ retries: { pausesMs: [], givesUpAfterMs: null } }, "Pauses after a 429", "none seen"],
    [
      { retries: { pausesMs: [500, 9], givesUpAfterMs: null } },
      "Pauses after a 429",
      "500 ms, 9 ms",
    ],
    [{ retries: { pausesMs: [], givesUpAfterMs: null } }, "Gives up in an outage", "not seen"],
    [{ retries: { pausesMs: [], givesUpAfterMs: 1_250 } }, "Gives up in an outage", "after 1.3 s"],
    [{ optsOutOfMail: null }, "People get mail", "no Lead was created"],
    [{ optsOutOfMail: true }, "People get mail", "no, every create disables it"],
    [{ optsOutOfMail: false }, "People get mail", "yes, a welcome mail for each new Lead"],
    [{ outputNamesPeopleIn: null }, "Its output names people", "not seen"],
    [{ outputNamesPeopleIn: 3 }, "Its output names people", "first in run 3"],
    [{ userAgents: [] }, "User agents", "none"],
    [{ violations: { caught: 2, missed: 1 } }, "Broken rules that its tests notice", "2 of 3"],
  ])("%j: %s: %s", (use, name, value) => {
    expect(facts(use)[name]).toBe(value);
  });

  it("leave out violations that nothing tried", () => {
    expect(facts({ violations: null })).not.toHaveProperty("Broken rules that its tests notice");
  });

  it("name a call as evidence, also one without an answer", () => {
    const place = {
      run: 7,
      trial: "fault:503",
      call: 3,
      requestId: null,
      method: "POST",
      path: "/v1",
    };
    expect(evidenceText({ ...place, status: 409 })).toBe(
      "run 7 (fault:503), call 3: POST /v1 → 409",
    );
    expect(evidenceText({ ...place, status: 0 })).toMatch(/→ no answer$/);
  });

  it("have a headline with the counts, and the runs of a command", () => {
    const { summary } = report;
    const counted = {
      ...summary,
      answer: "not-yet",
      violated: 1,
      attention: 2,
      notExercised: 3,
      shown: 4,
    } as const;
    const text = "Not yet: 1 violated, 2 attention, 3 not exercised, 4 shown";
    expect(headlineOf({ ...report, summary: counted })).toBe(`${text}, in 4 runs`);
    expect(headlineOf({ ...report, source: "har", summary: counted })).toBe(text);
    const problem = { kind: "fails", message: "It fails.", output: "" } as const;
    expect(headlineOf({ ...report, problem })).toBe("The client could not be assessed");
  });

  it.each([
    ["har", "Recorded traffic (HAR); nothing was provoked."],
    ["journal", "The journal of a sandbox; nothing was provoked."],
    ["command", "4 runs of node sync.mjs in 4.2 s."],
  ] as const)("say how a client of %s was exercised", (source, text) => {
    expect(howText({ ...report, source }, "node sync.mjs")).toBe(text);
    expect(howText({ ...report, command: [] }, "")).toBe("");
  });

  it("say what was not covered", () => {
    const some = {
      operations: ["get-plan"],
      statuses: { "get-lead": [404, 403] },
      transitions: ["Active to Archived"],
      trials: ["fault:503"],
    };
    const empty = { operations: [], statuses: {}, transitions: [], trials: [] };
    expect(notCoveredLines({ ...report, notCovered: some })).toEqual([
      "Operations: get-plan.",
      "Statuses: get-lead 404, 403.",
      "Transitions of a Lead: Active to Archived.",
      "Trials that did not run: fault:503.",
    ]);
    expect(notCoveredLines({ ...report, notCovered: empty })).toEqual([]);
    expect(notCoveredLines({ ...report, notCovered: empty, source: "har" })).toHaveLength(1);
  });
});
