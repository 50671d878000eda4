/** Clients that do not end, in several languages, and the same clients without the defect. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import type { CommandToRun } from "../../../src/base/processes/run-command.ts";
import { runCommand } from "../../../src/base/processes/run-command.ts";
import { runOnce } from "../../../src/harness/explore/run/run.ts";
import { patientMs, runAndJudge } from "../../../src/harness/explore/trials/trial.ts";
import { isLong } from "../../long/size.ts";
import { java, javac } from "../../support/jvm.ts";
import { isMissing } from "../simulate/languages.ts";
import { inProcessSettings } from "./explored-in-process.ts";
import { planned } from "./made-up.ts";

/** How long a client really runs that has 90 s. It repeats a call every 0.2 s, so it stays below the burst of its key. */
const shownMs = 8_000;

const built = mkdtempSync(join(tmpdir(), "lead-sandbox-no-end-"));
afterAll(() => rmSync(built, { recursive: true, force: true }));

const clients = join(import.meta.dirname, "clients");
const commands = {
  Python: () => ["python3", join(clients, "no_end.py")],
  Node: () => [process.execPath, join(clients, "no-end.ts")],
  Go() {
    const binary = join(built, "no-end");
    execFileSync("go", ["build", "-o", binary, join(clients, "no_end.go")]);
    return [binary];
  },
  Java() {
    execFileSync("javac", [...javac.slice(1), "-d", built, join(clients, "NoEnd.java")]);
    return [...java, "-cp", built, "NoEnd"];
  },
} as const;
const languages = isLong
  ? (["Python", "Node", "Go", "Java"] as const)
  : (["Python", "Node"] as const);

/** The verdict on a client under a fault; its baseline is that of the client without a defect. */
async function verdictOf(
  program: readonly string[],
  defect: string,
  fault: string,
): Promise<string | undefined> {
  const settings = {
    ...inProcessSettings(async () => 0),
    command: [...program, "ends"],
    // The limit passes early, and counts in full.
    launch: (toRun: CommandToRun) => runCommand({ ...toRun, timeoutMs: shownMs }),
  };
  const { launch: _cut, ...unchanged } = settings;
  const baseline = await runOnce(unchanged, { trial: null, timeoutMs: patientMs });
  expect(baseline.exit.code).toBe(0);
  const trial = { id: "trial-1", variations: [planned(fault)], waits: true };
  const { judged } = await runAndJudge(
    { ...settings, command: [...program, defect] },
    { baseline, trial, leastMs: patientMs },
  );
  return judged[0]?.verdict;
}

const rows = [
  ["hung", "without a time limit, after a hang", "waits", "hang"],
  ["endless", "that repeats a 409, after a lost answer", "repeats", "reset-after"],
  ["tolerated", "with a time limit, after a hang", "ends", "hang"],
  ["tolerated", "that takes a 409 as the end, after a lost answer", "ends", "reset-after"],
] as const;

/** The language of each row in a short run; each language has a row of each fault. */
const shortly = ["Python", "Node", "Node", "Python"];

function rowsOf(language: (typeof languages)[number]): readonly (typeof rows)[number][] {
  return isLong ? rows : rows.filter((_row, at) => shortly[at] === language);
}

describe.concurrent.each(languages)("a client in %s", (language) => {
  const program = isMissing(language) ? [] : commands[language]();

  it.skipIf(program.length === 0).each(rowsOf(language))(
    "is %s %s",
    async (verdict, _when, defect, fault) => {
      expect(await verdictOf(program, defect, fault)).toBe(verdict);
    },
    120_000,
  );
});
