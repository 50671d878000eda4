/** Verdicts under open rules: a question to the provider, and mails. */
import { describe, expect, it } from "vitest";

import type { Observation } from "../../../src/harness/explore/model.ts";
import { severityOf } from "../../../src/harness/explore/model.ts";
import { failed, judged, maya, timedOut } from "./judged.ts";
import { call, callId, lead, planned, world } from "./made-up.ts";

const noah = "noah@example.com";
const open = planned("lead.required=email-and-phone", {
  family: "unknowns",
  call: null,
  choices: { "lead.required": "email-and-phone" },
});

const answer = JSON.stringify({ message: "Invalid", fields: { phone: [{ code: "REQUIRED" }] } });
const refused = call(callId(maya), { status: 422, answer, rules: ["lead.required"] });
const baseline: Partial<Observation> = {
  calls: [call(callId(maya)), call(callId(noah))],
  worlds: [world(lead(maya), lead(noah))],
};

/** The verdict on a run that was refused and fails, with changes. */
function verdict(given: Partial<Observation>) {
  return judged(
    open,
    { exit: failed, calls: [refused], worlds: [world(lead(noah))], ...given },
    baseline,
  );
}

describe("a client that reports what an alternative refuses", () => {
  it("raises a question, and no finding, with the request, the status and the field", () => {
    const judgement = verdict({});
    expect(judgement).toMatchObject({
      verdict: "question",
      question: {
        rule: "lead.required",
        choice: "email-and-phone",
        method: "POST",
        path: "/v1/firms/A/leads",
        status: 422,
        field: "phone",
      },
    });
    expect(severityOf(judgement.verdict)).toBeNull();
  });

  it("also by a failing test, and if it archives what it created before", () => {
    const tests = { tests: new Map([["refers", "failed"]] as const) };
    const before = { ...baseline, tests: new Map([["refers", "passed"]] as const) };
    const trial = { exit: failed, calls: [refused], worlds: [world()], ...tests };
    expect(judged(open, trial, before).verdict).toBe("question");
    const removed = call(callId(noah, { operation: "delete-lead" }), { method: "DELETE" });
    const archived = [world(lead(noah, { state: "Archived" }))];
    expect(verdict({ calls: [refused, removed], worlds: archived }).verdict).toBe("question");
    expect(verdict({ worlds: archived }).verdict).toBe("dependent");
  });

  it.each<[string, Partial<Observation>]>([
    ["it claims success", { exit: { code: 0, timedOut: false } }],
    ["it does not end", { exit: timedOut }],
    ["the answer cites another rule", { calls: [{ ...refused, rules: ["lead.unique"] }] }],
    ["the status is another", { calls: [{ ...refused, status: 500 }] }],
    [
      "the call has no twin that succeeded",
      {
        calls: [call(callId("eve@example.com"), refused)].map((one) => ({
          ...one,
          id: callId("eve@example.com"),
        })),
      },
    ],
    ["a record was added", { worlds: [world(lead(noah), lead("eve@example.com"))] }],
    ["a record was changed", { worlds: [world(lead(noah, { content: { notes: "x" } }))] }],
  ])("depends on the choice if %s", (_when, given) => {
    expect(verdict(given).verdict).toBe("dependent");
  });
});

const under = (rule: string, choice: string) =>
  planned(`${rule}=${choice}`, { family: "unknowns", call: null, choices: { [rule]: choice } });

describe("mail under an open rule", () => {
  const welcome = lead(maya, { kind: "Mail", parent: null, state: "welcome" });
  const [without, withMail] = [
    { worlds: [world(lead(maya))] },
    { worlds: [world(lead(maya), welcome)] },
  ];

  it("counts if the client decides by the rule who gets mail", () => {
    const what = under("mail.opt-out.values", "any-but-false");
    const judgement = judged(what, without, withMail);
    expect(judgement).toMatchObject({
      verdict: "dependent",
      reason: "The claim is that of the baseline, but people got other mails.",
    });
    const other = { worlds: [world(lead(maya), { ...welcome, email: noah })] };
    expect(judged(what, other, withMail).verdict).toBe("dependent");
    expect(judged(what, withMail, withMail).verdict).toBe("independent");
  });

  it("does not count under another rule, or where the provider alone decides", () => {
    expect(judged(under("lead.delete", "204"), without, withMail).verdict).toBe("independent");
    expect(judged(under("mail.converted", "both"), without, withMail).verdict).toBe("independent");
  });
});
