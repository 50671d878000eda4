import { existsSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { runHere, temporaryFile, temporaryFolder } from "../../../apps/cli/program.ts";
import { oneBug } from "./made-up-finding.ts";
import { madeUpReport } from "./made-up.ts";

/** A report in a file. */
function fileOf(report: unknown): string {
  return temporaryFile("report.json", JSON.stringify(report));
}

describe("--baseline with a file that is not a report", () => {
  const report = madeUpReport(oneBug());
  const hostile = { ...report, baseline: { ...report.baseline, tests: { "\u202Etaken": 1 } } };
  it.each([
    ["a missing file", () => "/nowhere/report.json", "ENOENT"],
    ["a folder", () => temporaryFolder(), "is not a file"],
    ["a device", () => "/dev/zero", "is not a file"],
    ["a file over 64 MiB", large, "the limit is 64 MiB"],
    ["an empty file", () => temporaryFile("report.json", ""), "is not JSON"],
    ["a report that is cut short", () => temporaryFile("a.json", '{"format":"lead'), "is not JSON"],
    ["JSON of another kind", () => fileOf(null), "is not a report of the format"],
    [
      "a bundle",
      () => fileOf({ format: "lead-sandbox-bundle/1" }),
      "is not a report of the format",
    ],
    ["a report without groups", () => fileOf({ ...report, groups: undefined }), "at groups"],
    ["many problems", () => fileOf({ ...report, trials: Array(1_000).fill(1) }), "… and 990 more"],
    ["bidirectional marks", () => fileOf(hostile), String.raw`\u{202e}taken`],
    [
      "control sequences as JSON",
      () => temporaryFile("a.json", "\u001B[2J"),
      String.raw`\u{1b}[2J`,
    ],
  ])("exits with 2 for %s before anything runs", async (_name, make, expected) => {
    const out = join(temporaryFolder(), "out");
    const ran = join(temporaryFolder(), "ran");
    const { code, stdout, stderr } = await runHere([
      "explore",
      "--baseline",
      make(),
      "--out",
      out,
      "--",
      "touch",
      ran,
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^lead-sandbox: Invalid --baseline: /);
    expect(stderr).toContain(expected);
    expect(stderr).toContain("Expected the report.json of an earlier run.");
    expect(stderr).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    expect([out, ran].filter((file) => existsSync(file))).toEqual([]);
  });
});

/** A sparse file. */
function large(): string {
  const file = join(temporaryFolder(), "report.json");
  writeFileSync(file, "");
  truncateSync(file, 64 * 1_024 * 1_024 + 1);
  return file;
}
