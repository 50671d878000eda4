/**
 * Hides keys and personal data in an exploration, so that its report can leave the machine. Equal values have equal
 * replacements.
 */
import type { Json } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import type { PersonRecord } from "../../runs/run.ts";
import type { Hiding } from "../bundle/hiding.ts";
import { hidingKeys, hidingPersonalData } from "../bundle/hiding.ts";
import type { BaselineProblem, Exploration, Judged } from "../exploration.ts";
import type { ObservedCall, CallId, Observation, PlannedVariation } from "../model.ts";
import { isReservedEmail } from "../subject.ts";

export interface HiddenExploration {
  readonly exploration: Exploration;
  /** The variation as it was planned, from which ids of findings are made. */
  readonly original: (shown: PlannedVariation) => PlannedVariation;
  /** Hides data in a text, such as the message of a problem. */
  readonly text: (text: string) => string;
}

const part = String.raw`[^\s"'<>,;:()[\]{}=&?|\\@]`;
// Starts only where a word does, so that a long word is read once.
const anyEmail = new RegExp(`(?<!${part})${part}+@${part}+`, "g");

/** Whether an email in `exploration` may be that of a person: its domain is not reserved for examples. */
export function mayNamePeople({
  problem,
  baseline,
  judged,
}: Pick<Exploration, "problem" | "baseline" | "judged">): boolean {
  const failed = problem !== null && "observation" in problem ? problem.observation : null;
  const observations = [failed, baseline, ...judged.map(({ observation }) => observation)];
  return observations.some((one) => [...emailsIn(one)].some((email) => !isReservedEmail(email)));
}

function* emailsIn(observation: Observation | null): Generator<string> {
  for (const { body, query, answer, path } of observation?.calls ?? []) {
    const values = [...new URLSearchParams(query).values(), body, answer, path];
    for (const text of values) yield* text?.match(anyEmail) ?? [];
  }
  for (const { records } of observation?.worlds ?? []) yield* records.map(({ email }) => email);
  yield* observation?.output.match(anyEmail) ?? [];
}

/** Hides keys in `exploration`, and personal data too unless `words` is null: the documented words, which stay. */
export function hiddenExploration(
  exploration: Exploration,
  words: ReadonlySet<string> | null,
): HiddenExploration {
  const { problem, baseline, judged, leftOut, elsewhere } = exploration;
  const observations = [baseline, ...judged.map(({ observation }) => observation)];
  const calls = observations.flatMap((one) => one?.calls ?? []);
  const hiding = words === null ? hidingKeys() : hidingPersonalData({ calls }, words);
  const originals = new Map<PlannedVariation, PlannedVariation>();
  const shownPlan = (planned: PlannedVariation): PlannedVariation => {
    const shown = { ...planned, call: planned.call === null ? null : idOf(planned.call, hiding) };
    originals.set(shown, planned);
    return shown;
  };
  // The baseline comes first: every shard has it, and so gives the same replacements.
  const shownBaseline = baseline === null ? null : hiddenObservation(baseline, hiding);
  return {
    exploration: {
      ...exploration,
      problem: problem === null ? null : hiddenProblem(problem, hiding, words !== null),
      baseline: shownBaseline,
      judged: judged.map((one) => judgedOf(one, shownPlan(one.planned), hiding)),
      leftOut: leftOut.map(shownPlan),
      elsewhere: elsewhere.map(shownPlan),
    },
    original: (shown) => originals.get(shown) ?? shown,
    text: hiding.text,
  };
}

function judgedOf(judged: Judged, planned: PlannedVariation, hiding: Hiding): Judged {
  const { observation, records, reason } = judged;
  return {
    ...judged,
    planned,
    // It quotes what the client wrote.
    ...(judged.difference === undefined ? {} : { reason: hiding.text(reason) }),
    observation: observation === null ? null : hiddenObservation(observation, hiding),
    records: records.map((one) => ({
      ...one,
      email: hiding.email(one.email),
      baseline: one.baseline === null ? null : recordOf(one.baseline, hiding),
      trial: one.trial === null ? null : recordOf(one.trial, hiding),
    })),
  };
}

/** Hides data in a problem. `hiding` has not seen the second run, so personal values that differ are left out. */
export function hiddenProblem(
  problem: BaselineProblem,
  hiding: Hiding,
  hidesPeople: boolean,
): BaselineProblem {
  if (!("observation" in problem)) return problem;
  const observation = hiddenObservation(problem.observation, hiding);
  if (problem.kind !== "differs" || !hidesPeople) return { ...problem, observation };
  const what = hiding.text(problem.difference.what);
  const difference = { ...problem.difference, what, first: "one value", second: "another" };
  return { ...problem, observation, difference };
}

/** Hides data in a run, its output included. */
function hiddenObservation(observation: Observation, hiding: Hiding): Observation {
  const { calls, worlds } = observation;
  return {
    ...observation,
    calls: calls.map((call) => callOf(call, hiding)),
    worlds: worlds.map((world) => ({
      ...world,
      records: world.records.map((record) => recordOf(record, hiding)),
    })),
    // Last, because the data of the calls is recognized in it.
    output: hiding.text(observation.output),
  };
}

function callOf(call: ObservedCall, hiding: Hiding): ObservedCall {
  const { path: target, body } = hiding.apiCall(call);
  const [path = "", ...query] = target.split("?");
  const answer = call.answer === null ? null : hiding.answer(call.answer);
  const id = idOf(call.id, hiding);
  const { operation } = id;
  return { ...call, id, operation, path, query: query.join("?"), body, answer };
}

/** An operation without an id is a method and a path. */
function idOf(id: CallId, hiding: Hiding): CallId {
  const { operation, subject } = id;
  const isPath = operation.includes("/");
  return {
    ...id,
    operation: isPath ? hiding.text(operation) : operation,
    subject: subject === null ? null : hiding.subject(subject),
  };
}

function recordOf(record: PersonRecord, hiding: Hiding): PersonRecord {
  const { email, parent, content } = record;
  const hidden: Json = hiding.content(content);
  return {
    ...record,
    email: hiding.email(email),
    parent: parent === null ? null : hiding.text(parent),
    content: isJsonObject(hidden) ? hidden : {},
  };
}
