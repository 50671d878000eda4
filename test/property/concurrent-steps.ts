import fc from "fast-check";

import { monday } from "../support/world.ts";
import type { CallStep } from "./concurrent-calls.ts";
import { concurrentCalls, someEmail } from "./concurrent-calls.ts";

/** Several calls at the same moment, or one call that waits for another. */
export interface JointStep {
  readonly kind:
    | "wait for mail"
    | "wait for requests"
    | "listen"
    | "hang"
    | "burst"
    | "state out and in"
    | "state without Leads"
    | "drop and make again";
  readonly email: string;
  readonly count: number;
}

/** `pause` is the number of turns that other histories get before the step. */
export type ConcurrentStep = (CallStep | JointStep) & { readonly pause: number };

/** The options of a workspace and the steps to run in it. */
export interface ConcurrentHistory {
  readonly seed: number;
  readonly quotaPerHour?: number | null;
  readonly now: string;
  readonly steps: readonly ConcurrentStep[];
}

const joint: fc.Arbitrary<JointStep> = fc.record({
  kind: fc.constantFrom(
    "wait for mail",
    "wait for mail",
    "wait for requests",
    "wait for requests",
    "listen",
    "hang",
    "burst",
    "burst",
    "state out and in",
    "state without Leads",
    "drop and make again",
  ),
  email: someEmail,
  count: fc.integer({ min: 2, max: 6 }),
});

const aStep = fc
  .tuple(
    fc.oneof(...concurrentCalls, {
      weight: 8,
      arbitrary: joint,
    }),
    fc.nat(3),
  )
  .map(([step, pause]): ConcurrentStep => ({ ...step, pause }));

/**
 * A history of 25 to 40 steps. Only three seeds are used, so that many workspaces have the same
 * ids.
 */
export const aConcurrentHistory: fc.Arbitrary<ConcurrentHistory> = fc.record(
  {
    seed: fc.integer({ min: 1, max: 3 }),
    quotaPerHour: fc.constantFrom(null, 20, 100),
    now: fc.constantFrom(monday, "2026-03-02T09:15:00.000Z"),
    steps: fc.array(aStep, { minLength: 25, maxLength: 40, size: "max" }),
  },
  { requiredKeys: ["seed", "now", "steps"] },
);
