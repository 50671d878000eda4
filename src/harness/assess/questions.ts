/** Questions to the provider: what the interface leaves open and the client depends on. */
import { catalogue, isChoiceRuleId } from "../../domain/rules/catalogue.ts";
import type { Hiding } from "../explore/bundle/hiding.ts";
import type { Judged } from "../explore/exploration.ts";
import type { ObservedCall, Observation } from "../explore/model.ts";
import { hasOpenOptOut } from "./checks/requests.ts";
import type { AssessedRun } from "./run.ts";

/** A question, with a request that a partner can send to find out. */
export interface Question {
  readonly rule: string;
  /** What the rule says, and what is assumed. */
  readonly statement: string;
  /** The answers under which the client fails or does something else; empty if that was not tried. */
  readonly breaks: readonly string[];
  /** Whether a trial showed it, or the answers of a recording depend on it. */
  readonly basis: "trial" | "traffic";
  /** Method and path; ids are variables of `questions.http`. */
  readonly request: string;
  readonly body: string | null;
  /** The possible answers, the assumed one first. */
  readonly answers: readonly string[];
}

/** The questions that trials of open points raised. */
export function questionsOf(
  judged: readonly Judged[],
  baseline: Observation | null,
  hiding: Hiding,
): readonly Question[] {
  const open = judged.filter(
    ({ planned, verdict }) =>
      planned.family === "unknowns" && (verdict === "dependent" || verdict === "question"),
  );
  const choices = open.flatMap(({ planned }) => Object.entries(planned.choices ?? {}));
  return [...Map.groupBy(choices, ([rule]) => rule)].map(([rule, broken]) => ({
    ...aboutRule(rule),
    breaks: broken.map(([, choice]) => choice),
    basis: "trial",
    ...requestFor(rule, baseline?.calls ?? [], hiding),
  }));
}

/** The open points that requests of `runs` depend on by what they send. */
export function questionsOfRequests(runs: readonly AssessedRun[]): readonly Question[] {
  const call = runs.flatMap(({ calls }) => calls).find(hasOpenOptOut);
  if (call === undefined) return [];
  const { method, path, query } = call;
  const request = `${method} ${withVariables(path)}?${query}`;
  return [
    { ...aboutRule("mail.opt-out.values"), breaks: [], basis: "traffic", request, body: null },
  ];
}

/** The open points that the answers of a recording cited. */
export function questionsOfTraffic(
  cited: ReadonlyMap<string, { readonly method: string; readonly path: string }>,
): readonly Question[] {
  return [...cited]
    .filter(([rule]) => isChoiceRuleId(rule))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([rule, { method, path }]) => ({
      ...aboutRule(rule),
      breaks: [],
      basis: "traffic",
      request: `${method} ${withVariables(path)}`,
      body: null,
    }));
}

function aboutRule(rule: string): Pick<Question, "rule" | "statement" | "answers"> {
  if (!isChoiceRuleId(rule)) return { rule, statement: rule, answers: [] };
  const { statement, default: byDefault, alternatives } = catalogue[rule];
  return { rule, statement, answers: [byDefault, ...alternatives] };
}

/** A call whose answer cited the rule, else the first write, else the first call. */
function requestFor(
  rule: string,
  calls: readonly ObservedCall[],
  hiding: Hiding,
): Pick<Question, "request" | "body"> {
  const call =
    calls.find(({ rules }) => rules.includes(rule)) ??
    calls.find(({ method }) => method !== "GET") ??
    calls[0];
  if (call === undefined) return { request: "GET /v1/leads", body: null };
  const { path, body } = hiding.apiCall(call);
  return { request: `${call.method} ${withVariables(path)}`, body };
}

const variables: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/(\/firms\/)[^/?]+/i, "$1{{firm}}"],
  [/(\/firmMembers\/)[^/?]+/i, "$1{{member}}"],
  [/(\/leads\/)[^/?]+/i, "$1{{lead}}"],
  [/(\/plans\/)[^/?]+/i, "$1{{plan}}"],
];

function withVariables(path: string): string {
  return variables.reduce((text, [pattern, name]) => text.replace(pattern, name), path);
}
