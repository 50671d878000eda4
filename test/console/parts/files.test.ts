import { describe, expect, it } from "vitest";

import { openedFile } from "../../../src/console/reports/files.ts";

const report = { format: "lead-sandbox-explore/1", findings: [] };
const bundle = { format: "lead-sandbox-bundle/1", calls: [] };

describe("a file of the reports view", () => {
  it("is a report or a bundle, by its format", () => {
    expect(openedFile("a.json", JSON.stringify(report))).toEqual({ name: "a.json", report });
    expect(openedFile("b.json", JSON.stringify(bundle))).toEqual({ name: "b.json", bundle });
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
