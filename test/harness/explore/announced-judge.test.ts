/** Verdicts about announced changes, on fabricated runs. */
import { describe, expect, it } from "vitest";

import { judgeWithTests } from "../../../src/harness/explore/judge/announced-tests.ts";
import { judgeAnnounced, worstOf } from "../../../src/harness/explore/judge/announced.ts";
import { steadyTexts, textDifference } from "../../../src/harness/explore/judge/client-texts.ts";
import { scopeOf } from "../../../src/harness/explore/judge/scope.ts";
import type {
  Announced,
  Observation,
  PlannedVariation,
  Verdict,
} from "../../../src/harness/explore/model.ts";
import { call, callId, lead, observation, world } from "./made-up.ts";

const maya = "maya@example.com";
const failed = { code: 1, timedOut: false };
const cut = { code: 143, timedOut: true };
const none = new Map<string, string>();
const steady = { output: true, files: new Set(["ledger.json"]) };

const announced: Announced = {
  changes: [],
  choices: { unknownField: "refused", limit: "refused", offset: "refused" },
  moreLeads: 0,
  refusal: null,
};

const newStatus: Announced = {
  ...announced,
  changes: [
    {
      id: "status-added:451",
      kind: "status-added",
      subject: "451",
      direction: null,
      from: null,
      to: null,
      operations: [],
    },
  ],
};

const worldOf = (workspace: string, ...leads: readonly ReturnType<typeof lead>[]) => ({
  ...world(...leads),
  workspace,
});

function plannedOf(what: Announced): PlannedVariation {
  return {
    family: "next",
    variation: "status:201→200",
    workspace: null,
    call: null,
    choices: null,
    announced: what,
  };
}

function verdictOf(
  trial: Partial<Observation>,
  baseline: Partial<Observation> = {},
  what: Announced = announced,
) {
  const planned = plannedOf(what);
  const unchanged = { worlds: [world(lead(maya))], output: "2 leads\n", files: none, steady };
  const scope = (given: Partial<Observation>) =>
    scopeOf(observation({ ...unchanged, ...given }), planned, new Set());
  return judgeAnnounced(what, scope(baseline), scope(trial)).verdict;
}

const changed = { worlds: [world(lead(maya, { content: { phone: null } }))] };
const gone = { worlds: [world()] };

const at = (answeredAtMs: number) => [call(callId(maya), { sentAtMs: 5, answeredAtMs })];

describe("the verdict of an announced change", () => {
  it.each<[string, Partial<Observation>, Partial<Observation>, Verdict]>([
    ["nothing differs", {}, {}, "independent"],
    ["a record is missing, and the command succeeds", gone, {}, "breaks-silently"],
    ["a record differs, and the command succeeds", changed, {}, "breaks-silently"],
    ["the command fails", { exit: failed }, {}, "breaks"],
    ["the command fails and a record is missing", { exit: failed, ...gone }, {}, "breaks"],
    ["the command succeeds only with the change", {}, { exit: failed }, "breaks"],
    ["both fail in equal worlds", { exit: failed }, { exit: failed }, "independent"],
    ["both fail, and the worlds differ", { exit: failed, ...gone }, { exit: failed }, "differs"],
    ["only the output differs", { output: "1 lead\n" }, {}, "differs"],
    [
      "a test fails",
      { tests: new Map([["a", "failed"]]) },
      { tests: new Map([["a", "passed"]]) },
      "breaks",
    ],
  ])("%s: %s", (_when, trial, baseline, verdict) => {
    expect(verdictOf(trial, baseline)).toBe(verdict);
  });

  it("is the worst of a suite's tests, of which each has its own workspace", () => {
    const suite = (worlds: Observation["worlds"], outcome: "passed" | "failed") =>
      observation({
        worlds,
        labels: new Set(["adds", "lists"]),
        calls: ["adds", "lists"].map((workspace) =>
          call({ ...callId(maya), workspace }, { variation: "next:status:201→200" }),
        ),
        tests: new Map([
          ["adds", "passed"],
          ["lists", outcome],
        ]),
      });
    const baseline = suite([worldOf("adds", lead(maya)), worldOf("lists", lead(maya))], "passed");
    const trial = suite([worldOf("adds"), worldOf("lists", lead(maya))], "failed");
    expect(judgeWithTests(plannedOf(announced), baseline, trial)).toMatchObject({
      verdict: "breaks-silently",
      reason: expect.stringContaining('It is the test "adds".'),
      noticedBy: ["lists"],
    });
    const quiet = suite([worldOf("adds", lead(maya)), worldOf("lists", lead(maya))], "passed");
    expect(judgeWithTests(plannedOf(announced), baseline, quiet)).toMatchObject({
      verdict: "independent",
      noticedBy: [],
    });
  });

  it("is hung after a minute without a call, and unfinished for a client that backs off", () => {
    const late = { exit: cut, durationMs: 90_000 };
    expect(verdictOf({ ...late, calls: at(20) })).toBe("hung");
    expect(verdictOf({ ...late, calls: at(40_000) })).toBe("unfinished");
    const stalls = [{ fromMs: 30_000, toMs: 70_000 }];
    expect(verdictOf({ ...late, stalls, calls: at(20) })).toBe("unfinished");
  });

  it("is reported for a new status only, and never hides a loss", () => {
    expect(verdictOf({ exit: failed, ...gone }, {}, newStatus)).toBe("reported");
    expect(verdictOf(gone, {}, newStatus)).toBe("breaks-silently");
  });

  it("is the worst of several trials", () => {
    const trials = (["independent", "differs", "breaks", "not-reached"] as const).map(
      (verdict) => ({ verdict }),
    );
    expect(worstOf(trials)?.verdict).toBe("breaks");
    expect(worstOf(trials.toReversed().slice(0, 1))?.verdict).toBe("not-reached");
  });
});

const texts = (output: string, files: Readonly<Record<string, string>> = {}) => ({
  output,
  files: new Map(Object.entries(files)),
  steady,
});

describe("the texts of a client", () => {
  it.each([
    ["a time", "at 2027-03-01T09:00:00.123Z", "at 2027-03-02T10:11:12Z"],
    ["a log time", "2027-03-01 09:00:00,123 ok", "2027-03-01 09:00:07,456 ok"],
    ["a duration", "done in 12 ms, 0.4s", "done in 9 ms, 1.25s"],
    ["a port", "http://127.0.0.1:40123/v1", "http://127.0.0.1:51234/v1"],
    [
      "a UUID",
      "id 0b7f9f0e-1111-4222-8333-944445555666",
      "id 1c7f9f0e-1111-4222-8333-944445555666",
    ],
    ["the order of lines", "a\nb\n", "b\na\n"],
  ])("ignores %s", (_what, one, other) => {
    expect(textDifference(texts(one), texts(other))).toBeNull();
  });

  it("shows the first line that differs, in the output or a file", () => {
    expect(textDifference(texts("20 leads\n"), texts("10 leads\n"))).toBe(
      "its output: 20 leads → 10 leads",
    );
    const [one, other] = [{ "ledger.json": "a 1" }, { "ledger.json": "a 2" }];
    expect(textDifference(texts("", one), texts("", other))).toBe(
      "its file ledger.json: a 1 → a 2",
    );
    expect(textDifference(texts("", one), texts(""))).toBe("its file ledger.json: a 1 → nothing");
  });

  it("compares nothing in which two unchanged runs differ", () => {
    const one = observation({
      output: "token 1",
      files: new Map([
        ["a", "1"],
        ["b", "x"],
      ]),
    });
    const other = observation({
      output: "token 2",
      files: new Map([
        ["a", "2"],
        ["b", "x"],
      ]),
    });
    expect(steadyTexts(one, other)).toEqual({ output: false, files: new Set(["b"]) });
    const unsteady = { ...texts("token 1"), steady: steadyTexts(one, other) };
    expect(textDifference(unsteady, texts("token 3"))).toBeNull();
  });
});
