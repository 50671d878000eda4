import { readFileSync } from "node:fs";
import { join } from "node:path";

import { validate } from "ctrf";
import { describe, expect, it } from "vitest";

import { commandsIn } from "../../base/texts/actions-runner.ts";
import { pactOf } from "../../contract/pacts.ts";
import { temporaryFile, temporaryFolder } from "./program.ts";
import { runVerify } from "./verify-run.ts";

const fits = pactOf([{ description: "reads" }], "good-client");
const fails = pactOf([{ description: "reads", status: 404 }], "bad-client");

function fileOf(pact: object): string {
  return temporaryFile("pact.json", JSON.stringify(pact));
}

describe("the reports of verify for programs", () => {
  it.each([
    ["a match", [fits], { passed: 1, failed: 0 }],
    ["a mismatch", [fails], { passed: 0, failed: 1 }],
    ["several", [fits, fails], { passed: 1, failed: 1 }],
  ] as const)("are CTRF of %s with --ctrf FILE", async (_name, pacts, counts) => {
    const file = join(temporaryFolder(), "report.ctrf.json");
    await runVerify([...pacts.map(fileOf), "--ctrf", file]);
    const document: unknown = JSON.parse(readFileSync(file, "utf8"));
    expect(validate(document)).toEqual({ valid: true, errors: [] });
    expect(document).toMatchObject({
      results: { tool: { name: "lead-sandbox verify" }, summary: { ...counts, pending: 0 } },
    });
  });

  it("annotate the run of GitHub Actions with each failure, and start no other command", async () => {
    const evil = "reads\n::add-mask::x\n##[add-matcher]y";
    const pact = pactOf([{ description: evil, status: 404 }]);
    const environment = { GITHUB_ACTIONS: "true" };
    const { stdout, stderr } = await runVerify([fileOf(pact)], environment);
    expect(stdout).toContain("##[add-matcher]y");
    expect(commandsIn(stdout)).toEqual([]);
    expect(commandsIn(stderr)).toMatchObject([
      { name: "error", message: expect.stringContaining("status: ") },
    ]);
    expect((await runVerify([fileOf(pact)])).stderr).toBe("");
  });
});
