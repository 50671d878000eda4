/** Explores the consumer tests of the project's reference client with a small budget. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { startProgram, temporaryFolder } from "../../apps/cli/program.ts";
import { isLong } from "../../long/size.ts";
import { commandFile } from "../../support/command.ts";
import { reportIn } from "./explored.ts";

/** A project with the tests of `suite/reference.ts`. */
function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "results"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const suite = join(import.meta.dirname, "suite/reference.ts");
  writeFileSync(join(folder, "reference.test.ts"), `import ${JSON.stringify(suite)};\n`);
  return folder;
}

/** Explores the tests whose names match `tests`. */
async function explored(tests: string, settings: readonly string[]) {
  const folder = project();
  const reports = ["--results", "results/*.xml", "--out", "out"];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--root=.", "--no-isolate"];
  const results = ["--reporter=junit", "--outputFile=results/junit.xml"];
  const fast = ["--maxConcurrency=20", "--testTimeout=5000", "-t", tests];
  const command = [process.execPath, ...vitest, ...results, ...fast];
  const line = ["explore", ...settings, ...reports, "--", ...command];
  const script = 'cd "$1"; shift; exec "$@"';
  const start = [process.execPath, commandFile(), ...line];
  const { code, stderr } = await startProgram("sh", ["-c", script, "sh", folder, ...start], {})
    .ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
  const report = reportIn(join(folder, "out"));
  expect(report?.findings).toEqual([]);
  return { trials: report?.trials ?? [], counts: report?.summary.byVerdict ?? {} };
}

describe("the consumer tests of the reference client", () => {
  it("have no finding when their changes of Leads fail, because a failing test reports the fault", async () => {
    const operations = isLong ? "patch-Lead,delete-lead" : "delete-lead";
    const settings = ["--only", "faults", "--budget", "40s", "--operations", operations];
    const part = isLong ? [] : ["--shard", "3/3"];
    const { trials, counts } = await explored(isLong ? "delet|chang" : "delet", [
      ...settings,
      ...part,
    ]);
    // Every test that changes or deletes a Lead has a workspace, and runs at least its first fault.
    const labels = new Set(trials.map(({ workspace }) => workspace));
    expect(labels.size).toBeGreaterThanOrEqual(isLong ? 8 : 3);
    // Which of the parallel tests gets a kept connection is chance.
    const others = trials.filter(({ variation }) => variation.id !== "fault:reset-idle");
    expect(others.filter(({ verdict }) => verdict !== "reported")).toEqual([]);
    expect(counts["reported"]).toBeGreaterThanOrEqual(labels.size);
  }, 180_000);

  it.runIf(isLong)(
    "depend on no lawful change of the provider, such as longer ids",
    async () => {
      const { trials } = await explored("creat", ["--only", "evolution"]);
      const longer = trials.filter(({ variation }) => variation.id === "evolution:longer-ids");
      // A refusal names no id.
      const reached = longer.filter(({ verdict }) => verdict !== "not-reached");
      expect(new Set(reached.map(({ verdict }) => verdict))).toEqual(new Set(["independent"]));
    },
    300_000,
  );
});
