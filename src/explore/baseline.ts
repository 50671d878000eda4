/** Whether two runs that were to be the same are. */
import { compareWorlds } from "./compare-worlds.ts";
import { withoutTimes } from "./final-world.ts";
import { callKey, callName } from "./identity.ts";
import type { Call, Observation } from "./model.ts";

/** The first thing in which two baselines differ. */
export interface BaselineDifference {
  /** What differs, such as `exit code` or `the body of post-leads-for-firm maya@example.com`. */
  readonly what: string;
  readonly first: string;
  readonly second: string;
}

/** The first difference of two baselines; null when they are the same. Calls are compared whatever their order. */
export function baselineDifference(
  first: Observation,
  second: Observation,
): BaselineDifference | null {
  return (
    differ("exit code", first.exit.code, second.exit.code) ??
    testDifference(first, second) ??
    callDifference(first.calls, second.calls) ??
    worldDifference(first, second)
  );
}

function differ(what: string, first: unknown, second: unknown): BaselineDifference | null {
  const texts = [first, second].map((value) => shown(value));
  const [one = "", other = ""] = texts;
  return one === other ? null : { what, first: one, second: other };
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "none");
}

function testDifference(one: Observation, other: Observation): BaselineDifference | null {
  if (one.tests === null || other.tests === null) return null;
  for (const name of new Set([...one.tests.keys(), ...other.tests.keys()])) {
    const [first, second] = [one.tests.get(name) ?? "missing", other.tests.get(name) ?? "missing"];
    if (first !== second) return { what: `the test ${name}`, first, second };
  }
  return null;
}

function callDifference(one: readonly Call[], other: readonly Call[]): BaselineDifference | null {
  const others = new Map(other.map((call) => [callKey(call.id), call]));
  const ones = new Set(one.map(({ id }) => callKey(id)));
  for (const call of one) {
    const found = others.get(callKey(call.id));
    if (found === undefined) return missing(call, "made", "not made");
    const difference = fieldDifference(call, found);
    if (difference !== null) return difference;
  }
  const extra = other.find(({ id }) => !ones.has(callKey(id)));
  return extra === undefined ? null : missing(extra, "not made", "made");
}

function missing(call: Call, first: string, second: string): BaselineDifference {
  return { what: `the call ${callName(call.id)}`, first, second };
}

function fieldDifference(one: Call, other: Call): BaselineDifference | null {
  const fields = ["status", "query", "body"] as const;
  for (const field of fields) {
    const difference = differ(
      `the ${field} of ${callName(one.id)}`,
      normal(one[field]),
      normal(other[field]),
    );
    if (difference !== null) return difference;
  }
  return null;
}

/** Times differ from run to run, in queries also encoded. */
function normal(value: string | number | null): unknown {
  return typeof value === "string" ? withoutTimes(value.replaceAll("%3A", ":")) : value;
}

function worldDifference(one: Observation, other: Observation): BaselineDifference | null {
  const [first] = compareWorlds(one.worlds, other.worlds);
  if (first === undefined) return null;
  const { kind, email, baseline, trial } = first;
  return { what: `the ${kind} of ${email}`, first: shown(baseline), second: shown(trial) };
}
