/** A run that its limit cut proves nothing about what it would have done; counts before the cut are evidence. */
import { describe, expect, it } from "vitest";

import { judgeAll } from "../../../src/harness/assess/checks/checks.ts";
import { headlineOf } from "../../../src/harness/assess/report/facts.ts";
import type { AssessedRun } from "../../../src/harness/assess/run.ts";
import { madeUpReport } from "./made-up-report.ts";
import { baseline, context, create, exit, lead, read, run, world, maya } from "./made-up.ts";

const cut = { exits: [exit(143, true)], number: 7, verdict: "unfinished" } as const;
const varied = { isVaried: true, status: 0, answer: null } as const;

function judgementOf(id: string, ...runs: readonly AssessedRun[]) {
  const found = judgeAll([baseline, ...runs], context).find(({ check }) => check.id === id);
  return { verdict: found?.verdict, reason: found?.reason };
}

const refused = (status: number) => [create(0, { status, isVaried: true })];

describe("not judged: run 7 did not end", () => {
  const again = { ...cut, exits: [exit(137), exit(143, true)] };
  it.each([
    ["claims.true", run("fault:503", refused(503), cut)],
    ["answer.lost", run("fault:reset-after", [create(0, varied)], cut)],
    ["run.again", run("again", [create(0)], { ...again, exits: [exit(0), exit(143, true)] })],
    ["crash.recovers", run("crash", [create(0, varied)], again)],
    [
      "rotation.recovers",
      run("key-revoked", refused(401), { ...again, exits: [exit(1), exit(143, true)] }),
    ],
    ["conflict.handled", run("fault:409", refused(409), cut)],
    ["invalid.not-repeated", run("fault:422", refused(422), cut)],
    ["refused.not-repeated", run("fault:401", refused(401), cut)],
    ["backoff.waits", run("fault:429×6", refused(429), cut)],
    ["backoff.ends", run("fault:outage", refused(503), cut)],
    ["timeout.set", run("fault:hang-60", [create(40_000, varied)], { ...cut, durationMs: 60_000 })],
    ["schema.tolerant", run("evolution:whitespace", [create(0, varied)], cut)],
    [
      "follow.converted",
      run("converted", [create(0), read(10, { status: 404 })], {
        ...cut,
        worlds: [world(lead(maya, { state: "Converted" }))],
      }),
    ],
  ] as const)("%s", (id, one) => {
    expect(judgementOf(id, one)).toEqual({
      verdict: "not-exercised",
      reason: "Not judged: run 7 did not end.",
    });
  });
});

const repeated = (status: number) =>
  [0, 12_000, 24_000].map((sentAtMs) => create(sentAtMs, { status }));

describe("counts before the cut", () => {
  it.each([
    ["conflict.handled", "fault:409", 409],
    ["invalid.not-repeated", "fault:422", 422],
    ["refused.not-repeated", "fault:401", 401],
    ["refused.not-repeated", "fault:403", 403],
  ] as const)("%s is violated in %s", (id, trial, status) => {
    expect(judgementOf(id, run(trial, repeated(status), cut)).verdict).toBe("violated");
  });
});

const headline = (runs: readonly AssessedRun[], leftOut: readonly string[] = []): string =>
  headlineOf(madeUpReport({ leftOut, everyMs: 900_000 }, runs)).split(":")[0] ?? "";

describe("the headline answers whether the client is ready", () => {
  const shown = run("fault:503", [create(0, { status: 503, isVaried: true })]);

  it.each([
    ["Not yet", [baseline, { ...shown, verdict: "lost" }], []],
    ["With questions", [baseline, run("again", [create(0)], { exits: [exit(0), exit(1)] })], []],
    ["With questions", [baseline, run("fault:outage", [create(0, varied)], cut)], []],
    ["With questions", [baseline, shown], ["fault:outage"]],
    ["With questions", [baseline, shown], ["fault:409 at post-leads-for-firm"]],
    ["With questions", [baseline, shown], ["simulation"]],
    ["Nothing speaks against it", [baseline, shown], []],
    // Other trials show what this one could show.
    ["Nothing speaks against it", [baseline, shown], ["fault:slow at post-leads-for-firm"]],
  ] as const)("%s", (expected, runs, leftOut) => {
    expect(headline(runs, leftOut)).toBe(expected);
  });
});
