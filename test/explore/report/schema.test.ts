import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import { reportSchema } from "../../../src/explore/report/schema.ts";
import { everyReport, madeUpReport } from "./made-up.ts";

const file = "contracts/explore/report.schema.json";

describe("the schema of report.json (UPDATE_CONTRACTS=1 rewrites it)", () => {
  it("equals the published file", () => {
    const wanted = `${JSON.stringify(reportSchema(), null, 2)}\n`;
    if (process.env["UPDATE_CONTRACTS"] === "1") {
      mkdirSync("contracts/explore", { recursive: true });
      writeFileSync(file, wanted);
    }
    expect(readFileSync(file, "utf8")).toBe(wanted);
  });

  it.each(Object.entries(everyReport))("accepts the report of %s", (_name, report) => {
    const validate = new Ajv2020({ validateFormats: false }).compile(reportSchema());
    validate(JSON.parse(JSON.stringify(report)));
    expect(validate.errors).toBeNull();
  });

  it.each([
    ["another format", { format: "lead-sandbox-explore/2" }],
    ["a verdict that does not exist", { trials: [{ verdict: "fine" }] }],
    ["a count below zero", { durationMs: -1 }],
    ["no findings", { findings: null }],
  ])("rejects a report with %s", (_name, change) => {
    const validate = new Ajv2020({ validateFormats: false }).compile(reportSchema());
    expect(validate({ ...madeUpReport(), ...change })).toBe(false);
  });

  it("accepts a report of a later version with more properties", () => {
    const validate = new Ajv2020({ validateFormats: false }).compile(reportSchema());
    expect(validate({ ...madeUpReport(), later: 1 })).toBe(true);
  });
});
