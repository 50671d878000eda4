import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import { publishedSchema } from "../../contract/output-schemas.ts";

const report = {
  format: "lead-sandbox-har/1",
  version: "0.1.0",
  files: 1,
  period: { from: "2027-03-01T09:00:00.000Z", to: "2027-03-01T09:00:00.000Z" },
  calls: { total: 1, judged: 0, undecided: { "no-answer": 1 } },
  skipped: {
    otherHosts: 0,
    otherPaths: 0,
    unreadable: 0,
    untimed: 0,
    overLimit: 0,
    misplaced: 0,
    repeated: 0,
  },
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

const validate = new Ajv2020({ validateFormats: false }).compile(publishedSchema("check-har"));

describe("the schema of the report of check-har", () => {
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
