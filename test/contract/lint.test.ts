import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

const documents = ["contracts/openapi/lead-api.json", "contracts/openapi/control-api.json"];

/** The findings of the public linter in documents. It runs without network access. */
function lint(files: readonly string[]): {
  readonly problems: readonly { readonly ruleId: string }[];
} {
  const linter = "node_modules/@redocly/cli/bin/cli.js";
  const options = ["--config", "contracts/openapi/redocly.yaml", "--format", "json"];
  const { stdout, stderr } = spawnSync(process.execPath, [linter, "lint", ...options, ...files], {
    encoding: "utf8",
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  // The output has one JSON object for each document.
  const reports = stdout.split(/(?<=\n)\}(?=\{|\s*$)/).filter((report) => report.trim() !== "");
  if (reports.length !== files.length) throw new Error(`The linter did not run: ${stderr}`);
  return {
    problems: reports.flatMap((report) => {
      const parsed: { problems: { ruleId: string }[] } = JSON.parse(`${report}}`);
      return parsed.problems;
    }),
  };
}

describe("redocly lint", () => {
  it("reports no error or warning for the checked-in documents", () => {
    expect(lint(documents).problems).toEqual([]);
  }, 30_000);

  it("reports an example that its schema rejects, so that it has read the documents", () => {
    const folder = mkdtempSync(join(tmpdir(), "lint-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "lead-api.json");
    const text = readFileSync("contracts/openapi/lead-api.json", "utf8");
    expect(text).toContain('"firstName": "Nora"');
    writeFileSync(file, text.replaceAll('"firstName": "Nora"', '"firstName": 7'));
    const rules = lint([file]).problems.map(({ ruleId }) => ruleId);
    expect(rules).toContain("no-invalid-media-type-examples");
  }, 30_000);
});
