import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import { harReportSchema } from "../../src/check-har/shape.ts";

const file = "contracts/check-har/report.schema.json";

const report = {
  format: "lead-sandbox-har/1",
  version: "0.1.0",
  files: 1,
  period: { from: "2027-03-01T09:00:00.000Z", to: "2027-03-01T09:00:00.000Z" },
  calls: { total: 1, judged: 0, undecided: { "no-answer": 1 } },
  skipped: { otherHosts: 0, otherPaths: 0, unreadable: 0, overLimit: 0 },
  adopted: [],
  unexplained: [],
  undecidedChoices: [],
  rules: [],
  summary: {
    confirmed: 0,
    denied: 0,
    partly: 0,
    unknown: 89,
    unexplained: 0,
    replays: 1,
    durationMs: 5,
    interrupted: false,
  },
};

const validate = new Ajv2020({ validateFormats: false }).compile(harReportSchema());

describe("the schema of the report of check-har (UPDATE_CONTRACTS=1 rewrites it)", () => {
  it("equals the published file", () => {
    const wanted = `${JSON.stringify(harReportSchema(), null, 2)}\n`;
    if (process.env["UPDATE_CONTRACTS"] === "1") {
      mkdirSync("contracts/check-har", { recursive: true });
      writeFileSync(file, wanted);
    }
    expect(readFileSync(file, "utf8")).toBe(wanted);
  });

  it.each([
    ["a report", {}, true],
    ["a report of a later version with more properties", { later: 1 }, true],
    ["another format", { format: "lead-sandbox-har/2" }, false],
    ["a count below zero", { files: -1 }, false],
    ["no rules", { rules: null }, false],
  ])("judges %s rightly", (_name, change, isValid) => {
    expect(validate({ ...report, ...change })).toBe(isValid);
  });
});
