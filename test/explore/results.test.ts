import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { outcomesIn, resultFiles } from "../../src/explore/results.ts";
import { outcomeOf } from "../../src/explore/test-names.ts";

const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-results-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("test results as JUnit XML", () => {
  it.each([
    [
      "Vitest",
      `<testsuites name="vitest tests" tests="2"><testsuite name="a.test.ts" tests="2">
        <testcase classname="a.test.ts" name="Leads &gt; creates" time="0.1"></testcase>
        <testcase classname="a.test.ts" name="Leads &gt; fails"><failure message="no &lt;b&gt;">x</failure></testcase>
      </testsuite></testsuites>`,
      { "a.test.ts > Leads > creates": "passed", "a.test.ts > Leads > fails": "failed" },
    ],
    [
      "pytest",
      `<?xml version="1.0"?><testsuites><testsuite name="pytest" errors="1"><testcase classname="tests.test_a" name="test_b[1-x]"/>
        <testcase classname="tests.test_a" name="test_c"><error message="boom"/></testcase>
        <testcase classname="tests.test_a" name="test_d"><skipped type="pytest.skip"/></testcase></testsuite></testsuites>`,
      {
        "tests.test_a > test_b[1-x]": "passed",
        "tests.test_a > test_c": "failed",
        "tests.test_a > test_d": "skipped",
      },
    ],
    [
      "JUnit 5 by Surefire, with a test that passed at another try",
      `<testsuite name="com.example.LeadTest"><testcase name="creates" classname="com.example.LeadTest"><flakyFailure message="x"/></testcase></testsuite>`,
      { "com.example.LeadTest > creates": "flaky" },
    ],
    [
      "gotestsum",
      `<testsuites><testsuite name="example.com/leads"><testcase classname="example.com/leads" name="TestCreate/twice"></testcase></testsuite></testsuites>`,
      { "example.com/leads > TestCreate/twice": "passed" },
    ],
    [
      "suites within suites, one case",
      `<testsuites><testsuite name="a"><testsuite name="b"><testcase name="c"/></testsuite></testsuite></testsuites>`,
      { c: "passed" },
    ],
  ])("are read as %s writes them", (_runner, text, expected) => {
    expect(Object.fromEntries(outcomesIn(text, "results.xml"))).toEqual(expected);
  });

  it.each(["", "no XML", "<html></html>", "<testsuites><testsuite>"])(
    "that are none are refused by the name of the file: %j",
    (text) => {
      expect(() => outcomesIn(text, "some.xml")).toThrow(/^some\.xml is not /);
    },
  );

  it("are deleted before a run, and missing after a run that wrote none", async () => {
    const results = resultFiles(join(folder, "*.xml"));
    writeFileSync(join(folder, "old.xml"), "<testsuites><testsuite/></testsuites>");
    await results.clear();
    expect(await results.read()).toBeNull();
    writeFileSync(
      join(folder, "new.xml"),
      '<testsuite><testcase classname="a" name="b"/></testsuite>',
    );
    expect(await results.read()).toEqual(new Map([["a > b", "passed"]]));
  });
});

describe("the test of a label", () => {
  const tests = new Map([
    ["a.test.ts > Leads > creates", "passed"],
    ["a.test.ts > Leads > creates twice", "failed"],
    ["tests.test_a > test_b", "failed"],
  ] as const);

  it.each([
    ["a.test.ts > Leads > creates", "passed"],
    ["tests/test_a.py::test_b", null],
    ["tests.test_a::test_b", "failed"],
    ["Leads creates", "passed"],
    ["Leads > creates twice", "failed"],
    ["other", null],
    ["", null],
  ])("%j is found by its letters: %s", (label, outcome) => {
    expect(outcomeOf(tests, label)).toBe(outcome);
  });
});
