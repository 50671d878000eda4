import { describe, expect, it } from "vitest";

import { openedFile } from "../../../../src/apps/console/reports/files.ts";
import { adoptedBundleText, bundleText } from "../bundle.ts";

const finding = {
  id: "f-1",
  verdict: "lost",
  severity: "high",
  accepted: false,
  title: "A Lead is lost",
  explanation: "It is not there.",
  advice: "Look again.",
  rules: ["lead.create"],
  records: [{ kind: "Lead", baseline: 1, trial: 0 }],
  evidence: [{ call: 0, method: "POST", path: "/leads", status: 503, received: true }],
  bundle: null,
};
const report = {
  format: "lead-sandbox-explore/1",
  command: ["node", "sync.mjs"],
  findings: [finding],
  summary: { trials: 1, byVerdict: { lost: 1 }, durationMs: 5 },
};
/** The report with changes to its finding. */
const withFinding = (changes: object) => ({ ...report, findings: [{ ...finding, ...changes }] });
const { sha256: _checksum, ...bundle } = JSON.parse(bundleText());

describe("a file of the reports view", () => {
  it("is a report or a bundle, by its format", () => {
    expect(openedFile("a.json", JSON.stringify(report))).toEqual({ name: "a.json", report });
    expect(openedFile("b.json", bundleText())).toEqual({ name: "b.json", bundle });
  });

  it("is a bundle of a run that adopted the client's key", () => {
    const { sha256: _sum, ...adopted } = JSON.parse(adoptedBundleText());
    expect(adopted.settings.adopt).toBe(true);
    expect(openedFile("a.json", adoptedBundleText())).toEqual({ name: "a.json", bundle: adopted });
  });

  it.each([
    [{ ...bundle, settings: { ...bundle.settings, adopt: false } }, "settings.adopt"],
    [{ ...bundle, calls: [null] }, "calls.0"],
    [{ ...bundle, calls: [{ ...bundle.calls[0], path: 5 }] }, "calls.0.path"],
    [{ ...bundle, startsAt: 1e300 }, "startsAt"],
    [{ ...bundle, settings: { ...bundle.settings, fixture: "../x.json" } }, "settings.fixture"],
    [{ ...bundle, more: 1 }, "more"],
  ])("is rejected where the command rejects it: %#", (content, place) => {
    expect(() => openedFile("one.json", JSON.stringify(content))).toThrow(`Wrong: ${place}`);
  });

  it.each([
    { ...report, summary: undefined },
    { ...report, summary: {} },
    { ...report, command: undefined },
    { ...report, findings: [{}] },
    { ...report, findings: [null] },
    { ...report, command: [{}] },
    { ...report, summary: { ...report.summary, byVerdict: null } },
    { ...report, summary: { ...report.summary, byVerdict: { lost: {} } } },
    withFinding({ severity: "constructor" }),
    withFinding({ severity: "__proto__" }),
    withFinding({ title: { type: "script", props: {} } }),
    withFinding({ rules: [null] }),
    withFinding({ evidence: [null] }),
    withFinding({ evidence: [{ ...finding.evidence[0], path: {} }] }),
  ])("is rejected if the view could not show it: %#", (content) => {
    expect(() => openedFile("one.json", JSON.stringify(content))).toThrow("one.json is incomplete");
  });

  it.each([
    ["", "one.json is not a JSON object; it may be cut short."],
    ['{"format":"lead-sandbox-ex', "one.json is not a JSON object; it may be cut short."],
    ["[1]", "one.json has no format. Expected a report"],
    ["null", "one.json is not a JSON object"],
    ["{}", "one.json has no format. Expected a report"],
    ['{"format":"lead-sandbox-bundle/2"}', 'one.json has "lead-sandbox-bundle/2". Expected'],
    [
      '{"format":"lead-sandbox-bundle/1"}',
      'one.json is incomplete: it has the format "lead-sandbox-bundle/1"',
    ],
  ])("rejects %j, which is neither", (text, message) => {
    expect(() => openedFile("one.json", text)).toThrow(message);
  });
});
