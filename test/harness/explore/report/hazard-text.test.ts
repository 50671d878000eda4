/** What the report says of hazards that stayed open, and of questions. */
import { describe, expect, it } from "vitest";

import type { ReportedHazard } from "../../../../src/harness/explore/report/hazard-shape.ts";
import {
  hazardsText,
  openHazardLines,
  questionLines,
} from "../../../../src/harness/explore/report/hazard-text.ts";
import type { ReportedTrial } from "../../../../src/harness/explore/report/shape.ts";
import { madeUpFinding } from "./made-up-finding.ts";
import { trialOf } from "./made-up.ts";

const hazard = (given: Partial<ReportedHazard> = {}): ReportedHazard => ({
  id: "lost-answer@post-leads-for-firm",
  kind: "lost-answer",
  operation: "post-leads-for-firm",
  rule: null,
  core: true,
  state: "open",
  why: "left-out",
  needs: null,
  trials: ["t1", "t2"],
  ...given,
});
const trial = (id: string, given: Partial<ReportedTrial>) =>
  trialOf({ ...madeUpFinding("maya@example.com"), trials: [id] }, given);

const lineOf = (
  given: Partial<ReportedHazard>,
  trials: readonly ReportedTrial[] = [],
  interrupted = false,
) => openHazardLines({ hazards: [hazard(given)], trials, interrupted })[0];

describe("the line about an open hazard", () => {
  const place = "a lost answer at post-leads-for-firm: ";
  it.each<readonly [string, Partial<ReportedHazard>, readonly ReportedTrial[], string]>([
    ["without trials", {}, [], "its trials were left out. Add the reports of all shards."],
    [
      "without a reason",
      { why: null },
      [],
      "its trials were left out. Add the reports of all shards.",
    ],
    [
      "that an option would test",
      { needs: "--families rough" },
      [],
      "its trials were left out. Pass --families rough.",
    ],
    [
      "that was seen once",
      { why: "seen" },
      [trial("t1", { verdict: "unknown" }), trial("t2", { verdict: "unknown", seen: "lost" })],
      "lost was seen and not confirmed. Add the reports",
    ],
    [
      "that was seen in another trial",
      { why: "seen" },
      [trial("t9", { seen: "lost" })],
      "a finding was seen and not confirmed.",
    ],
    [
      "whose client did not end",
      { why: "did-not-end" },
      [
        trial("t1", { verdict: "unfinished" }),
        trial("t2", { verdict: "unfinished", ending: "the last call repeats a 409" }),
      ],
      "2 trials did not end (the last call repeats a 409).",
    ],
    [
      "whose client did not end in an unknown way",
      { why: "did-not-end" },
      [trial("t1", { verdict: "unfinished" })],
      "1 trial did not end. ",
    ],
    [
      "on a busy machine",
      { why: "too-busy" },
      [trial("t1", { verdict: "too-busy" }), trial("t2", { verdict: "lost" })],
      "the machine was too busy to judge 1 trial.",
    ],
    [
      "without a test",
      { why: "no-result" },
      [trial("t1", { verdict: "unknown" })],
      "the results lack the test of 1 trial. Check --results and the labels.",
    ],
    [
      "whose call did not come",
      { why: "not-reached", needs: "--x" },
      [trial("t1", { verdict: "not-reached" })],
      "1 trial did not make the varied call. Let every run make the same calls, or pass --jobs 1.",
    ],
  ])("%s", (_name, given, trials, text) => {
    expect(lineOf(given, trials)).toContain(place + text);
  });

  it("of an interrupted run says to let it end", () => {
    expect(lineOf({}, [], true)).toContain("Let the run end.");
  });

  it("of the whole run names its rule", () => {
    const line = lineOf({ id: "open-rule@list.limit", kind: "open-rule", operation: null });
    expect(line).toContain("the open rule list.limit: ");
  });

  it("is missing for a tested one", () => {
    expect(
      openHazardLines({ hazards: [hazard({ state: "tested" })], trials: [], interrupted: false }),
    ).toEqual([]);
  });
});

describe("the count of hazards", () => {
  it("is missing without a plan", () => {
    expect(hazardsText({ hazards: [], trials: [], interrupted: false })).toBeNull();
    const hazards = [hazard({ state: "tested" }), hazard()];
    expect(hazardsText({ hazards, trials: [], interrupted: false })).toBe("Tested 1 of 2 hazards");
  });
});

describe("the questions to the provider", () => {
  it("are one line for those that are equal, with the field if an answer names one", () => {
    const question = {
      rule: "lead.unique",
      choice: "none",
      request: "POST /leads",
      status: 409,
      field: "email",
      trial: "t1",
    };
    const lines = questionLines({ questions: [question, question, { ...question, field: null }] });
    expect(lines).toEqual([
      "lead.unique: is it none? Then POST /leads is answered with 409 because of email, and the client reports a failure.",
      "lead.unique: is it none? Then POST /leads is answered with 409, and the client reports a failure.",
    ]);
  });
});
