import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { outcomeOf } from "../../../src/harness/explore/judge/test-names.ts";
import type { TestOutcome } from "../../../src/harness/runs/run.ts";
import {
  outcomesIn,
  resultFiles,
  withoutAttempts,
} from "../../../src/harness/runs/test-results.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";

const samples = join(import.meta.dirname, "junit");
const sample = (file: string): string => readFileSync(join(samples, `${file}.xml`), "utf8");
const afterAllOfJest = " Test execution failure: could be caused by test hooks like 'afterAll'.";

describe("test results as JUnit XML", () => {
  // The files in `junit` are real output of the runners, without properties and with shorter
  // stacks.
  it.each<[file: string, tests: Readonly<Record<string, TestOutcome>>]>([
    [
      "vitest",
      {
        "a.test.mjs > stands alone": "passed",
        "a.test.mjs > Leads > of 1": "passed",
        "a.test.mjs > Leads > of 1 #2": "passed",
        "a.test.mjs > Leads > fails": "failed",
        "a.test.mjs > Leads > skipped": "skipped",
        "a.test.mjs > Leads > todo": "skipped",
        "a.test.mjs > Leads > expected": "passed",
        "a.test.mjs > Leads > deep > second try": "passed",
        "a.test.mjs > Leads > repeated": "failed",
        "a.test.mjs > broken > one": "skipped",
        "a.test.mjs > broken after > one": "passed",
        "a.test.mjs > broken": "failed",
        "a.test.mjs > broken after": "failed",
        "b.test.mjs > b.test.mjs": "failed",
      },
    ],
    [
      "jest-junit",
      {
        " stands alone >  stands alone": "passed",
        "Leads of 1 > Leads of 1": "passed",
        "Leads of 1 > Leads of 1 #2": "passed",
        "Leads fails > Leads fails": "failed",
        "Leads skipped > Leads skipped": "skipped",
        "Leads todo > Leads todo": "passed",
        "Leads expected > Leads expected": "passed",
        "Leads deep second try > Leads deep second try": "passed",
        "broken one > broken one": "failed",
        "broken after one > broken after one": "passed",
        [`${afterAllOfJest} > ${afterAllOfJest}`]: "failed",
      },
    ],
    [
      "pytest",
      {
        "test_leads > test_passes": "passed",
        "test_leads > test_fails": "failed",
        "test_leads > test_errors": "failed",
        "test_leads > test_setup_fails": "failed",
        "test_leads > test_teardown_fails": "failed",
        "test_leads > test_fails_twice": "failed",
        "test_leads > test_fails_twice #2": "failed",
        "test_leads > test_skipped": "skipped",
        "test_leads > test_expected_to_fail": "skipped",
        "test_leads > test_unexpectedly_passes": "passed",
        "test_leads > test_unexpectedly_passes_strict": "failed",
        "test_leads > test_cases[maya@example.com-True]": "passed",
        "test_leads > test_cases[a b/\\xfc.x-False]": "failed",
        "test_leads > test_cases[x\\ny-True]": "passed",
        "test_leads > test_same[1_0]": "passed",
        "test_leads > test_same[1_1]": "passed",
        "test_leads.TestLeads > test_creates": "passed",
        "test_leads.TestLeads.TestInner > test_reads": "passed",
        "test_leads.LeadCase > test_sub": "failed",
        "test_leads > test_subtests": "failed",
        "test_leads.TestBroken > test_one": "failed",
        "test_leads.TestBroken > test_two": "failed",
        "tests.test_flaky > test_second_try": "passed",
        "tests.test_flaky > test_second_try #2": "passed",
        "tests.unit.test_more > test_more": "passed",
      },
    ],
    [
      "surefire-rerun",
      {
        "com.example.FlatTest > secondTryAfterError": "flaky",
        "com.example.FlatTest > errors": "failed",
        "com.example.FlatTest > factory()[1]": "passed",
        "com.example.FlatTest > factory()[2]": "failed",
        "com.example.FlatTest > assumption": "skipped",
        "com.example.FlatTest > passes": "passed",
        "com.example.FlatTest > secondTry": "flaky",
        "com.example.FlatTest > repeated()[1]": "passed",
        "com.example.FlatTest > repeated()[2]": "passed",
        "com.example.FlatTest > namedCases(int, int)[1]": "passed",
        "com.example.FlatTest > namedCases(int, int)[2]": "passed",
        "com.example.FlatTest > cases(String)[1]": "passed",
        "com.example.FlatTest > cases(String)[2]": "failed",
        "com.example.FlatTest > fails": "failed",
        "com.example.FlatTest > named": "passed",
        "com.example.FlatTest > disabled": "skipped",
      },
    ],
    [
      "surefire-nested-deep",
      {
        "com.example.LeadTest$Reading > reads": "passed",
        "com.example.LeadTest$Reading$Deep > readsDeep": "passed",
      },
    ],
    ["surefire-before-all", { "com.example.BrokenClassTest": "failed" }],
    ["surefire-before-each", { "com.example.BrokenSetupTest > one": "failed" }],
    [
      "surefire-after-all",
      {
        "com.example.BrokenAfterTest > one": "passed",
        "com.example.BrokenAfterTest": "failed",
      },
    ],
    [
      "gotestsum-rerun-fails",
      {
        "example.com/leads > TestFails": "failed",
        "example.com/leads > TestFails #2": "failed",
        "example.com/leads > TestFails #3": "failed",
        "example.com/leads > TestTable": "failed",
        "example.com/leads > TestTable #2": "failed",
        "example.com/leads > TestTable #3": "failed",
        "example.com/leads > TestTable/a_b/ü.x": "failed",
        "example.com/leads > TestTable/a_b/ü.x #2": "failed",
        "example.com/leads > TestTable/a_b/ü.x #3": "failed",
        "example.com/leads > TestTable/maya@example.com": "passed",
        "example.com/leads > TestTable/same": "passed",
        "example.com/leads > TestTable/same#01": "passed",
        "example.com/leads > TestSecondTry": "failed",
        "example.com/leads > TestSecondTry #2": "passed",
        "example.com/leads > TestNestedSecondTry": "failed",
        "example.com/leads > TestNestedSecondTry #2": "passed",
        "example.com/leads > TestNestedSecondTry/sub": "failed",
        "example.com/leads > TestNestedSecondTry/sub #2": "passed",
        "example.com/leads > TestSkipped": "skipped",
        "example.com/leads > TestPasses": "passed",
        "example.com/leads/inner > TestInner": "passed",
      },
    ],
    [
      "gotestsum-panic",
      {
        TestMain: "failed",
        "example.com/leads/panics > TestPanics": "failed",
        "example.com/leads/panics > TestBefore": "passed",
      },
    ],
  ])("are read from %s.xml", (file, expected) => {
    expect(Object.fromEntries(outcomesIn(sample(file), file))).toEqual(expected);
  });

  it("are read from nested suites, with character references in names", () => {
    const text = `<testsuites><testsuite name="a"><testsuite name="b"><testcase name="c"/>
      <testcase classname="d" name="caf&#xe9; &#128578; &lt;e&gt;"/></testsuite></testsuite></testsuites>`;
    expect([...outcomesIn(text, "a.xml").keys()]).toEqual(["c", "d > café 🙂 <e>"]);
  });

  it.each(["", " \r\n"])("are rejected as empty: %j", (text) => {
    expect(() => outcomesIn(text, "some.xml")).toThrow(/^some\.xml is empty\.$/);
  });

  it.each(["no XML", "<html></html>", "<testsuites><testsuite>"])(
    "are rejected with the name of the file when they are invalid: %j",
    (text) => {
      expect(() => outcomesIn(text, "some.xml")).toThrow(/^some\.xml is not /);
    },
  );
});

describe("a test that its runner retried", () => {
  it.each([
    ["gotestsum-rerun-fails", "example.com/leads > TestSecondTry", "flaky"],
    ["gotestsum-rerun-fails", "example.com/leads > TestFails", "failed"],
    ["pytest", "tests.test_flaky > test_second_try", "flaky"],
    ["pytest", "test_leads > test_fails_twice", "failed"],
  ])("in %s.xml, %s, is %s and one test", (file, name, outcome) => {
    const before = new Map([[name, "passed" as const]]);
    const tests = withoutAttempts(outcomesIn(sample(file), file), before);
    expect(tests.get(name)).toBe(outcome);
    expect(tests.has(`${name} #2`)).toBe(false);
  });

  it("is distinguished from tests that share one name in the baseline", () => {
    const baseline = outcomesIn(sample("vitest"), "vitest.xml");
    const rows = new Map(baseline).set("a.test.mjs > Leads > of 1 #2", "failed");
    expect(withoutAttempts(rows, baseline)).toEqual(rows);
  });

  it("is found when Surefire writes the attempts of nested classes into two files", async () => {
    const folder = temporaryFolder();
    const read = await resultFiles(join(folder, "surefire-nested{,-rerun}.xml")).beforeRun();
    for (const end of ["", "-rerun"]) {
      writeFileSync(join(folder, `surefire-nested${end}.xml`), sample(`surefire-nested${end}`));
    }
    const tests = (await read()) ?? new Map<string, TestOutcome>();
    const name = "com.example.LeadTest > secondTry";
    expect(withoutAttempts(tests, new Map([[name, "passed"]])).get(name)).toBe("flaky");
  });
});

describe("the test of a label", () => {
  const tests = new Map([
    ["a.test.ts > Leads > creates", "passed"],
    ["a.test.ts > Leads > creates twice", "failed"],
    ["tests.test_a > test_b", "failed"],
    ["b.test.ts > Leads > creates", "failed"],
    ["b.test.ts > Leads > reads 2", "failed"],
  ] as const);

  it.each([
    ["a.test.ts > Leads > creates", "passed"],
    ["tests/test_a.py::test_b", "failed"],
    ["test_b", "failed"],
    ["b", "failed"],
    ["creates", null],
    ["ates", null],
    ["tests.test_a::test_b", "failed"],
    ["a.test.ts Leads creates", "passed"],
    ["Leads creates", null],
    ["b.test.ts > Leads > reads #2", null],
    ["Leads > creates twice", "failed"],
    ["other", null],
    ["", null],
  ])("of %j is found by name: %s", (label, outcome) => {
    expect(outcomeOf(tests, label)).toBe(outcome);
  });
});
