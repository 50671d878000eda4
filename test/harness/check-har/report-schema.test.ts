import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import { publishedSchema } from "../../contract/output-schemas.ts";
import { madeUpReport } from "./report/made-up.ts";

const validate = new Ajv2020({ validateFormats: false }).compile(publishedSchema("check-har"));

describe("the schema of the report of check-har", () => {
  it.each([
    ["a report", {}, true],
    ["a report of a later version with more properties", { later: 1 }, true],
    ["another format", { format: "lead-sandbox-har/2" }, false],
    ["a count below zero", { files: -1 }, false],
    ["no rules", { rules: null }, false],
  ])("judges %s rightly", (_name, change, isValid) => {
    expect(validate({ ...madeUpReport(), ...change })).toBe(isValid);
  });
});
