/** Generated traffic: no verdict comes without evidence, and evidence comes from one run. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { checks, judgeAll } from "../../../src/harness/assess/checks/checks.ts";
import type { AssessedCall, AssessedRun } from "../../../src/harness/assess/run.ts";
import { sources } from "../../../src/harness/assess/run.ts";
import { verdicts } from "../../../src/harness/explore/model.ts";
import type { TestOutcome } from "../../../src/harness/runs/run.ts";
import { call, lead, maya, world, create } from "./made-up.ts";

const answers = [
  null,
  "{",
  "[]",
  '{"data":null}',
  '{"data":[],"meta":{"total":50,"count":20,"offset":0,"limit":20}}',
  '{"data":[],"meta":{"total":"x","count":null}}',
  `{"data":{"id":"L1","email":"${maya}","convertedAt":"2026-03-02T09:00:00.000Z"}}`,
  `{"data":[{"id":"L1","email":"${maya}"},7]}`,
];

const someCall: fc.Arbitrary<AssessedCall> = fc
  .record({
    sentAtMs: fc.integer({ min: 0, max: 100_000 }),
    lastsMs: fc.integer({ min: 0, max: 5_000 }),
    process: fc.integer({ min: 1, max: 3 }),
    operation: fc.constantFrom("post-leads-for-firm", "get-leads-for-firm", "get-lead", "GET /x"),
    method: fc.constantFrom("GET", "POST", "PATCH", "DELETE"),
    path: fc.constantFrom("/v1/firms/F/leads", "/v1/leads/L1", `/v1/leads/${maya}`, "/"),
    query: fc.constantFrom("", "limit=1", "includes=Plans", "scope=withDeleted", "offset=20", "%"),
    status: fc.constantFrom(0, 200, 201, 401, 403, 404, 409, 422, 429, 503),
    subject: fc.constantFrom(null, maya, "olga@example.com"),
    body: fc.constantFrom(null, "{", `{"email":"${maya}"}`, '{"email":7}'),
    answer: fc.constantFrom(...answers),
    isVaried: fc.boolean(),
    surface: fc.constantFrom(null, "partner-production", "partner-sandbox"),
    scheme: fc.constantFrom("http", "https"),
    isLoopback: fc.boolean(),
    keyIn: fc.constantFrom(null, null, null, "url" as const),
  })
  .map(({ lastsMs, ...given }) =>
    call(given.sentAtMs, { ...given, answeredAtMs: given.sentAtMs + lastsMs }),
  );

/** A request that gets a 429 and comes again after the same pause each time. */
const someRetries = fc
  .record({ pauseMs: fc.constantFrom(1, 150, 300), count: fc.integer({ min: 1, max: 9 }) })
  .map(({ pauseMs, count }) =>
    Array.from({ length: count }, (_, at) => call(at * (10 + pauseMs), { status: 429 })),
  );

/** Two creates, and the first is refused. */
const twoPeople = fc.constant([
  create(0, { status: 422, isVaried: true }),
  create(100, { subject: "olga@example.com" }),
]);

const rarely = fc.constantFrom(false, false, false, true);

const someRun: fc.Arbitrary<AssessedRun> = fc.record({
  number: fc.integer({ min: 1, max: 99 }),
  trial: fc.constantFrom(
    ..."baseline again converted many crash crash-before key-revoked leads traffic untrusted page-503 fault:reset-after fault:429×6".split(
      " ",
    ),
    ..."fault:outage fault:hang-60 fault:422 fault:poison evolution:a evolution:b evolution:c".split(
      " ",
    ),
  ),
  source: fc.constantFrom(...sources),
  exits: fc.array(fc.record({ code: fc.constantFrom(0, 1, 137), timedOut: rarely }), {
    maxLength: 2,
  }),
  calls: fc.oneof(fc.array(someCall, { maxLength: 12 }), someRetries, twoPeople),
  worlds: fc.constantFrom([], [world(lead(maya))], [world(lead(maya, { state: "Converted" }))]),
  stalls: fc.constantFrom(null, [], [{ fromMs: 0, toMs: 50_000 }]),
  verdict: fc.constantFrom(null, ...verdicts),
  isReached: fc.boolean(),
  tests: fc.constantFrom(null, new Map<string, TestOutcome>()),
  machine: fc.constant("calm" as const),
  output: fc.constantFrom("", "done"),
  outputSeen: fc.constantFrom(
    null,
    { bytes: 0, keys: [] },
    { bytes: 9, keys: [] },
    { bytes: 9, keys: [{ process: 1, stream: "stderr" as const }] },
  ),
  refusedCertificates: fc.constantFrom(null, 0, 3),
  ledger: fc.constantFrom(null, [], ["a"], ["b"]),
  durationMs: fc.integer({ min: 0, max: 100_000 }),
});

const someContext = fc.record({
  everyMs: fc.constantFrom(null, 60_000),
  quotaPerHour: fc.constantFrom(1, 100),
  leads: fc.constantFrom(null, 10),
  also: fc.constantFrom(0, 50),
  polling: fc.constantFrom(
    null,
    { lasting: 1, late: 0, ticks: 5 },
    { lasting: 0, late: 0, ticks: 0 },
  ),
});

describe("any traffic (seed 1)", () => {
  it("gets no verdict other than not-exercised without evidence that exists", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(someRun, { maxLength: 6 }), someContext, (given, context) => {
        const runs = given.map((run, at) => ({ ...run, number: at + 1 }));
        for (const { check, verdict, evidence } of judgeAll(runs, context)) {
          seen.add(`${check.id} ${verdict}`);
          expect(evidence.length === 0).toBe(verdict === "not-exercised");
          expect(new Set(evidence.map(({ run }) => run)).size).toBeLessThanOrEqual(1);
          for (const one of evidence) {
            const run = runs[one.run - 1];
            expect(run?.calls[one.call - 1]).toMatchObject({
              method: one.method,
              status: one.status,
            });
            expect(run?.trial).toBe(one.trial);
            expect(one.path).not.toContain("@");
          }
        }
      }),
      { seed: 1, numRuns: 2_000 },
    );
    // The traffic is not so poor that it shows nothing.
    const poor = checks
      .map(({ id }) => id)
      .filter((id) => [...seen].filter((one) => one.startsWith(`${id} `)).length < 2);
    expect(poor).toEqual([]);
  });
});
