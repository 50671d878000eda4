/** Advice follows the evidence, and each finding lists its calls and its end. */
import { describe, expect, it } from "vitest";

import type { RecordDifference } from "../../../../src/harness/explore/model.ts";
import { adviceOn } from "../../../../src/harness/explore/report/advice.ts";
import { callsText } from "../../../../src/harness/explore/report/calls-text.ts";
import { documentOfExploration } from "../../../../src/harness/explore/report/document.ts";
import { junitOfReport } from "../../../../src/harness/explore/report/junit.ts";
import type { Finding } from "../../../../src/harness/explore/report/shape.ts";
import { textOfReport } from "../../../../src/harness/explore/report/text.ts";
import { maya } from "../judged.ts";
import { call, callId, lead } from "../made-up.ts";
import { markdownOfReport, pageOfReport } from "./forms.ts";
import { evidence, madeUpCall, madeUpFinding } from "./made-up-finding.ts";
import { madeUpReport } from "./made-up.ts";

function difference(given: Partial<RecordDifference>): RecordDifference {
  const own = { kind: "Lead", email: maya, workspace: "default" } as const;
  return { ...own, change: "changed", baseline: lead(maya), trial: lead(maya), ...given };
}

const moved = lead(maya, { parent: "Firm B" });
const before = [lead(maya)];

describe("the advice on a finding", () => {
  it.each(["key-order", "whitespace"])("says for %s that JSON is parsed, not cut", (variation) => {
    const advice = adviceOn({ family: "evolution", verdict: "dependent", variation });
    expect(advice).toContain("Parse the JSON instead of cutting text");
    const other = adviceOn({ family: "evolution", verdict: "dependent", variation: "extra-field" });
    expect(other).not.toContain("cutting");
  });

  it.each<[string, RecordDifference]>([
    ["altered", difference({ trial: moved })],
    ["duplicated", difference({ change: "added", baseline: null, trial: moved })],
  ])("says that the retry went to another parent: %s", (verdict, one) => {
    const given = {
      family: "faults",
      verdict: verdict === "altered" ? "altered" : "duplicated",
    } as const;
    expect(adviceOn({ ...given, records: [one], before })).toContain(
      "The retry went to another parent",
    );
    const same = difference({ change: "added", baseline: null });
    expect(adviceOn({ ...given, records: [same], before })).not.toContain("another parent");
  });

  it("says that the client itself deleted a record, if it did", () => {
    const removed = call(callId(maya, { operation: "delete-lead" }), {
      method: "DELETE",
      serverStatus: 200,
    });
    const records = [difference({ trial: lead(maya, { state: "Archived" }) })];
    const given = { family: "faults", verdict: "altered", records, before } as const;
    expect(adviceOn({ ...given, calls: [removed] })).toContain(
      "The client itself deleted the record",
    );
    expect(adviceOn({ ...given, calls: [] })).not.toContain("deleted");
    expect(adviceOn({ ...given, calls: [{ ...removed, serverStatus: 503 }] })).not.toContain(
      "deleted",
    );
  });

  it("exists for each verdict that is a finding", () => {
    expect(adviceOn({ family: "faults", verdict: "endless" })).toContain("Stop after it");
  });
});

const claim: Finding["claim"] = { exitCode: 0, timedOut: false, test: null };

describe("the calls of a finding", () => {
  it("stand on one line with their outcomes and the end", () => {
    const calls = evidence([
      madeUpCall({ method: "POST", status: 201 }),
      madeUpCall({ method: "PATCH", status: 429 }),
      madeUpCall({ method: "DELETE", status: 200 }),
    ]);
    expect(callsText({ evidence: calls, claim })).toBe("POST 201, PATCH 429, DELETE 200, exit 0");
    const lost = calls.map((one) => ({ ...one, received: one.method !== "POST" }));
    expect(callsText({ evidence: lost, claim: { ...claim, test: "passed" } })).toBe(
      "POST (201, answer lost), PATCH 429, DELETE 200, test passed",
    );
    const none = calls.slice(0, 1).map((one) => ({ ...one, status: 0, received: false }));
    expect(callsText({ evidence: none, claim })).toBe("POST (without an answer), exit 0");
  });

  it("count repetitions, and name few", () => {
    const repeated = Array.from({ length: 83 }, () => madeUpCall({ status: 409 }));
    const open = { ...claim, exitCode: 143, timedOut: true };
    expect(callsText({ evidence: evidence(repeated), claim: open })).toBe(
      "POST 409 (83 times), no end",
    );
    const mixed = repeated.map((one, at) => ({ ...one, status: 400 + at }));
    expect(callsText({ evidence: evidence(mixed), claim })).toMatch(
      /POST 410, …, POST 482, exit 0$/,
    );
  });
});

describe("a finding in every form", () => {
  const content = { notes: "Called at <time>" };
  const change = difference({ trial: lead(maya, { content }) });
  const report = madeUpReport([madeUpFinding(maya, { changes: [{ ...change, fields: [] }] })]);

  it("lists its calls and end, and says what is a placeholder", async () => {
    const forms = [
      textOfReport(report).replaceAll(/\s+/g, " "),
      junitOfReport(report).replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
      (await pageOfReport(report))
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">"),
      JSON.stringify(documentOfExploration(report)),
    ];
    for (const form of forms) {
      expect(form).toMatch(/POST \(201, answer lost\), exit 0/);
      expect(form).toMatch(/<time>.{0,3} is a placeholder/);
    }
    expect(markdownOfReport(report)).toContain("POST (201, answer lost), exit 0");
  });
});
