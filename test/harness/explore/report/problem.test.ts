/** Why a command cannot be explored, and the next step. */
import { describe, expect, it } from "vitest";

import type { BaselineProblem } from "../../../../src/harness/explore/exploration.ts";
import { notesOn } from "../../../../src/harness/explore/report/notes.ts";
import { problemMessage } from "../../../../src/harness/explore/report/problem.ts";
import { call, callId, observation } from "../made-up.ts";

const ran = observation();
const exitedWith = (code: number, given = {}): BaselineProblem => ({
  kind: "fails",
  program: "npm",
  observation: observation({ exit: { code, timedOut: false }, ...given }),
});
const limited = call(callId("maya@example.com"), { status: 429, rules: ["quota.burst"] });
const byHour = call(callId("noor@example.com"), { status: 429, rules: ["quota.rolling-hour"] });
const difference = { what: "the exit code", first: "0", second: "1" };
const freshState = "Each run needs a fresh state";

describe("the message about a command", () => {
  it.each<readonly [string, BaselineProblem, string]>([
    [
      "fails",
      exitedWith(3),
      "The command fails without any variation (exit code 3). Explore a command that succeeds.",
    ],
    ["is not there", exitedWith(127), "npm was not found (127)."],
    ["cannot run", exitedWith(126), "npm cannot be executed (126)."],
    [
      "uses up its quota",
      exitedWith(1, { calls: [limited, limited, call(callId(null))] }),
      "(429, quota.burst): 2 of 3. Raise the limit with --quota",
    ],
    [
      "uses up both quotas",
      exitedWith(1, { calls: [byHour, limited] }),
      "(429, quota.burst, quota.rolling-hour): 2 of 2.",
    ],
    [
      "does not end",
      { kind: "timed-out", timeoutMs: 1_600, observation: ran },
      "did not finish within 2 s without any variation. Allow more time with --timeout",
    ],
    [
      "has no results",
      { kind: "no-results", reason: null },
      "No test results match --results. Check the pattern",
    ],
    [
      "has unreadable results",
      { kind: "no-results", reason: "a.xml is cut." },
      "a.xml is cut. Check the pattern",
    ],
    [
      "has a test that fails",
      { kind: "tests-fail", tests: ["a"], observation: ran },
      "The test a fails without any variation",
    ],
    [
      "has tests that fail",
      { kind: "tests-fail", tests: ["a", "b"], observation: ran },
      "2 tests fail, such as a, without any variation",
    ],
    [
      "calls a dropped workspace",
      { kind: "dropped-workspace", workspace: "w1" },
      "called the workspace w1 after it was dropped.",
    ],
    [
      "differs",
      { kind: "differs", difference, observation: ran },
      "differ in the exit code: first 0, then 1. Make the command deterministic",
    ],
    [
      "differs in a repetition",
      { kind: "differs", difference: { ...difference, isRepeat: true }, observation: ran },
      "this machine may be too busy for it: try again. Make the command deterministic",
    ],
  ])("that %s", (_name, problem, message) => {
    expect(problemMessage(problem)).toContain(message);
  });

  it.each<readonly [BaselineProblem, boolean]>([
    [{ kind: "differs", difference, observation: ran }, true],
    [exitedWith(3), false],
    [{ ...exitedWith(3), isOfSecondRun: false }, false],
    [{ ...exitedWith(3), isOfSecondRun: true }, true],
    [{ kind: "timed-out", timeoutMs: 1, observation: ran, isOfSecondRun: true }, true],
    [{ kind: "no-calls", observation: ran, isOfSecondRun: true }, true],
    [{ kind: "no-results", reason: null, isOfSecondRun: true }, false],
    [{ kind: "dropped-workspace", workspace: "w1", isOfSecondRun: true }, false],
  ])("%j asks for a fresh state: %s", (problem, asks) => {
    expect(problemMessage(problem).includes(freshState)).toBe(asks);
  });

  it("says which of two runs called nothing", () => {
    const second = "The second run called nothing.";
    expect(problemMessage({ kind: "no-calls", observation: ran })).not.toContain(second);
    expect(problemMessage({ kind: "no-calls", observation: ran, isOfSecondRun: true })).toContain(
      second,
    );
  });
});

const tests = new Map([["Import > Maya", "passed"]] as const);
const notes = (
  given: Partial<Parameters<typeof notesOn>[0]> = {},
  set: Partial<Parameters<typeof notesOn>[1]> = {},
) =>
  notesOn(
    { baseline: ran, nondeterminism: null, inSequence: false, stillRunning: [], ...given },
    { command: ["node", "sync.mjs"], results: null, ...set },
  );

describe("the notes on an exploration", () => {
  it("are none of one without any limit", () => {
    expect(notes()).toEqual([]);
    expect(notes({ baseline: null })).toEqual([]);
  });

  it.each<readonly [string, Partial<Parameters<typeof notesOn>[0]>, string]>([
    [
      "two runs that differ",
      { nondeterminism: difference },
      "Two unchanged runs differ in the exit code.",
    ],
    ["trials one at a time", { inSequence: true }, "so the trials ran one at a time"],
    [
      "a process that is left",
      { stillRunning: ["node (7)"] },
      "after it had ended: node (7). Stop them",
    ],
    [
      "four of them",
      { stillRunning: ["a", "b", "c", "d"] },
      "after it had ended: a, b, c and 1 more. Stop them",
    ],
    [
      "a label without a test",
      { baseline: observation({ tests, labels: new Set(["Import > Noor"]) }) },
      'The label "Import > Noor" does not match any test',
    ],
    [
      "labels without a test",
      { baseline: observation({ tests, labels: new Set(["a", "b", "Import > Maya"]) }) },
      'The label "a" and 1 more does not match',
    ],
  ])("name %s", (_name, given, note) => {
    expect(notes(given)).toEqual([expect.stringContaining(note)]);
  });

  it("accept the labels of tests, also of a second workspace", () => {
    const labels = new Set(["Import > Maya", "Import > Maya (2)"]);
    expect(notes({ baseline: observation({ tests, labels }) })).toEqual([]);
    expect(notes({ baseline: observation({ labels }) })).toEqual([]);
  });

  it("ask for the results of a test runner", () => {
    expect(notes({}, { command: ["npx", "vitest", "run"] })).toEqual([
      expect.stringContaining("--results"),
    ]);
    expect(
      notes(
        {},
        {
          command: ["npx", "vitest", "run"],
          results: { beforeRun: async () => async () => null },
        },
      ),
    ).toEqual([]);
  });
});
