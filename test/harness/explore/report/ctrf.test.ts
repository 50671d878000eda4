import { validate } from "ctrf";
import { parse } from "junit2json";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { ctrfOfReport } from "../../../../src/harness/explore/report/ctrf.ts";
import { junitOfReport } from "../../../../src/harness/explore/report/junit.ts";
import { everyReport } from "./made-up.ts";

const Document = z.looseObject({
  results: z.looseObject({
    summary: z.looseObject({ tests: z.int(), failed: z.int(), skipped: z.int(), passed: z.int() }),
    tests: z.array(z.looseObject({ status: z.string() })),
  }),
});

describe("the report in the Common Test Report Format", () => {
  it.each(Object.entries(everyReport))("of %s is valid for its reference", (_name, report) => {
    expect(validate(JSON.parse(ctrfOfReport(report)))).toEqual({ valid: true, errors: [] });
  });

  it.each(Object.entries(everyReport))("of %s counts what JUnit counts", async (_name, report) => {
    const { summary, tests } = Document.parse(JSON.parse(ctrfOfReport(report))).results;
    const count = (wanted: string): number =>
      tests.filter(({ status }) => status === wanted).length;
    const { passed, failed, skipped } = summary;
    expect({ passed, failed, skipped }).toEqual({
      passed: count("passed"),
      failed: count("failed"),
      skipped: count("skipped"),
    });
    expect(await parse(junitOfReport(report))).toMatchObject({
      tests: summary.tests,
      failures: failed,
      skipped,
    });
  });

  it("drives no terminal", () => {
    const text = Object.values(everyReport).map(ctrfOfReport).join("");
    expect(text).not.toMatch(/\\u00(?:0[0-8b-f]|1|[89])|[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/);
  });
});
