/** Results that runners write late, or under longer names than the labels of their tests. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { outcomeOf } from "../../../src/harness/explore/judge/test-names.ts";
import { resultFiles } from "../../../src/harness/runs/test-results.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";

const whole =
  '<testsuites><testsuite><testcase classname="a.bats" name="one"/></testsuite></testsuites>';

describe("a file of results", () => {
  it.each(["", whole.slice(0, 30)])(
    "that begins with %j is read again once it is whole",
    async (cut) => {
      const file = join(temporaryFolder(), "report.xml");
      const read = await resultFiles(file).beforeRun();
      writeFileSync(file, cut);
      const reading = read();
      await delay(300);
      writeFileSync(file, whole);
      expect(await reading).toEqual(new Map([["a.bats > one", "passed"]]));
    },
  );

  it("that stays cut is an error after a second", async () => {
    const file = join(temporaryFolder(), "report.xml");
    const read = await resultFiles(file).beforeRun();
    writeFileSync(file, whole.slice(0, 30));
    await expect(read()).rejects.toThrow("is not valid XML");
  });
});

describe("a label without parameters", () => {
  const tests = new Map([
    ["com.example.LeadTest > all(Workspace)", "passed"],
    ["com.example.LeadTest > row(String, Workspace)[1]", "failed"],
    ["com.example.LeadTest > row(String, Workspace)[2]", "passed"],
    ["com.example.LeadTest > twice(String)", "passed"],
    ["com.example.LeadTest > twice(Integer)", "failed"],
    ["com.example.LeadTest > plain", "failed"],
    ["com.example.LeadTest > plain(Workspace)", "passed"],
  ] as const);

  it.each([
    ["com.example.LeadTest > all", "passed"],
    ["LeadTest > row[1]", "failed"],
    ["com.example.LeadTest > row", null],
    ["com.example.LeadTest > twice", null],
    ["com.example.LeadTest > plain", "failed"],
    ["com.example.LeadTest > all(Other)", null],
  ])("%j is found if one test has that name: %s", (label, outcome) => {
    expect(outcomeOf(tests, label)).toBe(outcome);
  });
});
