/**
 * Checks whether a service follows the rules, and which alternatives it shows. The sandbox is the reference. Each
 * probe runs against the service and against sandboxes under each alternative, then the evidence is compared.
 */
import type { RuleId } from "../../domain/rules/catalogue.ts";
import { ruleIds } from "../../domain/rules/catalogue.ts";
import type { AskOptions } from "./ask/ask-probes.ts";
import { askProbes } from "./ask/ask-probes.ts";
import type { Selection } from "./ask/order.ts";
import { probesToAsk } from "./ask/order.ts";
import type { Observation, RuleObservations } from "./judge/compare.ts";
import type { Assumptions } from "./judge/judge.ts";
import { judged } from "./judge/judge.ts";
import type { Coverage } from "./judge/not-asked.ts";
import { notAskedOf, openParts } from "./judge/not-asked.ts";
import type { Reference } from "./judge/reference.ts";
import { referenceRun } from "./judge/reference.ts";
import type { Verdict } from "./judge/verdict.ts";
import { unjudged } from "./judge/verdict.ts";
import type { Probe } from "./probes/probe.ts";
import { partIdsAsked } from "./probes/probe.ts";
import { probes } from "./probes/probes.ts";
import { anyAnswerIsJson } from "./probes/requests.ts";
import type { ServiceOptions, StopCause } from "./target/service.ts";
import { newService } from "./target/service.ts";
import type { TargetFacts } from "./target/target.ts";

export type { Reference } from "./judge/reference.ts";
export type { Verdict } from "./judge/verdict.ts";

/** The verdicts on a service, and the assumptions that make a sandbox behave the same. */
export interface ConformanceReport {
  readonly verdicts: readonly Verdict[];
  /** The choices that make a sandbox behave like the service, by rule id. */
  readonly assumptions: Assumptions;
  readonly requests: number;
  readonly created: number;
  /** Requests that the service did not answer; where asking again did not help, what they asked is unknown. */
  readonly lost: number;
  /** The requests that got the same instead of an answer three times, and the rules that they ask about. */
  readonly failing: readonly Failing[];
  /** The questions that the check planned and has no answer to: how many parts of rules, and the rules. */
  readonly left: { readonly questions: number; readonly rules: readonly RuleId[] };
  /** Why the check ended early; null when every probe ran. */
  readonly stopped: { readonly cause: StopCause; readonly reason: string } | null;
}

/** A request at which the service fails. */
export interface Failing {
  readonly request: string;
  /** What came back instead: its status and content type. */
  readonly problem: string;
  readonly rules: readonly RuleId[];
}

export interface CheckOptions extends ServiceOptions, AskOptions {
  /** Which probes to choose from; all by default. */
  readonly probes?: readonly Probe[];
  /** The rules to ask about, with those that they are judged by; all by default. */
  readonly only?: readonly RuleId[] | undefined;
  /** A sandbox to compare with; only this check uses it. */
  readonly reference: Reference;
}

/** The size of a check if the service follows the rules. */
export interface CheckPlan {
  /** The parts of rules that it asks about. */
  readonly questions: number;
  readonly requests: number;
  readonly created: number;
  readonly deleted: number;
}

/** Counts the requests and records of a check by running what has no answer yet on the reference. */
export async function plannedCheck(
  facts: TargetFacts,
  reference: Reference,
  { only, answers }: Pick<CheckOptions, "only" | "answers"> = {},
): Promise<CheckPlan> {
  const selected = await probesToAsk({ facts, among: probes, only }, reference);
  const asked = selected.filter((probe) => answers?.has(probe) !== true);
  const service = await referenceRun(asked, facts, reference);
  const firstOne = asked.length > 0 ? 1 : 0;
  return {
    questions: new Set(asked.flatMap(partIdsAsked)).size,
    requests: service.requests() + firstOne,
    created: service.created(),
    deleted: service.deleted(),
  };
}

/** Asks the service its questions, and judges the answers. Stops early on a `StoppedError`. */
export async function checkTarget(options: CheckOptions): Promise<ConformanceReport> {
  const { facts, reference, probes: among = probes, only } = options;
  const service = newService(options);
  const selection: Selection = { facts, among, only };
  const asked = await probesToAsk(selection, reference);
  const { observed, stopped } = await askProbes(asked, service, options);
  const coverage = { asked, observed, facts, isPartial: only !== undefined };
  return {
    ...(await judgedBy(coverage, reference)),
    requests: service.requests(),
    created: service.created(),
    lost: service.lost(),
    failing: failingIn(observed),
    left: leftOf(coverage),
    stopped: stopped === null ? null : { cause: stopped.stop, reason: stopped.message },
  };
}

/** Judges in the order of all probes, whatever the order in which they were asked. */
async function judgedBy(
  coverage: Coverage,
  reference: Reference,
): Promise<Pick<ConformanceReport, "verdicts" | "assumptions">> {
  const { facts, observed } = coverage;
  const inOrder = [...formsIn(observed), ...observed].toSorted(
    (one, other) => probes.indexOf(one.probe) - probes.indexOf(other.probe),
  );
  const rules = byRule(inOrder, coverage);
  const open = openParts(coverage);
  const { verdicts, assumptions } = await judged({ rules, open }, facts, reference);
  const judgedRules = new Set(rules.map(({ rule }) => rule));
  const rest = ruleIds
    .filter((rule) => !judgedRules.has(rule))
    .map((rule) => unknown(rule, coverage));
  return { verdicts: [...verdicts, ...rest], assumptions };
}

/** What the same request got three times without being JSON: evidence for `http.json`, whatever was asked. */
function formsIn(observed: readonly Observation[]): readonly Observation[] {
  const forms = observed.flatMap(({ findings: { unanswered } }): readonly Observation[] => {
    if (unanswered === null || unanswered.form === null) return [];
    const { type, isObject } = unanswered.form;
    const evidence = [
      { request: unanswered.request, part: "documented" as const, seen: { type, isObject } },
    ];
    const findings = { evidence, dependsOn: [], givenUp: null, unanswered: null };
    return [{ probe: anyAnswerIsJson, findings }];
  });
  return forms.slice(0, formsShown);
}

const formsShown = 3;

function failingIn(observed: readonly Observation[]): readonly Failing[] {
  const steady = observed.flatMap(({ probe, findings: { unanswered } }) =>
    unanswered?.isSteady === true ? [{ ...unanswered, rule: probe.rule }] : [],
  );
  const groups = Map.groupBy(steady, ({ request, problem }) => `${request} ${problem}`);
  return Array.from(groups.values(), ([first, ...more]) => ({
    request: first?.request ?? "",
    problem: first?.problem ?? "",
    rules: [...new Set([first, ...more].flatMap((one) => (one === undefined ? [] : [one.rule])))],
  }));
}

function leftOf({ asked, observed }: Coverage): ConformanceReport["left"] {
  const answered = new Set(
    observed.filter(({ findings }) => findings.unanswered === null).map(({ probe }) => probe),
  );
  const left = asked.filter((probe) => !answered.has(probe));
  return {
    questions: new Set(left.flatMap(partIdsAsked)).size,
    rules: [...new Set(left.map(({ rule }) => rule))],
  };
}

/** The observations of each rule, in the order of its first probe. */
function byRule(observed: readonly Observation[], coverage: Coverage): readonly RuleObservations[] {
  const rules = Map.groupBy(observed, ({ probe }) => probe.rule);
  return [...rules].map(([rule, observations]) => ({
    rule,
    observations,
    notAsked: notAskedOf(rule, coverage),
  }));
}

function unknown(rule: RuleId, coverage: Coverage): Verdict {
  const notAsked = notAskedOf(rule, coverage);
  return unjudged(rule, notAsked[0]?.reason ?? "No probe covers it", { notAsked });
}
