/** The reference validator of skills, from PyPI. What it does not see is in `test/docs/skills.test.ts`. */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { temporaryFolder } from "../cli/program.ts";

/** Where pip installed skills-ref. */
const validator = process.env["LEAD_SANDBOX_TEST_SKILLS"] ?? "";
if (validator === "") {
  process.stderr.write(
    "SKIPPED the reference validator of skills: install skills-ref with pip, " +
      "and set LEAD_SANDBOX_TEST_SKILLS to its folder\n",
  );
}

function validate(folder: string): string {
  const program = "from skills_ref.cli import main; main()";
  return execFileSync("python3", ["-c", program, "validate", folder], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: validator },
    stdio: "pipe",
  });
}

describe.skipIf(validator === "")("the skill (skipped without skills-ref)", () => {
  it("is valid", () => {
    expect(validate("skills/lead-sandbox")).toContain("Valid skill");
  });

  it("would not be with a field that no host knows", () => {
    const folder = join(temporaryFolder(), "lead-sandbox");
    cpSync("skills/lead-sandbox", folder, { recursive: true });
    const file = join(folder, "SKILL.md");
    writeFileSync(file, readFileSync(file, "utf8").replace("license:", "licence:"));
    expect(() => validate(folder)).toThrow("Command failed");
  });
});
