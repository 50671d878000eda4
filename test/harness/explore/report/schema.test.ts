import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import { publishedSchema } from "../../../contract/output-schemas.ts";
import { everyReport, madeUpReport } from "./made-up.ts";

const validate = new Ajv2020({ validateFormats: false }).compile(publishedSchema("explore"));

describe("the schema of report.json", () => {
  it.each(Object.entries(everyReport))("accepts the report of %s", (_name, report) => {
    validate(JSON.parse(JSON.stringify(report)));
    expect(validate.errors).toBeNull();
  });

  it.each([
    ["another format", { format: "lead-sandbox-explore/2" }],
    ["a verdict that does not exist", { trials: [{ verdict: "fine" }] }],
    ["a count below zero", { durationMs: -1 }],
    ["no findings", { findings: null }],
  ])("rejects a report with %s", (_name, change) => {
    expect(validate({ ...madeUpReport(), ...change })).toBe(false);
  });

  it("accepts a report of a later version with more properties", () => {
    expect(validate({ ...madeUpReport(), later: 1 })).toBe(true);
  });
});
