/** Compares two unchanged runs of a command, which should be equal. */
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import { multisetDifference } from "../../../base/values/multiset-difference.ts";
import { withoutTimes } from "../../runs/final-world.ts";
import { callKey, callName } from "../identity.ts";
import { compareWorlds } from "../judge/compare-worlds.ts";
import type { ObservedCall, Observation } from "../model.ts";

/** Longer values are truncated. */
const textLengthMax = 200;

/** The first difference between two baselines. */
export interface BaselineDifference {
  /** What differs, such as `exit code` or `email in the body of post-leads-for-firm`. */
  readonly what: string;
  readonly first: string;
  readonly second: string;
  /** Whether one run made a call once more, as a client does at its timeout. */
  readonly isRepeat?: boolean;
}

/** Finds the first difference between two baselines; null if they are equal. The order of calls does not matter. */
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
  const texts = [first, second].map((value) => textOrJson(value));
  const [one = "", other = ""] = texts;
  return one === other ? null : { what, first: clipped(one), second: clipped(other) };
}

function textOrJson(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "none");
}

function clipped(text: string): string {
  return text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax)}…`;
}

function testDifference(one: Observation, other: Observation): BaselineDifference | null {
  if (one.tests === null || other.tests === null) return null;
  for (const name of new Set([...one.tests.keys(), ...other.tests.keys()])) {
    const [first, second] = [one.tests.get(name) ?? "missing", other.tests.get(name) ?? "missing"];
    if (first !== second) return { what: `the test ${name}`, first, second };
  }
  return null;
}

/** Compares calls as a multiset, because parallel clients send them in any order. */
function callDifference(
  one: readonly ObservedCall[],
  other: readonly ObservedCall[],
): BaselineDifference | null {
  const extra = multisetDifference(other, one, contentKey);
  const [first] = multisetDifference(one, other, contentKey);
  if (first !== undefined) return unmatched(first, extra);
  return extra[0] === undefined ? null : missing(extra[0], "not made", "made");
}

function contentKey(call: ObservedCall): string {
  return JSON.stringify([
    callKey({ ...call.id, ordinal: 0 }),
    call.status,
    [...parameters(call)],
    [...bodyParts(call)],
  ]);
}

/** Describes a call that only the first run made. The second run may have made it for another subject. */
function unmatched(call: ObservedCall, extra: readonly ObservedCall[]): BaselineDifference {
  const { workspace, operation, subject } = call.id;
  const same = extra.filter(({ id }) => id.workspace === workspace && id.operation === operation);
  const known = same.find(({ id }) => id.subject === subject);
  const like = known ?? same[0];
  if (like === undefined) return missing(call, "made", "not made");
  return (
    fieldDifference(call, like, known === undefined ? operation : callName(call.id)) ??
    differ(`the subject of ${operation}`, subject, like.id.subject) ??
    missing(call, "made", "not made")
  );
}

function missing(call: ObservedCall, first: string, second: string): BaselineDifference {
  const isRepeat = call.id.ordinal > 1;
  return { what: `the call ${callName(call.id)}`, first, second, isRepeat };
}

/** The first difference between two calls in status, query or body, with its place. */
function fieldDifference(
  one: ObservedCall,
  other: ObservedCall,
  name: string,
): BaselineDifference | null {
  return (
    differ(`the status of ${name}`, one.status, other.status) ??
    partDifference(parameters(one), parameters(other), `the query of ${name}`) ??
    partDifference(bodyParts(one), bodyParts(other), `the body of ${name}`)
  );
}

/** Values by path; the empty path is the whole value. */
type Parts = ReadonlyMap<string, string>;

function partDifference(one: Parts, other: Parts, whole: string): BaselineDifference | null {
  for (const place of new Set([...one.keys(), ...other.keys()])) {
    const what = place === "" ? whole : `${place} in ${whole}`;
    const difference = differ(what, one.get(place) ?? "none", other.get(place) ?? "none");
    if (difference !== null) return difference;
  }
  return null;
}

function parameters({ query }: ObservedCall): Parts {
  const all = new URLSearchParams(query);
  return new Map(
    [...new Set(all.keys())].map((name) => [name, withoutTimes(all.getAll(name).join(", "))]),
  );
}

function bodyParts({ body }: ObservedCall): Parts {
  if (body === null) return new Map();
  return new Map(partsOf(parsedJson(withoutTimes(body)) ?? withoutTimes(body), ""));
}

function* partsOf(value: unknown, place: string): Generator<[string, string]> {
  const items = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : [];
  if (items.length === 0) yield [place, textOrJson(value)];
  for (const [name, item] of items) yield* partsOf(item, place === "" ? name : `${place}.${name}`);
}

/** The emails of people whose records are the same in both baselines. */
export function stableEmails(first: Observation, second: Observation): ReadonlySet<string> {
  const changed = new Set(compareWorlds(first.worlds, second.worlds).map(({ email }) => email));
  const all = first.worlds.flatMap(({ records }) => records.map(({ email }) => email));
  return new Set(all.filter((email) => !changed.has(email)));
}

function worldDifference(one: Observation, other: Observation): BaselineDifference | null {
  const [first] = compareWorlds(one.worlds, other.worlds);
  if (first === undefined) return null;
  const { kind, email, baseline, trial } = first;
  return {
    what: `the ${kind} of ${email}`,
    first: textOrJson(baseline),
    second: textOrJson(trial),
  };
}
