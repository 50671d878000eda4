/** Judges a service: compares its evidence with that of sandboxes under each alternative. */
import type { Json } from "../../domain/json.ts";
import type { RuleId } from "../../rules/catalogue.ts";
import { ruleOf } from "../../rules/catalogue.ts";
import type { Probe } from "./probe.ts";
import type { Reference } from "./reference.ts";
import { referenceFindings } from "./reference.ts";
import type { Evidence, Findings, Part, TargetFacts } from "./target.ts";

/** Choices by rule id. */
export type Assumptions = Readonly<Record<string, string>>;

/** One answer: the request, the sandbox's evidence and the service's evidence. */
export interface ComparedEvidence extends Evidence {
  readonly expected: Json;
}

/**
 * `denied` with a choice: the service follows that alternative instead of the default. Without a choice, it
 * matches no alternative.
 */
export interface Verdict {
  readonly rule: RuleId;
  readonly verdict: "confirmed" | "denied" | "unknown";
  /** What a denial contradicts: the interface, the public documentation or an assumption; null without a denial. */
  readonly denies: Part | null;
  /** The alternative that the service follows; null if the rule has none or none matches. */
  readonly choice: string | null;
  readonly reason: string;
  /** All evidence; for a denial, only the differences. */
  readonly evidence: readonly ComparedEvidence[];
}

/** A probe and the service's findings. */
export interface Observation {
  readonly probe: Probe;
  readonly findings: Findings;
}

interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly assumptions: Assumptions;
}

/**
 * Maximum number of rounds. A choice found for one rule changes the expected answers of other probes, so judging
 * repeats until nothing changes.
 */
const roundsMax = 5;

/** Judges the observations. */
export async function judged(
  observed: readonly Observation[],
  facts: TargetFacts,
  reference: Reference,
): Promise<Judgement> {
  const shownUnder = remembered((probe, assumptions) =>
    referenceFindings(probe, facts, reference, assumptions),
  );
  let judgement: Judgement = { verdicts: [], assumptions: {} };
  for (let round = 0; round < roundsMax; round += 1) {
    const before = judgement.assumptions;
    // oxlint-disable-next-line no-await-in-loop -- each round depends on the previous one
    judgement = await judgedOnce(observed, shownUnder, before);
    if (isSame(before, judgement.assumptions)) break;
  }
  return judgement;
}

function isSame(one: Assumptions, other: Assumptions): boolean {
  const rules = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...rules].every((rule) => one[rule] === other[rule]);
}

type ShownUnder = (probe: Probe, assumptions: Assumptions) => Promise<Findings>;

/** Caches findings: a probe has the same findings in every round with the same assumptions. */
function remembered(ask: ShownUnder): ShownUnder {
  const known = new Map<string, ReturnType<ShownUnder>>();
  return (probe, assumptions) => {
    const rules = Object.keys(assumptions).toSorted();
    const key = JSON.stringify([probe.rule, rules.map((rule) => [rule, assumptions[rule]])]);
    const answer = known.get(key) ?? ask(probe, assumptions);
    known.set(key, answer);
    return answer;
  };
}

async function judgedOnce(
  observed: readonly Observation[],
  shownUnder: ShownUnder,
  before: Assumptions,
): Promise<Judgement> {
  const assumptions: Record<string, string> = {};
  const verdicts: Verdict[] = [];
  const shaky = new Map<RuleId, RuleId>();
  for (const observation of observed) {
    const known = { ...before, ...assumptions };
    const { probe, findings } = observation;
    // oxlint-disable-next-line no-await-in-loop -- the verdict on one rule affects the next one
    const first = await judge(observation, shownUnder, known);
    const leans = first.verdict === "denied" ? findings.dependsOn : [];
    const verdict = unlessShaky(first, shaky, [...(probe.dependsOn ?? []), ...leans]);
    if (verdict.denies === "documented") shaky.set(verdict.rule, verdict.rule);
    if (verdict.verdict === "denied" && verdict.choice !== null) {
      assumptions[verdict.rule] = verdict.choice;
    }
    verdicts.push(verdict);
  }
  return { verdicts, assumptions };
}

/** Reports each cause once: a probe that depends on a denied rule becomes unknown. */
function unlessShaky(
  verdict: Verdict,
  shaky: Map<RuleId, RuleId>,
  dependsOn: readonly RuleId[],
): Verdict {
  const cause = dependsOn.map((rule) => shaky.get(rule)).find((rule) => rule !== undefined);
  if (cause === undefined) return verdict;
  shaky.set(verdict.rule, cause);
  return {
    ...unjudged(verdict.rule, `It can only be checked if ${cause} holds, which is denied`),
    evidence: verdict.evidence,
  };
}

/** An unknown verdict with its reason. */
export function unjudged(rule: RuleId, reason: string): Verdict {
  return { rule, verdict: "unknown", denies: null, choice: null, reason, evidence: [] };
}

/** The evidence compared with that of a sandbox under one choice. */
interface Comparison {
  readonly choice: string | null;
  readonly compared: readonly ComparedEvidence[];
  readonly differences: readonly ComparedEvidence[];
}

async function judge(
  { probe, findings }: Observation,
  shownUnder: ShownUnder,
  known: Assumptions,
): Promise<Verdict> {
  const { rule } = probe;
  const { default: byDefault = null, alternatives = [] } = ruleOf(rule);
  const { [rule]: _own, ...others } = known;
  const comparisons: Comparison[] = [];
  for (const choice of byDefault === null ? [null] : [byDefault, ...alternatives]) {
    const assumptions = choice === null ? others : { ...others, [rule]: choice };
    // oxlint-disable-next-line no-await-in-loop -- few probes, each in its own workspace
    comparisons.push(compared(findings, await shownUnder(probe, assumptions), choice));
  }
  const [first, ...alike] = comparisons.filter(({ differences }) => differences.length === 0);
  if (first === undefined) return deniedAltogether(rule, comparisons);
  const { choice, compared: evidence } = first;
  if (findings.givenUp !== null) return { ...unjudged(rule, findings.givenUp), evidence };
  const names = alike.map((one) => one.choice).join(" and ");
  const more = alike.length === 0 ? "" : ` ${names} would look the same here.`;
  if (choice === byDefault) {
    const reason = `It does as the sandbox does.${more}`;
    return { rule, verdict: "confirmed", denies: null, choice, reason, evidence };
  }
  return {
    rule,
    verdict: "denied",
    denies: "assumed",
    choice,
    reason: `It behaves as under ${choice}.${more}`,
    evidence: comparisons[0]?.differences ?? evidence,
  };
}

/** Compares an abandoned probe only as far as it ran. */
function compared(
  { evidence, givenUp }: Findings,
  expected: Findings,
  choice: string | null,
): Comparison {
  const length =
    givenUp === null ? Math.max(evidence.length, expected.evidence.length) : evidence.length;
  const pairs = Array.from({ length }, (_, at): ComparedEvidence => {
    const shown = evidence[at];
    const wanted = expected.evidence[at];
    const { request, part } = shown ?? wanted ?? { request: "", part: "assumed" };
    return { request, part, expected: wanted?.seen ?? null, seen: shown?.seen ?? null };
  });
  const differences = pairs.filter(
    (one) => JSON.stringify(one.expected) !== JSON.stringify(one.seen),
  );
  return { choice, compared: pairs, differences };
}

const reasons: Readonly<Record<Part, string>> = {
  documented: "It does not do what the interface says.",
  reference: "It does not do what the provider's public documentation says.",
  assumed: "It does what the sandbox does under no alternative.",
};

/** The service differs from every alternative; the report shows the differences from the nearest one. */
function deniedAltogether(rule: RuleId, comparisons: readonly Comparison[]): Verdict {
  const weigh = ({ differences }: Comparison): number =>
    differences.filter(({ part }) => part === "documented").length * 1_000 + differences.length;
  const [nearest] = comparisons.toSorted((one, other) => weigh(one) - weigh(other));
  const evidence = nearest?.differences ?? [];
  const parts = new Set(evidence.map(({ part }) => part));
  const denies =
    (["documented", "reference"] as const).find((part) => parts.has(part)) ?? "assumed";
  const reason = reasons[denies];
  return { rule, verdict: "denied", denies, choice: null, reason, evidence };
}
