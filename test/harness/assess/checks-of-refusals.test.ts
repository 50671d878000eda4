/** Checks of what follows a refusal. */
/* oxlint-disable unicorn/consistent-function-scoping -- a group of tests has a short name for its question */
import { describe, expect, it } from "vitest";

import type { AssessedCall } from "../../../src/harness/assess/run.ts";
import type { FinalWorld } from "../../../src/harness/runs/run.ts";
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

describe.each([
  ["invalid.not-repeated", 422],
  ["refused.not-repeated", 401],
  ["refused.not-repeated", 403],
] as const)("%s after a %i", (id, status) => {
  const refused = (at: number, given: Partial<AssessedCall> = {}) =>
    create(at, { status, ...given });
  const of = (...calls: readonly AssessedCall[]) => verdictOf(id, [run(`fault:${status}`, calls)]);

  it("is shown by one request", () => {
    expect(of(refused(0)).verdict).toBe("shown");
  });

  it("needs attention if it comes again once", () => {
    expect(of(refused(0), refused(9_000)).verdict).toBe("attention");
  });

  it("is violated if it comes again twice", () => {
    const found = of(refused(0), refused(1_000), refused(9_000));
    expect(found.verdict).toBe("violated");
    expect(found.evidence).toHaveLength(3);
  });

  it("ignores what comes more than ten seconds later", () => {
    expect(of(refused(0), refused(10_011), refused(20_022)).verdict).toBe("shown");
  });

  it("ignores another body, another key and another process", () => {
    const others = [{ body: "{}" }, { key: "b" }, { process: 2 }];
    const calls = [refused(0), ...others.map((other, at) => refused(100 * (at + 1), other))];
    const exits = [exit(0), exit(0)];
    expect(verdictOf(id, [run("fault", calls, { exits })]).verdict).toBe("shown");
  });

  it("ignores a request that was sent before the answer", () => {
    const calls = [0, 1, 2].map((at) => refused(at, { answeredAtMs: at + 50 }));
    expect(of(...calls).verdict).toBe("shown");
  });

  it("is not violated by a test suite, whose tests may send the same", () => {
    const calls = [refused(0), refused(100), refused(200)];
    expect(verdictOf(id, [run("baseline", calls, { tests: new Map() })]).verdict).toBe("attention");
  });

  it("is not shown by a recording that ends before ten seconds", () => {
    const traffic = run("traffic", [refused(0), read(5_000)], { source: "har", exits: [] });
    expect(verdictOf(id, [traffic]).verdict).toBe("not-exercised");
  });

  it("is not exercised without such an answer", () => {
    expect(verdictOf(id, [baseline]).verdict).toBe("not-exercised");
  });
});

/** A request that gets a 429 and comes again after each of these pauses, in milliseconds. */
function retried(...pauses: readonly number[]): readonly AssessedCall[] {
  let at = 0;
  const calls = pauses.map((pause) => {
    const refused = create(at, { status: 429 });
    at += 10 + pause;
    return refused;
  });
  return [...calls, create(at)];
}

describe("backoff.waits", () => {
  const of = (...pauses: readonly number[]) =>
    verdictOf("backoff.waits", [run("fault:429×6", retried(...pauses))]).verdict;

  it("is shown by three pauses of 200 ms", () => expect(of(200, 400, 800)).toBe("shown"));
  it("is shown by constant pauses", () => expect(of(200, 200, 200)).toBe("shown"));
  it("needs attention with a short pause", () => expect(of(99, 400, 800, 1_600)).toBe("attention"));
  it("needs attention with five short pauses", () => {
    expect(of(1, 1, 1, 1, 1, 3_000)).toBe("attention");
  });
  it("is violated by six short pauses", () => expect(of(1, 1, 1, 1, 1, 99)).toBe("violated"));
  it("is not exercised by two pauses", () => expect(of(200, 400)).toBe("not-exercised"));
  it("is not exercised by pauses of 150 ms", () => {
    expect(of(150, 150, 150)).toBe("not-exercised");
  });

  it.each([
    [[200, 400, 800], "not-exercised"],
    [[1, 1, 1, 1, 1, 1], "attention"],
  ])("does not count a pause of %j in which the timer was late", (pauses, expected) => {
    const calls = retried(...pauses);
    const stalls = [{ fromMs: 5, toMs: 11 }];
    expect(verdictOf("backoff.waits", [run("fault:429×6", calls, { stalls })]).verdict).toBe(
      expected,
    );
  });

  it("counts no pause of a recording", () => {
    const traffic = run("traffic", retried(1, 1, 1, 1, 1, 1), { stalls: null, exits: [] });
    expect(verdictOf("backoff.waits", [traffic]).verdict).toBe("not-exercised");
  });

  it("does not add the pauses of two runs", () => {
    const runs = [run("fault:429", retried(1, 1, 1)), run("fault:429×6", retried(1, 1, 1))];
    expect(verdictOf("backoff.waits", runs).verdict).toBe("attention");
  });

  it("does not take parallel requests for retries", () => {
    const parallel = [0, 1, 2, 3, 4, 5, 6].map((at) =>
      create(at, { status: 429, answeredAtMs: at + 100 }),
    );
    expect(verdictOf("backoff.waits", [run("fault:429", parallel)]).verdict).toBe("not-exercised");
  });
});

describe("backoff.ends", () => {
  const outage = [create(0, { status: 503, isVaried: true })];

  it("is shown by an end with another code", () => {
    const given = { exits: [exit(1)], verdict: "reported" } as const;
    expect(verdictOf("backoff.ends", [run("fault:outage", outage, given)]).verdict).toBe("shown");
  });

  it("is violated by an end with 0 and a missing record", () => {
    const given = { verdict: "lost" } as const;
    expect(verdictOf("backoff.ends", [run("fault:outage", outage, given)])).toEqual({
      verdict: "violated",
      evidence: ["fault:outage 1"],
    });
  });

  it("says whether a change is missing, or a record", () => {
    const changed = world(lead(maya, { content: { firstName: "May" } }));
    const of = (lasting: FinalWorld) => {
      const given = { verdict: "lost", worlds: [lasting] } as const;
      return reasonOf("backoff.ends", [baseline, run("fault:outage", outage, given)]);
    };
    expect(of(changed)).toBe("In an outage, the client ends with 0, and a record is unchanged.");
    expect(of(world())).toBe("In an outage, the client ends with 0, and a record is missing.");
  });

  it("is not exercised by a client that is still at work", () => {
    const given = { exits: [exit(143, true)], verdict: "unfinished" } as const;
    expect(verdictOf("backoff.ends", [run("fault:outage", outage, given)]).verdict).toBe(
      "not-exercised",
    );
  });
});

describe("timeout.set", () => {
  const hanging = create(100, { status: 0, isVaried: true, answeredAtMs: 60_100 });
  const of = (calls: readonly AssessedCall[], given = {}, before = baseline) =>
    verdictOf("timeout.set", [before, run("fault:hang-60", calls, given)]).verdict;

  it.each<[string, readonly AssessedCall[], object, string]>([
    ["an end", [hanging], { durationMs: 5_100, exits: [exit(1)] }, "ends after 5.0 s"],
    ["a call", [hanging, read(30_000)], { durationMs: 61_000 }, "sends another call after 29.9 s"],
  ])("is shown by %s, and says when it came", (_what, calls, given, reason) => {
    expect(of(calls, given)).toBe("shown");
    const runs = [baseline, run("fault:hang-60", calls, given)];
    expect(reasonOf("timeout.set", runs)).toContain(reason);
  });

  it("is violated by a minute without a call", () => {
    expect(of([hanging, create(60_200)], { durationMs: 61_000 })).toBe("violated");
    expect(of([hanging], { durationMs: 90_000, exits: [exit(143, true)] })).toBe("violated");
  });

  it("is not shown by other calls of a client that sends several at once", () => {
    const parallel = run("baseline", [create(0, { answeredAtMs: 50 }), read(20)]);
    expect(of([hanging, read(200)], { durationMs: 61_000 }, parallel)).toBe("not-exercised");
    expect(of([hanging, create(5_000)], { durationMs: 61_000 }, parallel)).toBe("shown");
  });

  it("is not exercised without the trial", () => {
    expect(verdictOf("timeout.set", [baseline]).verdict).toBe("not-exercised");
  });
});
