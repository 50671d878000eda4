/** Checks of claims: after faults, lost answers, second runs and crashes. */
import { describe, expect, it } from "vitest";

import type { AssessedRun } from "../../../src/harness/assess/run.ts";
import {
  baseline,
  create,
  exit,
  lead,
  maya,
  read,
  reasonOf,
  run,
  verdictOf,
  world,
} from "./made-up.ts";

const varied = { isVaried: true };
const lostAnswer = create(0, { ...varied, status: 0, answer: null });
const both = world(lead(maya), lead(maya, { parent: "FirmMember B" }));
const unchanged = [world(lead(maya, { content: { firstName: "May" } }))];

describe("claims.true", () => {
  it.each(["tolerated", "reported", "orphaned", "hammered"] as const)(
    "is shown by a trial that is %s",
    (verdict) => {
      const runs = [baseline, run("fault:503", [create(0, varied)], { verdict })];
      expect(verdictOf("claims.true", runs)).toEqual({
        verdict: "shown",
        evidence: ["fault:503 1"],
      });
    },
  );

  it("cites the later call that doubled a record", () => {
    const calls = [create(0, { ...varied, status: 503 }), create(100)];
    const bad = run("fault:503", calls, { verdict: "duplicated", worlds: [both] });
    expect(verdictOf("claims.true", [baseline, bad])).toEqual({
      verdict: "violated",
      evidence: ["fault:503 1", "fault:503 2"],
    });
  });

  it("says how often a failure is claimed although the effect remains", () => {
    const left = run("fault:500-after", [create(0, varied)], { verdict: "orphaned" });
    const runs = [baseline, run("fault:503", [create(0, varied)]), left];
    expect(reasonOf("claims.true", runs)).toBe(
      "No success is claimed falsely in 2 trials of faults. In 1 of them, the client reports a failure, but the effect of its call remains.",
    );
  });

  it.each(["lost", "duplicated", "altered"] as const)(
    "is violated by a trial that is %s, whatever others show",
    (verdict) => {
      const good = run("fault:429", [create(0, varied)]);
      const bad = run("fault:503", [create(0, varied)], { verdict });
      expect(verdictOf("claims.true", [baseline, good, bad]).verdict).toBe("violated");
    },
  );

  it("says of each trial what is wrong with a record, such as a change that did not happen", () => {
    const bad = [
      ["fault:reset-after", { verdict: "duplicated", worlds: [both] }],
      ["fault:503", { verdict: "altered" }],
      ["fault:429", { verdict: "altered" }],
      ["fault:hang", { verdict: "lost", worlds: [world()] }],
      ["fault:outage", { verdict: "lost", worlds: unchanged }],
    ] as const;
    const trials = bad.map(([trial, given]) => run(trial, [create(0, varied)], given));
    const runs = [baseline, ...trials];
    expect(reasonOf("claims.true", runs)).toBe(
      "The client claims success, but a record is doubled in fault:reset-after, different in fault:503 and fault:429, missing in fault:hang, unchanged in fault:outage.",
    );
  });

  it("is not exercised by a client that fails and, run again, does something else, since it claimed a failure", () => {
    const given = { verdict: "altered", exits: [exit(1), exit(0)], worlds: unchanged } as const;
    const runs = [baseline, run("fault:reset-after", [create(0, varied)], given)];
    expect(verdictOf("claims.true", runs).verdict).toBe("not-exercised");
  });

  it.each(["unfinished", "hung", "too-busy", "unknown", "not-reached"] as const)(
    "is not exercised by a trial that is %s",
    (verdict) => {
      const runs = [baseline, run("fault:503", [create(0, varied)], { verdict })];
      expect(verdictOf("claims.true", runs).verdict).toBe("not-exercised");
    },
  );

  it("is not exercised by trials that are no faults", () => {
    const runs = [baseline, run("again", [create(0)], { verdict: "lost" })];
    expect(verdictOf("claims.true", runs).verdict).toBe("not-exercised");
  });
});

describe("answer.lost", () => {
  it("is shown by a call that reads the Lead", () => {
    const runs = [baseline, run("fault:reset-after", [lostAnswer, read(100)])];
    expect(verdictOf("answer.lost", runs)).toEqual({
      verdict: "shown",
      evidence: ["fault:reset-after 1", "fault:reset-after 2"],
    });
  });

  it("is shown by a 409 that is followed by success", () => {
    const runs = [baseline, run("fault:500-after", [lostAnswer, create(100, { status: 409 })])];
    expect(verdictOf("answer.lost", runs).verdict).toBe("shown");
  });

  it("needs attention if no call looked", () => {
    const ends = run("fault:reset-after", [lostAnswer], { exits: [exit(1)], verdict: "reported" });
    expect(verdictOf("answer.lost", [baseline, ends]).verdict).toBe("attention");
  });

  it("does not take the look of a second process for one of the first", () => {
    const second = read(100, { process: 2 });
    const runs = [baseline, run("fault:reset-after", [lostAnswer, second])];
    expect(verdictOf("answer.lost", runs).verdict).toBe("attention");
  });

  it.each(["lost", "duplicated"] as const)("is violated if a record is %s", (verdict) => {
    const runs = [baseline, run("fault:reset-after", [lostAnswer, read(100)], { verdict })];
    expect(verdictOf("answer.lost", runs).verdict).toBe("violated");
  });

  it("is violated if the Lead is left behind and a second run does not put it right", () => {
    const exits = [exit(1), exit(0)];
    const given = { verdict: "altered", exits, worlds: [both] } as const;
    const runs = [baseline, run("fault:reset-after", [lostAnswer], given)];
    expect(verdictOf("answer.lost", runs).verdict).toBe("violated");
  });

  it("is not violated if the second run put it right", () => {
    const exits = [exit(1), exit(0)];
    const runs = [baseline, run("fault:reset-after", [lostAnswer], { exits })];
    expect(verdictOf("answer.lost", runs).verdict).toBe("attention");
  });

  it("is not exercised by a lost answer of a PATCH", () => {
    const patch = create(0, { ...varied, method: "PATCH", operation: "patch-Lead" });
    const runs = [baseline, run("fault:reset-after", [patch, read(100)])];
    expect(verdictOf("answer.lost", runs).verdict).toBe("not-exercised");
  });
});

describe("run.again", () => {
  const calls = [create(0), create(100, { process: 2, status: 409 })];
  const exits = [exit(0), exit(0)];

  it("is shown by a second run with the same people and states", () => {
    expect(verdictOf("run.again", [baseline, run("again", calls, { exits })])).toEqual({
      verdict: "shown",
      evidence: ["again 2"],
    });
  });

  it("ignores a change of content", () => {
    const worlds = [world(lead(maya, { content: { firstName: "May" } }))];
    const runs = [baseline, run("again", calls, { exits, worlds })];
    expect(verdictOf("run.again", runs).verdict).toBe("shown");
  });

  it.each([
    ["another exit code", { exits: [exit(0), exit(1)] }],
    ["more records", { exits, worlds: [both] }],
  ])("needs attention with %s", (_name, given) => {
    const runs = [baseline, run("again", calls, given)];
    expect(verdictOf("run.again", runs).verdict).toBe("attention");
  });

  it("is not exercised without a second run", () => {
    expect(verdictOf("run.again", [baseline, run("again", calls)]).verdict).toBe("not-exercised");
  });
});

describe("crash.recovers", () => {
  const calls = [
    create(0, { ...varied, status: 0 }),
    create(100, { process: 2, status: 409 }),
    read(200, { process: 2 }),
  ];
  const exits = [exit(137), exit(0)];

  const before = run("crash-before", calls, { exits });

  it("is shown by the records of the baseline after both crashes", () => {
    const found = verdictOf("crash.recovers", [baseline, before, run("crash", calls, { exits })]);
    expect(found.verdict).toBe("shown");
    expect(found.evidence).toContain("crash-before 1");
  });

  it("is not shown by one of the two, such as after a second run that did not end", () => {
    expect(verdictOf("crash.recovers", [baseline, before]).verdict).toBe("not-exercised");
    const cut = run("crash", calls, { exits: [exit(137), exit(143, true)] });
    expect(verdictOf("crash.recovers", [baseline, before, cut]).verdict).toBe("not-exercised");
  });

  it("is violated by a client that marks a Lead before it sends it", () => {
    const marked = run("crash-before", calls, { exits, worlds: [world()] });
    const runs = [baseline, marked, run("crash", calls, { exits })];
    expect(verdictOf("crash.recovers", runs).verdict).toBe("violated");
    expect(reasonOf("crash.recovers", runs)).toContain("before the first write was carried out");
  });

  it.each([
    ["missing", [world()]],
    ["doubled", [both]],
  ])("is violated if a record is %s", (_name, worlds) => {
    const runs = [baseline, run("crash", calls, { exits, worlds })];
    expect(verdictOf("crash.recovers", runs).verdict).toBe("violated");
  });

  it("needs attention if the second run fails", () => {
    const runs = [baseline, run("crash", calls, { exits: [exit(137), exit(1)] })];
    expect(verdictOf("crash.recovers", runs).verdict).toBe("attention");
  });

  it("needs attention if the second run ends with other records", () => {
    const runs = [baseline, run("crash", calls, { exits, worlds: unchanged })];
    expect(verdictOf("crash.recovers", runs).verdict).toBe("attention");
    expect(reasonOf("crash.recovers", runs)).toBe(
      "After a crash after the first write was carried out and a second run, a Lead differs from that of the baseline.",
    );
  });

  it("is not exercised by a client without a write", () => {
    const runs = [baseline, run("crash", [read(0)], { isReached: false })];
    expect(verdictOf("crash.recovers", runs).verdict).toBe("not-exercised");
  });
});

const rotationVerdict = (...runs: readonly AssessedRun[]) =>
  verdictOf("rotation.recovers", [baseline, ...runs]).verdict;

describe("rotation.recovers", () => {
  const calls = [
    create(0, { ...varied, status: 401 }),
    create(100, { process: 2, key: "b" }),
    read(200, { process: 2, key: "b" }),
  ];
  const exits = [exit(1), exit(0)];
  const first = (given = {}) => run("key-revoked", calls, { exits, ...given });
  const written = [create(0, varied), ...calls.slice(1)];
  const second = run("key-revoked-after-write", written, { exits });

  it("is shown by two second runs that end with the records of the baseline", () => {
    expect(rotationVerdict(first(), second)).toBe("shown");
    expect(rotationVerdict(first())).toBe("not-exercised");
  });

  it.each([
    ["missing", [world()]],
    ["doubled", [both]],
  ])("is violated if a record is %s", (_name, worlds) => {
    expect(rotationVerdict(first({ worlds }), second)).toBe("violated");
  });

  it("compares what the client believes, where the baseline has a ledger", () => {
    const usual = { ...baseline, ledger: ["maya"] };
    const verdictWith = (ledger: readonly string[] | null): string =>
      verdictOf("rotation.recovers", [usual, first({ ledger }), second]).verdict;
    expect(verdictWith(["maya"])).toBe("shown");
    expect(verdictWith(null)).toBe("shown");
    expect(verdictWith([])).toBe("attention");
  });

  it.each([
    ["if the second run fails", { exits: [exit(1), exit(1)] }],
    ["in a test suite", { worlds: [world()], tests: new Map() }],
    [
      "if it sends the revoked key",
      { calls: [calls[0], create(100, { process: 2 })], worlds: [world()] },
    ],
  ])("needs attention %s", (_name, given) => {
    expect(rotationVerdict(first(given), second)).toBe("attention");
  });

  it("refers to crash.recovers for the same cause", () => {
    const crash = run("crash-before", [create(0, varied)], {
      exits: [exit(137), exit(0)],
      worlds: [world()],
    });
    const runs = [baseline, crash, first({ worlds: [world()] }), second];
    expect(verdictOf("rotation.recovers", runs).verdict).toBe("attention");
    expect(reasonOf("rotation.recovers", runs)).toContain("See crash.recovers");
  });

  it("is not exercised without a 401, or without a second run", () => {
    expect(rotationVerdict(second)).toBe("not-exercised");
    expect(rotationVerdict(first({ exits: [exit(1)] }))).toBe("not-exercised");
  });
});
