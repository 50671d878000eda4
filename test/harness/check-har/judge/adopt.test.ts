/** Which choices a recording makes `check-har` adopt, and which it leaves open. */
import { describe, expect, it } from "vitest";

import type { Assumptions } from "../../../../src/domain/rules/trace.ts";
import { adoptable } from "../../../../src/harness/check-har/judge/adopt.ts";
import type { Candidate, Choice } from "../../../../src/harness/check-har/judge/candidates.ts";
import { triedAll, triedPairs } from "../../../../src/harness/check-har/judge/candidates.ts";
import { verdictsOf } from "../../../../src/harness/check-har/judge/verdicts.ts";
import type { Replay } from "../../../../src/harness/check-har/replay/replay.ts";

const limit: Choice = { rule: "list.limit", choice: "clamped" };
const patch: Choice = { rule: "lead.patch.not-active", choice: "409" };

type Features = Readonly<Record<string, boolean>>;
const featuresOf = (features: Features) => new Map(Object.entries(features));

/** A replay whose calls compare so, by place. */
function replay(...calls: readonly Features[]): Replay {
  return {
    calls: calls.map((features) => ({
      undecided: null,
      comparison: featuresOf(features),
      replayed: null,
      rules: [],
    })),
    choices: new Set([limit.rule, patch.rule]),
  };
}

function candidate(
  given: Partial<Candidate> & { readonly improves?: readonly string[] },
): Candidate {
  const improved = new Set(given.improves);
  return {
    choices: [limit],
    tried: new Map(),
    improved,
    merit: improved.size,
    worsens: false,
    ...given,
  };
}

const named = (choices: readonly Choice[]) =>
  choices.map(({ rule, choice }) => `${rule}=${choice}`).join(" with ");

/** The adopted choices, and the choices of each group of rivals. */
function adopted(...candidates: readonly Candidate[]) {
  const found = adoptable(candidates);
  return [
    ...found.adopted.map((one) => named([one])),
    ...found.rivals.map(({ choices }) => choices.map(named).join(" or ")),
  ];
}

const [limitText, patchText] = ["list.limit=clamped", "lead.patch.not-active=409"];

describe("a choice", () => {
  it.each<readonly [string, readonly Candidate[], readonly string[]]>([
    ["is adopted if it explains a call", [candidate({ improves: ["1 status"] })], [limitText]],
    ["is not adopted if it explains nothing", [candidate({})], []],
    [
      "is not adopted if it worsens a call",
      [candidate({ improves: ["1 status"], worsens: true })],
      [],
    ],
    [
      "is not adopted if as much differs instead",
      [candidate({ improves: ["1 status"], merit: 0 })],
      [],
    ],
    [
      "is adopted with another that explains another call",
      [
        candidate({ improves: ["1 status"] }),
        candidate({ choices: [patch], improves: ["2 status"] }),
      ],
      [limitText, patchText],
    ],
    [
      "is adopted if it explains more than another of the same call",
      [
        candidate({ improves: ["1 status"] }),
        candidate({ choices: [patch], improves: ["1 status", "2 status"] }),
      ],
      [patchText],
    ],
    [
      "stays open with another that explains the call as well",
      [
        candidate({ improves: ["1 status"] }),
        candidate({ choices: [patch], improves: ["1 status"] }),
      ],
      [`${limitText} or ${patchText}`],
    ],
    [
      "is adopted with the one that it needs",
      [candidate({ choices: [limit, patch], improves: ["1 status"] })],
      [limitText, patchText],
    ],
  ])("%s", (_name, candidates, expected) => {
    expect(adopted(...candidates)).toEqual(expected);
  });

  it("that stays open names the features and the calls", () => {
    const one = candidate({ improves: ["1 status", "1 order"] });
    const other = candidate({ choices: [patch], improves: ["1 status", "4 status"] });
    expect(adoptable([one, other]).rivals).toMatchObject([
      { features: new Set(["1 status", "1 order", "4 status"]), calls: [1, 4] },
    ]);
  });
});

/** The alternatives as tried, where `answers` gives the comparison of the calls under a choice. */
async function tried(
  base: Replay,
  answers: (assumptions: Assumptions) => readonly Features[],
  signal?: AbortSignal,
) {
  const known = new Map(
    base.calls.flatMap(({ comparison }, place) =>
      [...comparison].map(([feature, agrees]) => [`${place} ${feature}`, agrees] as const),
    ),
  );
  const run = async (assumptions: Assumptions) => replay(...answers(assumptions));
  const trying = { assumptions: {}, run, signal };
  const alone = await triedAll(base, known, trying);
  return { known, alone, pairs: await triedPairs(alone, known, trying) };
}

const isLimit = (assumptions: Assumptions) => assumptions["list.limit"] === "clamped";
const isPatch = (assumptions: Assumptions) => assumptions["lead.patch.not-active"] === "409";

describe("an alternative", () => {
  it.each<readonly [string, Features, Features, Partial<Candidate>]>([
    [
      "improves a feature that differed",
      { status: false },
      { status: true },
      { merit: 1, worsens: false },
    ],
    ["worsens one that agreed", { status: true }, { status: false }, { merit: 0, worsens: true }],
    ["improves one that was not compared", {}, { status: true }, { merit: 1, worsens: false }],
    ["worsens one that was not compared", {}, { status: false }, { merit: 0, worsens: true }],
    [
      "neither improves nor worsens one that still differs",
      { status: false },
      { status: false },
      { merit: 0, worsens: false },
    ],
    [
      "does not worsen what another status had hidden, but gains less",
      { status: false },
      { status: true, order: false },
      { merit: 0, worsens: false },
    ],
    [
      "improves a field whose error is gone from both answers",
      { status: true, "error email": false },
      { status: true },
      { merit: 1, worsens: false },
    ],
    [
      "does not improve one whose error is gone with the status",
      { status: true, "error email": false },
      { status: false },
      { merit: 0, worsens: true },
    ],
  ])("%s", async (_name, before, after, expected) => {
    const { alone } = await tried(replay(before), (one) => [isLimit(one) ? after : before]);
    expect(alone.find(({ choices: [one] }) => one.choice === "clamped")).toMatchObject(expected);
  });

  it("is tried for each rule that was looked up", async () => {
    const { alone } = await tried(replay({ status: true }), () => [{ status: true }]);
    expect(new Set(alone.map(({ choices: [{ rule }] }) => rule))).toEqual(
      new Set(["list.limit", "lead.patch.not-active"]),
    );
  });

  it("is tried with another where neither alone explains a call that both change", async () => {
    const { pairs } = await tried(replay({ status: false, order: true }), (one) =>
      isLimit(one) && isPatch(one)
        ? [{ status: true, order: true }]
        : isLimit(one) || isPatch(one)
          ? [{ status: false, order: false }]
          : [{ status: false, order: true }],
    );
    const names = pairs.map(({ choices }) => choices.map(({ rule }) => rule).toSorted());
    expect(names).toEqual([["lead.patch.not-active", "list.limit"]]);
    expect(pairs[0]).toMatchObject({ merit: 1, worsens: false });
  });

  it("is not tried with another if it explains as much alone", async () => {
    const { pairs } = await tried(replay({ status: false }), (one) => [
      isLimit(one) ? { status: true } : isPatch(one) ? { order: true } : { status: false },
    ]);
    expect(pairs).toEqual([]);
  });

  it("is not tried with another of a call that agrees", async () => {
    const { pairs } = await tried(replay({ status: true }), (one) => [
      isLimit(one) || isPatch(one) ? { status: true, order: true } : { status: true },
    ]);
    expect(pairs).toEqual([]);
  });

  it("is not tried after an interruption", async () => {
    const { alone, pairs } = await tried(
      replay({ status: false }),
      () => [{ status: true }],
      AbortSignal.abort(),
    );
    expect([alone, pairs]).toEqual([[], []]);
  });
});

describe("the verdict about a rule", () => {
  const refuting = { "0 status": false };
  const verdictOn = (
    known: Features,
    answers: readonly Features[],
    assumptions: Assumptions = {},
  ) => {
    const candidates = answers.map((features, at) =>
      candidate({
        choices: [{ rule: "list.limit", choice: `other ${at}` }],
        tried: featuresOf(features),
      }),
    );
    const all = verdictsOf(replay({ status: true }), featuresOf(known), candidates, assumptions);
    return all.find(({ rule }) => rule === "list.limit");
  };
  const agreeing = { "0 status": true, "3 status": true };

  it.each<readonly [string, Features, readonly Features[], object]>([
    [
      "is confirmed if a call refutes each alternative",
      agreeing,
      [refuting],
      { verdict: "confirmed", choice: "422", evidence: [0] },
    ],
    [
      "is unknown if no call refutes any",
      agreeing,
      [{ "0 status": true }],
      { verdict: "unknown", evidence: [] },
    ],
    ["is unknown without a trial of each", agreeing, [], { verdict: "unknown", evidence: [] }],
    [
      "counts no call that differs anyway",
      { "0 status": true, "0 order": false },
      [refuting],
      { verdict: "unknown" },
    ],
    ["counts no feature that was not compared", {}, [refuting], { verdict: "unknown" }],
    [
      "counts a field without an error that gets one",
      { "0 status": true },
      [{ "0 status": true, "0 error email": false }],
      { verdict: "confirmed", evidence: [0] },
    ],
    [
      "has its evidence in order",
      agreeing,
      [{ "3 status": false, "0 status": false }],
      { evidence: [0, 3] },
    ],
  ])("%s", (_name, known, answers, expected) => {
    expect(verdictOn(known, answers)).toMatchObject(expected);
  });

  it("is denied if the choice in force is not the default", () => {
    expect(verdictOn(agreeing, [refuting], { "list.limit": "clamped" })).toMatchObject({
      verdict: "denied",
      choice: "clamped",
    });
  });
});
